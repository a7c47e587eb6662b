"""`flashbdev` of the board: the partition MicroPython keeps its file system on."""

from esp32 import Partition

bdev = Partition.find(Partition.TYPE_DATA, label="vfs")[0]
