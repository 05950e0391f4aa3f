# Tests of api.
