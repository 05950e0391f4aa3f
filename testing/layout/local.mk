# Tests of layout.
