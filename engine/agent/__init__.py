"""The agent: backbones, the tool-use loop, the Direct handler, grounding."""
