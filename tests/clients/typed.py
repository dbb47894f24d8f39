"""Fails when a client that was made of the document has an answer or a field without a type.

The arguments are the folder of the Python client and the file of the TypeScript types."""

import re
import sys
from pathlib import Path

# Answers with these statuses have no body, and the generator for Python calls that Any.
WITHOUT_BODY = {"204", "304"}


def untyped_python(folder):
    """Lines of the client that leave a field or an answer to the reader."""
    for file in sorted((folder / "models").glob("*.py")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            field = re.match(r"    (\w+): (.*)", line)
            if field and field[1] not in {"additional_properties", "d"} and re.search(r"\bAny\b", field[2]):
                yield f"{file.name}:{number}: {line.strip()}"
    for file in sorted((folder / "api").glob("*/*.py")):
        status = None
        for number, line in enumerate(file.read_text().splitlines(), 1):
            status = (re.search(r"status_code == (\d+)", line) or [None, status])[1]
            if re.search(r"\sresponse_\w+ = (cast\(Any|response\.json\(\)$)", line) and status not in WITHOUT_BODY:
                yield f"{file.name}:{number}: {line.strip()} for {status}"


def untyped_typescript(file):
    """Lines of the types that leave a field or an answer to the reader; headers and members of problems are open."""
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if re.search(r":.*\b(unknown|any)\b(\[\]|;)", line.split("//")[0]) and not re.match(r"\s*(\*|/\*)", line):
            if not re.match(r"\s*\[(name|key): string\]: unknown;$", line):
                yield f"{file.name}:{number}: {line.strip()}"


def main(folder, file):
    found = [*untyped_python(Path(folder)), *untyped_typescript(Path(file))]
    print(*found, sep="\n")
    sys.exit(1 if found else 0)


main(*sys.argv[1:])
