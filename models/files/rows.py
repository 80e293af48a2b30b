"""Converting parts of a file to and from rows: a field and a column with the same name hold the same value."""

from msgspec.structs import fields

from models.files.fields import Part, WithRules
from models.files.lines import Facts
from models.store.columns import Base


def columns_of(part: Part, model: type[Base]) -> Facts:
    """The fields of a part that are columns of the model's table, with their values."""
    columns = Base.metadata.tables[model.__tablename__].c
    values = {name: getattr(part, name) for name in part.__struct_fields__ if name in columns}
    return values | {"rules": part.book} if isinstance(part, WithRules) else values


def write_part(kind: type[Part], row: object, **values: object) -> Facts:
    """A row as it is written to a file: each field comes from `values` or, failing that, from the row's attribute.

    A field equal to its default (None, False or an empty tuple) is left out. An empty list is written.
    """
    written = list(fields(kind))
    if issubclass(kind, WithRules):
        rules = written.pop(0)
        written.insert([field.name for field in written].index(kind.after_rules), rules)
    facts = ((field, values[field.name] if field.name in values else getattr(row, field.name)) for field in written)
    return {field.encode_name: value for field, value in facts if value != field.default}
