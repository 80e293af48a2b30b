"""The app with reference pages beside its own: a bare one, an ordinary one, and a bare insert."""

from flask import Blueprint, Flask, render_template
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import func, select
from sqlalchemy.orm import Mapped, mapped_column

from app import create_app
from models import db
from models.store.columns import Base
from models.store.database import begin_writing

pages = Blueprint("bench", __name__, url_prefix="/bench", template_folder="templates")


class Row(Base):
    """Something to list and something to insert."""

    __tablename__ = "bench_rows"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    amount: Mapped[int]


@pages.get("/bare")
def bare() -> str:
    """Flask and nothing else."""
    return "<!doctype html><title>Bare</title><p>Hello."


@pages.get("/reference")
def reference() -> str:
    """Three ORM queries, twelve rows, one template."""
    first = db.session.get(Row, 1)
    count = db.session.scalar(select(func.count()).select_from(Row).where(Row.amount > 6))
    rows = db.session.scalars(select(Row).where(Row.id <= 12).order_by(Row.amount)).all()
    return render_template("bench/reference.html", first=first, count=count, rows=rows)


@pages.get("/insert")
def insert() -> tuple[str, int]:
    """One row, committed."""
    begin_writing()
    db.session.add(Row(name="Ana", amount=1))
    db.session.commit()
    return "", 204


def create() -> Flask:
    """The app that is measured."""
    app = create_app()
    app.register_blueprint(pages)
    return app


def fill(store: SQLAlchemy) -> None:
    """The tables of the app and of the reference page, the latter with twelve rows."""
    store.create_all()
    store.session.add_all(Row(name=f"Player {number}", amount=number) for number in range(1, 13))
    store.session.commit()
