"""Nine clients, each with the settings it has by itself and those that people write: a function of the method and the URL that makes
one call, and gives the status of the answer or raises the client's error."""

import functools

import stage  # noqa: F401: before the clients, which keep its clock and its chance

import anthropic
import azure.core
import azure.core.pipeline.policies
import azure.core.rest
import boto3
import botocore.config
import google.api_core.exceptions
import google.api_core.retry
import httpx
import openai
import requests
import requests.adapters
import tenacity
import urllib3
import urllib3.util


def urllib3_of(**settings):
    def call(method, url):
        return urllib3.PoolManager(**settings).request(method, url).status

    return call


STATUSES = [429, 500, 502, 503, 504]


def usual_retry():
    return urllib3.util.Retry(total=3, backoff_factor=0.5, status_forcelist=STATUSES)


def requests_of(**settings):
    def call(method, url):
        with requests.Session() as session:
            session.mount("http://", requests.adapters.HTTPAdapter(**settings))
            return session.request(method, url).status_code

    return call


def kept(make):
    """Makes a client for each URL once: they are slow to make, and keep nothing of a call's retries."""
    return functools.lru_cache(None)(make)


def httpx_of(**settings):
    client = kept(lambda url: httpx.Client(transport=httpx.HTTPTransport(**settings)))
    return lambda method, url: client(url).request(method, url).status_code


def raising(method, url):
    """What people wrap: a request whose status is raised."""
    response = requests.request(method, url)
    response.raise_for_status()


def tenacity_of(**settings):
    return lambda method, url: tenacity.Retrying(**settings)(raising, method, url)


def google_of(**settings):
    def request(method, url):
        """As Google's clients do it: the status becomes an exception of google.api_core."""
        response = requests.request(method, url)
        if response.status_code >= 400:
            raise google.api_core.exceptions.from_http_response(response)

    return google.api_core.retry.Retry(**settings)(request)


def azure_of(**settings):
    client = kept(lambda url: azure.core.PipelineClient(url, policies=[azure.core.pipeline.policies.RetryPolicy(**settings)]))
    return lambda method, url: client(url).send_request(azure.core.rest.HttpRequest(method, url)).status_code


def openai_of(**settings):
    client = kept(lambda url: openai.OpenAI(api_key="none", base_url=url, **settings))

    def call(method, url):
        if method == "GET":
            client(url).models.list()
        else:
            client(url).chat.completions.create(model="m", messages=[{"role": "user", "content": "hello"}])

    return call


def anthropic_of(**settings):
    client = kept(lambda url: anthropic.Anthropic(api_key="none", base_url=url, **settings))

    def call(method, url):
        if method == "GET":
            client(url).models.list()
        else:
            client(url).messages.create(model="m", max_tokens=1, messages=[{"role": "user", "content": "hello"}])

    return call


# Its clients share what it reads from files, and nothing of their retries.
session = boto3.session.Session()


def boto3_client(url, service="lambda", retries=None):
    return session.client(
        service,
        "eu-central-1",
        endpoint_url=url,
        aws_access_key_id="none",
        aws_secret_access_key="none",
        config=botocore.config.Config(retries=retries),
    )


def boto3_of(retries=None):
    def call(method, url):
        if method == "GET":
            boto3_client(url, "lambda", retries).list_functions()
        else:
            boto3_client(url, "kms", retries).list_keys()

    return call


# By the heading on the page: the settings as its tables show them, and the calls.
CLIENTS = {
    "urllib3": {
        "default": urllib3_of(),
        "`Retry(total=3, …)`": urllib3_of(retries=usual_retry()),
    },
    "requests": {
        "default": requests_of(),
        "`max_retries=Retry(…)`": requests_of(max_retries=usual_retry()),
    },
    "httpx": {
        "default": httpx_of(),
        "`retries=3`": httpx_of(retries=3),
    },
    "tenacity": {
        "`stop_after_attempt(4)`": tenacity_of(stop=tenacity.stop_after_attempt(4)),
        "`wait_exponential()`": tenacity_of(stop=tenacity.stop_after_attempt(4), wait=tenacity.wait_exponential()),
        "`wait_exponential_jitter()`": tenacity_of(stop=tenacity.stop_after_attempt(4), wait=tenacity.wait_exponential_jitter()),
    },
    "google-api-core": {"`Retry()`": google_of()},
    "azure-core": {"default": azure_of()},
    "openai": {"default": openai_of(), "`max_retries=2`": openai_of(max_retries=2)},
    "anthropic": {"default": anthropic_of(), "`max_retries=2`": anthropic_of(max_retries=2)},
    "boto3": {
        "default": boto3_of(),
        "`standard`": boto3_of({"mode": "standard"}),
        "`legacy`": boto3_of({"mode": "legacy"}),
    },
}
