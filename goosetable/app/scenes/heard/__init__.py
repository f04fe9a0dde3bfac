"""What scenes are to those who hear them."""
