"""A second, slow reading of the rules, with which the fast engine is compared deal by deal.

The independence rule: what is in this folder is written from the rules text and the log format alone. It
imports nothing from `pageone_cli`, is not written or changed with the engine's source in view, and is never
"corrected" merely because the engine says something else: where the two differ, the rules text decides.
"""
