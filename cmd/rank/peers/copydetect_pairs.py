"""Prints the similarity of every two files below a folder: copydetect_pairs.py DIR EXTENSION."""

import sys

from copydetect import CopyDetector

detector = CopyDetector(test_dirs=[sys.argv[1]], extensions=[sys.argv[2]], display_t=0, silent=True)
detector.run()
for i, a in enumerate(detector.test_files):
    for j, b in enumerate(detector.ref_files):
        if a < b:
            print(max(detector.similarity_matrix[i, j]), a, b, sep="\t")
