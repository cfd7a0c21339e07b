"""The offline backbone: a deterministic reader that plays the model's part, and never guesses."""
