"""The page with the results of a review, in sections from the answer to the exports."""
