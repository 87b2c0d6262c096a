"""What every test may rely on: the catalogues are compiled, as the build compiles them."""

import catalogue

catalogue.compile_all()
