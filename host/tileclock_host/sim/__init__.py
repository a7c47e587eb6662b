"""The box on a PC: the real firmware on a real MicroPython, with models at the bus."""
