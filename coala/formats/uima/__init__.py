"""The reader of UIMA CAS, in XMI or JSON, with chains."""
