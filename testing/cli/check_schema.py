#!/usr/bin/env python3
"""check_schema.py FOLDER SCHEMA FILE...: every file is JSON as FOLDER/SCHEMA.json says, and the schema refuses the file with a field
more or of another type: it says all that there is to say.

JSON Schema, as far as the schemas in doc/schemas use it. A word that is not known here is an error, lest it is never checked."""

import copy
import json
import math
import sys
from pathlib import Path

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value),
    "null": lambda value: value is None,
}
NOTES = {"$schema", "$defs", "title", "description"}


class Schemas:
    def __init__(self, folder):
        self.files = {path.name: json.loads(path.read_text()) for path in sorted(Path(folder).glob("*.json"))}

    def referred(self, reference, file):
        """The schema that a $ref means, and its file: "plan.json" or "#/$defs/link"."""
        name, _, pointer = reference.partition("#")
        file = name or file
        schema = self.files[file]
        for word in pointer.split("/")[1:]:
            schema = schema[word]
        return schema, file

    def complaints(self, value, schema, file, place=""):
        """What is wrong with the value, each with its place."""
        here = place or "the whole"
        for word, wanted in schema.items():
            if word in NOTES:
                continue
            if word == "$ref":
                yield from self.complaints(value, *self.referred(wanted, file), place)
            elif word == "anyOf":
                if all(any(self.complaints(value, one, file, place)) for one in wanted):
                    yield f"{here}: none of {len(wanted)} forms"
            elif word == "type":
                kinds = wanted if isinstance(wanted, list) else [wanted]
                if not any(TYPES[kind](value) for kind in kinds):
                    yield f"{here}: {json.dumps(value)[:60]}: expected {' or '.join(kinds)}"
                    return
            elif word == "enum":
                if value not in wanted:
                    yield f"{here}: {json.dumps(value)[:60]}: expected one of {wanted}"
            elif word == "minimum":
                if value < wanted:
                    yield f"{here}: {value}: expected {wanted} or more"
            elif word == "exclusiveMinimum":
                if value <= wanted:
                    yield f"{here}: {value}: expected more than {wanted}"
            elif word == "minItems":
                if len(value) < wanted:
                    yield f"{here}: {len(value)} entries: expected {wanted} or more"
            elif word == "maxItems":
                if len(value) > wanted:
                    yield f"{here}: {len(value)} entries: expected {wanted} at most"
            elif word == "items":
                for k, item in enumerate(value):
                    yield from self.complaints(item, wanted, file, f"{place}[{k}]")
            elif word == "required":
                for name in wanted:
                    if name not in value:
                        yield f"{here}: no field {name}"
            elif word == "properties":
                for name in value.keys() & wanted.keys():
                    yield from self.complaints(value[name], wanted[name], file, f"{place}.{name}".lstrip("."))
            elif word == "additionalProperties":
                for name in value.keys() - schema.get("properties", {}).keys():
                    if wanted is False:
                        yield f"{here}: field {name} is not in the schema"
                    else:
                        yield from self.complaints(value[name], wanted, file, f"{place}.{name}".lstrip("."))
            else:
                raise SystemExit(f"{file}: {word}: not known to check_schema.py")

    def check(self, value, name):
        return list(self.complaints(value, self.files[name], name))


def damaged(value):
    """(what is wrong, the value with that): one field more, one field of another type, for each object in it."""

    def objects(part):
        if isinstance(part, dict):
            yield part
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else []:
            yield from objects(inner)

    for k, part in enumerate(objects(value)):
        for name in part:
            other = copy.deepcopy(value)
            list(objects(other))[k][name] = {"no": "such"}
            yield f"{name} of another type", other
        other = copy.deepcopy(value)
        list(objects(other))[k]["no_such_field"] = 1
        yield "a field more", other


def main():
    folder, *words = sys.argv[1:]
    schemas = Schemas(folder)
    name, files = words[0] + ".json", words[1:]
    failed = False
    for file in files:
        try:
            value = json.loads(Path(file).read_text())
        except (OSError, ValueError) as error:
            sys.exit(f"{file}: {error}")
        complaints = schemas.check(value, name)
        for complaint in complaints[:5]:
            print(f"FAILED: {file}, {name}: {complaint}")
        # A schema that accepts anything would be kept by everything.
        for what, other in damaged(value):
            if not schemas.check(other, name):
                complaints.append(what)
                print(f"FAILED: {name} accepts {file} with {what}")
                break
        failed |= bool(complaints)
    return failed


sys.exit(main())
