"""The texts of a bag as a reviewer reads them: a sentence for each chain at first, and more on demand."""
