"""What the offline backbone says to people: operator calls and their results as plain English."""
