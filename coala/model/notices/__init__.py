"""What can be noticed is listed in one catalogue; a notice tells its code, a count and examples."""
