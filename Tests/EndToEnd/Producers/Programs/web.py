"""Applications for the web servers: /bad raises an error, /cause one with a cause, /group two at a time."""

import asyncio


def wsgi(environ, start_response):
    fail(environ["PATH_INFO"])
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
    return [b"ok"]


async def asgi(scope, receive, send):
    if scope["type"] == "lifespan":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        return await send({"type": "lifespan.shutdown.complete"})
    if scope["path"] == "/group":
        async with asyncio.TaskGroup() as group:
            group.create_task(missing("a"))
            group.create_task(missing("b"))
    fail(scope["path"])
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok"})


def fail(path):
    if path == "/bad":
        raise ValueError("card declined: 3")
    if path == "/cause":
        try:
            raise ValueError("card declined: 3")
        except ValueError as error:
            raise RuntimeError("payment failed") from error


async def missing(key):
    raise KeyError(key)
