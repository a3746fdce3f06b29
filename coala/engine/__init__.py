"""The operations of COALA, one module each: compare, score, agree, lint and convert."""
