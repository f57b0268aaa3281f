"""Celery's tasks, over files: tasks.py FOLDER sends them."""

import os
import pathlib

import celery

folder = pathlib.Path(os.environ["CELERY_FILES"])
app = celery.Celery("tasks", broker="filesystem://")
app.conf.update(
    broker_transport_options={name: str(folder) for name in ("data_folder_in", "data_folder_out", "control_folder")},
    broker_connection_retry_on_startup=True,
    worker_hijack_root_logger=True,
)


@app.task
def bad():
    raise ValueError("bad card")


@app.task(bind=True, max_retries=1, default_retry_delay=0)
def tried(self):
    try:
        raise ConnectionError("gateway")
    except ConnectionError as error:
        raise self.retry(exc=error)


@app.task
def last():
    return "the last one"


if __name__ == "__main__":
    bad.delay()
    tried.delay()
