"""A minimal pygame program, as the reference for start-up times: opens a window, shows one picture, and ends."""

import os

os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

pygame.display.init()
window = pygame.Window("bare", (1280, 720))
window.get_surface().fill((31, 90, 80))
window.flip()
