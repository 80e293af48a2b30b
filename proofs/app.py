"""The app with reference pages beside its own: a bare page, an ordinary one, and one that only inserts a row."""

from flask import Blueprint, Flask, render_template
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import func, select
from sqlalchemy.orm import Mapped, mapped_column

from app import create_app
from models import db
from models.store.columns import Base
from models.store.transactions import begin_writing

pages = Blueprint("bench", __name__, url_prefix="/bench", template_folder="templates")


class ReferenceRow(Base):
    """A row for the reference pages to list and insert."""

    __tablename__ = "bench_rows"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    amount: Mapped[int]


@pages.get("/bare")
def bare() -> str:
    """A page made by Flask and nothing else."""
    return "<!doctype html><title>Bare</title><p>Hello."


@pages.get("/reference")
def reference() -> str:
    """A page with three ORM queries, twelve rows and one template."""
    first = db.session.get(ReferenceRow, 1)
    count = db.session.scalar(select(func.count()).select_from(ReferenceRow).where(ReferenceRow.amount > 6))
    rows = db.session.scalars(select(ReferenceRow).where(ReferenceRow.id <= 12).order_by(ReferenceRow.amount)).all()
    return render_template("bench/reference.html", first=first, count=count, rows=rows)


@pages.get("/insert")
def insert() -> tuple[str, int]:
    """One row, inserted and committed."""
    begin_writing()
    db.session.add(ReferenceRow(name="Ana", amount=1))
    db.session.commit()
    return "", 204


def create() -> Flask:
    """The app to measure."""
    app = create_app()
    app.register_blueprint(pages)
    return app


def fill(store: SQLAlchemy) -> None:
    """Create the app's tables and the reference pages' table, and add twelve rows to the latter."""
    store.create_all()
    store.session.add_all(ReferenceRow(name=f"Player {number}", amount=number) for number in range(1, 13))
    store.session.commit()
