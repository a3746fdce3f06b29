"""brat standoff becomes ``Annotations``."""
