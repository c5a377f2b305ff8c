"""The version of Tablelog: of the package, of the command line and of the API's document."""

VERSION = "0.4.0"
