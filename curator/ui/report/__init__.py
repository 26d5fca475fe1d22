"""What the agreement page shows, piece by piece. Each piece takes plain values and draws them."""
