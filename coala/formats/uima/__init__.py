"""UIMA CAS XMI with chains becomes ``Annotations``."""
