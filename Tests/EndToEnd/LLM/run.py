#!/usr/bin/env python3
"""Clients of providers of language models fail on loopback, as the providers' documentation says. Each failure is written by the
Python recorder and by `logging`, as text and as JSON; errctl reads all three under rules/llm-providers. Its categories and evaluations are
held against those of answers.py, and the statuses of the logs against those of the records.

    Tests/EndToEnd/LLM/run.py ERRCTL RULES

The requests that the clients make by themselves are held against TRIES of answers.py.
"""

import importlib.metadata
import json
import logging
import pathlib
import subprocess
import sys
import tempfile

from answers import PROVIDERS, TRIES, evaluation
from loopback import requests_made, sleeps, start

from errctl._library import EVERYTHING
from errctl._recording import Recorder

LEAST = {"records": 0.97, "text": 0.95, "JSON": 0.95}  # of categories and evaluations


def ask_openai(url):
    import openai

    openai.OpenAI(api_key="k", base_url=url).chat.completions.create(model="m", messages=[{"role": "user", "content": "x"}])


def ask_anthropic(url):
    import anthropic

    anthropic.Anthropic(api_key="k", base_url=url).messages.create(model="m", max_tokens=8, messages=[{"role": "user", "content": "x"}])


def ask_google(url):
    from google import genai

    client = genai.Client(api_key="k", http_options={"base_url": url})  # without a name, it is closed before it asks
    client.models.generate_content(model="m", contents="x")


def ask_bedrock(url):
    import boto3

    # Its clients have no path of their own in the address: the model's name carries it.
    address, path = url.rsplit("/", 2)[0], "/".join(url.rsplit("/", 2)[1:])
    boto3.client(
        "bedrock-runtime", region_name="eu-west-1", endpoint_url=f"{address}/{path}", aws_access_key_id="a", aws_secret_access_key="b"
    ).converse(modelId="m", messages=[{"role": "user", "content": [{"text": "x"}]}])


def ask_cohere(url):
    import cohere

    cohere.ClientV2(api_key="k", base_url=url).chat(model="m", messages=[{"role": "user", "content": "x"}])


def ask_mistral(url):
    from mistralai.client import Mistral

    Mistral(api_key="k", server_url=url).chat.complete(model="m", messages=[{"role": "user", "content": "x"}])


def ask_groq(url):
    import groq

    groq.Groq(api_key="k", base_url=url).chat.completions.create(model="m", messages=[{"role": "user", "content": "x"}])


def ask_together(url):
    import together

    together.Together(api_key="k", base_url=url).chat.completions.create(model="m", messages=[{"role": "user", "content": "x"}])


def ask_ollama(url):
    import ollama

    ollama.Client(host=url).chat(model="m", messages=[{"role": "user", "content": "x"}])


def ask_hugging(url):
    from huggingface_hub import InferenceClient

    InferenceClient(base_url=url, api_key="k").chat_completion(messages=[{"role": "user", "content": "x"}])


def ask_azure(url):
    from azure.ai.inference import ChatCompletionsClient
    from azure.ai.inference.models import UserMessage
    from azure.core.credentials import AzureKeyCredential

    ChatCompletionsClient(endpoint=url, credential=AzureKeyCredential("k")).complete(messages=[UserMessage("x")])


def ask_cerebras(url):
    from cerebras.cloud.sdk import Cerebras

    client = Cerebras(api_key="k", base_url=url, warm_tcp_connection=False)
    client.chat.completions.create(model="m", messages=[{"role": "user", "content": "x"}])


def ask_replicate(url):
    import replicate

    replicate.Client(api_token="k", base_url=url).run("a/b:" + "0" * 64, input={"prompt": "x"})


def ask_voyage(url):
    import voyageai

    voyageai.Client(api_key="k", base_url=url).embed(["x"], model="m")


def ask_ai21(url):
    from ai21 import AI21Client
    from ai21.models.chat import ChatMessage

    AI21Client(api_key="k", api_host=url, num_retries=0).chat.completions.create(model="m", messages=[ChatMessage(role="user", content="x")])


