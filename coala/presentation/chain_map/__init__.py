"""The chains of a bag become what stands above its evidence: a claim, and lines from side to side."""
