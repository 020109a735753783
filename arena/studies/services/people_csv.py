"""Lists of people to invite: a CSV file with the columns name and email, read whole or not at all."""

import csv
import io
from dataclasses import dataclass, field
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email

from arena.core.errors import BadInput

NAME_LENGTH, EMAIL_LENGTH = 200, 254
MAX_BYTES = 256 * 1024
MAX_PEOPLE = 500


@dataclass(frozen=True, slots=True)
class Person:
    """Whom a link is for; kept with the invitation and nowhere else."""

    name: str = ""
    email: str = ""
    line: int = field(default=0, compare=False)  # of the file, 0 where there is none


def read_people(path: Path) -> list[Person]:
    """The people of a file; BadInput with every faulty line."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadInput(_too_large(str(path)))
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    return people_of(data, str(path))


def people_of(data: bytes, name: str) -> list[Person]:
    """The people of a file's bytes; BadInput with every faulty line. `name` is what the file is called."""
    if len(data) > MAX_BYTES:
        raise BadInput(_too_large(name))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name} is not UTF-8 text.") from error
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=_delimiter_of(text), strict=True)
    try:
        columns = [column.strip().casefold() for column in reader.fieldnames or ()]
        if not {"name", "email"} <= set(columns):
            raise BadInput(f"{name}: the first line must name the columns name and email.")
        if any(columns.count(column) > 1 for column in ("name", "email")):
            raise BadInput(f"{name}: the first line must name the columns name and email once each.")
        reader.fieldnames = columns
        return _people(name, reader)
    except csv.Error as error:
        raise BadInput(f"{name} was not used:", (f"line {reader.line_num + 1}: not valid CSV: {error}.",)) from error


def _delimiter_of(text: str) -> str:
    """What separates the cells: where a comma stands in numbers, spreadsheets write semicolons; some write tabs."""
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _people(name: str, reader: "csv.DictReader[str]") -> list[Person]:
    people: list[Person] = []
    faults: list[str] = []
    seen: dict[str, int] = {}
    for row in reader:
        line = reader.line_num
        person = Person(name=(row["name"] or "").strip(), email=(row["email"] or "").strip(), line=line)
        faults += [f"line {line}: {fault}" for fault in _faults_of(person)]
        if None in row:
            faults.append(f"line {line}: it has more cells than the first line.")
        if person.email and seen.setdefault(person.email.casefold(), line) != line:
            faults.append(f"line {line}: {person.email} is already on line {seen[person.email.casefold()]}.")
        people.append(person)
    if not people:
        faults.append("there is nobody in it.")
    if len(people) > MAX_PEOPLE:
        faults.append(f"it names {len(people)} people; at most {MAX_PEOPLE} can be invited at once.")
    if faults:
        raise BadInput(f"{name} was not used:", tuple(faults))
    return people


def _faults_of(person: Person) -> list[str]:
    faults = []
    if not person.name and not person.email:
        faults.append("neither a name nor an e-mail address.")
    if len(person.name) > NAME_LENGTH or not person.name.isprintable():
        faults.append(f"the name has more than {NAME_LENGTH} characters or one that cannot be printed.")
    if person.email:
        try:
            validate_email(person.email)
            MaxLengthValidator(EMAIL_LENGTH)(person.email)
        except ValidationError:
            faults.append(f"{person.email!r} is not an e-mail address.")
    return faults


def _too_large(name: str) -> str:
    return f"{name} is larger than {MAX_BYTES // 1024} kB; a list of {MAX_PEOPLE} people is much smaller."