ASK = {
    "openai": ask_openai, "anthropic": ask_anthropic, "google-genai": ask_google, "boto3": ask_bedrock, "cohere": ask_cohere,
    "mistralai": ask_mistral, "groq": ask_groq, "together": ask_together, "ollama": ask_ollama, "huggingface-hub": ask_hugging,
    "azure-ai-inference": ask_azure, "cerebras-cloud-sdk": ask_cerebras, "replicate": ask_replicate, "voyageai": ask_voyage,
    "ai21": ask_ai21,
}


class AsJSON(logging.Formatter):
    """The members of python-json-logger."""

    def format(self, record):
        line = {"asctime": self.formatTime(record), "levelname": record.levelname, "name": record.name, "message": record.getMessage()}
        return json.dumps({**line, "exc_info": self.formatException(record.exc_info)})


def fail(address, folder):
    """Every failure of every client, in three files; returns what is right for each."""
    recorder = Recorder(None, True)
    logger = logging.getLogger("agent")
    logger.propagate = False
    for name, formatter in (("agent.log", logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")), ("agent.jsonl", AsJSON())):
        handler = logging.FileHandler(folder / name)
        handler.setFormatter(formatter)
        logger.addHandler(handler)
    wanted = []
    with open(folder / "agent.ndjson", "w") as records:
        for provider, answers in PROVIDERS.items():
            for name, answer in answers.items():
                try:
                    ASK[provider](f"{address}/{provider}/{name}")
                    raise SystemExit(f"{provider}, {name}: nothing failed")
                except Exception as error:
                    records.write("{" + recorder.members(error, EVERYTHING) + "}\n")
                    logger.exception("the model did not answer")
                wanted.append((provider, name, answer[1], evaluation(answer[1])))
    return wanted


def resolutions(errctl, rules, stream):
    result = subprocess.run([errctl, "replay", rules, str(stream), "--resolutions", "-"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def read(errctl, stream):
    result = subprocess.run([errctl, "inspect", str(stream), "--records", "-"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def main():
    errctl, rules = sys.argv[1:3]
    logging.raiseExceptions = False
    print(", ".join(f"{name} {importlib.metadata.version(name)}" for name in PROVIDERS))
    address = start()
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wanted = fail(address, folder)
        streams = {"records": folder / "agent.ndjson", "text": folder / "agent.log", "JSON": folder / "agent.jsonl"}
        for kind, stream in streams.items():
            found = resolutions(errctl, rules, stream)
            assert len(found) == len(wanted), f"{kind}: {len(found)} errors of {len(wanted)}"
            wrong = []
            for (provider, case, category, right), resolution in zip(wanted, found):
                told = (resolution.get("category"), resolution["evaluation"])
                if told != (category, right):
                    wrong.append(f"  {provider}, {case}: {told[0]}, {told[1]}; right is {category}, {right}")
            share = 1 - len(wrong) / len(wanted)
            print(f"{kind}: {len(wanted) - len(wrong)} of {len(wanted)} right ({share:.1%})", *wrong, sep="\n")
            failed = failed or share < LEAST[kind]
        records, logged = read(errctl, streams["records"]), read(errctl, streams["text"])
        known = [(one, other) for one, other in zip(records, logged) if one.get("status", 0) >= 400]
        same = [one for one, other in known if other.get("status") == one["status"] or "code" in other]
        print(f"{len(same)} of {len(known)} statuses of the records are in the text's records, too, or a code is")
        failed = failed or len(same) < 0.9 * len(known)  # voyageai writes neither into its texts
    for provider, answers in PROVIDERS.items():
        tried = {case: requests_made[provider, case] for case in answers if requests_made[provider, case] != 1}
        print(f"{provider}: one request for an error" + "".join(f", {number} for {case}" for case, number in tried.items()))
        if tried != TRIES.get(provider, {}):
            print(f"  otherwise than it was: {TRIES.get(provider, {})}")
            failed = True
    print(f"{len(sleeps)} delays that were not slept, {sum(sleeps):.0f} s")
    return 1 if failed else 0


sys.exit(main())
