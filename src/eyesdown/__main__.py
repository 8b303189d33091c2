"""`python -m eyesdown` is `eyesdown`."""

from eyesdown.cli.main import main

main()
