"""Django on its development server: djangos.py runserver --noreload ADDRESS"""

import sys

import web

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.urls import path

settings.configure(DEBUG=True, ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="x", USE_TZ=True)


def bad(request):
    web.fail("/bad")


def denied(request):
    raise PermissionDenied("no")


urlpatterns = [
    path("ok", lambda request: HttpResponse("ok")),
    path("bad", bad),
    path("denied", denied),
    path("busy", lambda request: HttpResponse("no", status=503)),
]

if __name__ == "__main__":
    execute_from_command_line(sys.argv)
