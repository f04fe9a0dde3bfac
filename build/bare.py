"""The least that a pygame window can be: opens it, shows one picture and ends; what start-up is measured against."""

import os

os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

pygame.display.init()
window = pygame.Window("bare", (1280, 720))
window.get_surface().fill((31, 90, 80))
window.flip()
