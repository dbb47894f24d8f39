"""The expressions of the alerts and of the dashboard, parsed as Prometheus reads them. Prints each that is wrong."""

import json
import sys
from pathlib import Path

import promql_parser
import yaml


def expressions(value):
    """The texts under every key `expr`."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "expr" and isinstance(inner, str):
                yield inner
            else:
                yield from expressions(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from expressions(inner)


def is_wrong(path, expression):
    """Returns true, and says why, for an expression that cannot be parsed."""
    try:
        # The dashboard fills its own interval in before Prometheus sees it.
        promql_parser.parse(expression.replace("$__rate_interval", "5m"))
    except ValueError as error:
        print(f"{path}: {expression}: {error}")
        return True
    return False


def main(paths):
    wrong = 0
    for path in map(Path, paths):
        text = path.read_text(encoding="utf-8")
        found = list(expressions(json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)))
        if not found:
            print(f"{path} has no expression")
        wrong += not found or any([is_wrong(path, expression) for expression in found])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
