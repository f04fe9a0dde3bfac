"""What a seat may know, and how the cards it may not see are sampled: views and their samplers."""
