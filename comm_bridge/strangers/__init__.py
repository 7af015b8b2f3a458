"""What robots that know nothing of our vocabulary publish, turned into it, and back."""
