"""Relations between instances become scores beside those of identity (Hobbs, in Chinchor & Sundheim 1995)."""
