"""Tornado: tornados.py PORT"""

import asyncio
import sys

import tornado.log
import tornado.web

import web


class Page(tornado.web.RequestHandler):
    def get(self, path):
        if path == "busy":
            raise tornado.web.HTTPError(503, "busy %d", 3)
        web.fail(f"/{path}")
        self.write("ok")


async def main():
    tornado.log.enable_pretty_logging()
    tornado.web.Application([("/([a-z]*)", Page)]).listen(int(sys.argv[1]), "127.0.0.1")
    await asyncio.Event().wait()


asyncio.run(main())
