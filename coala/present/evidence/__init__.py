"""The texts of a bag as a reviewer reads them: each chain's most telling sentences, and more on demand."""
