"""Flask's application."""

from web import fail

from flask import Flask

app = Flask(__name__)


@app.get("/<path>")
def page(path):
    fail(f"/{path}")
    return "ok"
