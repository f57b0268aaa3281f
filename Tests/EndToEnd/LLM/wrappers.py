#!/usr/bin/env python3
"""One failure of a provider, in the words of those who call its client: litellm, langchain-openai, pydantic-ai, openai-agents and DSPy ask
OpenAI's endpoint on loopback, with their own settings. The classes that they raise and the requests that are made are held against
wrapped.tsv; categories and evaluations of the records and of the text log, under rules/llm-providers, against those of answers.py.

    wrappers.py ERRCTL RULES
"""

import importlib.metadata
import json
import logging
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", OPENAI_AGENTS_DISABLE_TRACING="1")

from answers import PROVIDERS, evaluation  # noqa: E402
from loopback import requests_made, start  # noqa: E402

from errctl._library import EVERYTHING  # noqa: E402
from errctl._recording import Recorder  # noqa: E402

LEAST = 0.95


def ask_litellm(url):
    import litellm

    litellm.suppress_debug_info = True
    litellm.completion("openai/m", api_key="k", api_base=url, messages=[{"role": "user", "content": "x"}])


def ask_langchain(url):
    from langchain_openai import ChatOpenAI

    ChatOpenAI(model="m", api_key="k", base_url=url).invoke("x")


def ask_pydantic(url):
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    Agent(OpenAIChatModel("m", provider=OpenAIProvider(base_url=url, api_key="k"))).run_sync("x")


def ask_agents(url):
    import agents
    import openai

    client = openai.AsyncOpenAI(api_key="k", base_url=url)
    model = agents.OpenAIChatCompletionsModel(model="m", openai_client=client)
    agents.Runner.run_sync(agents.Agent(name="a", model=model), "x")


def ask_dspy(url):
    import dspy

    dspy.LM("openai/m", api_key="k", api_base=url, cache=False)("x")


ASK = {
    "litellm": ask_litellm, "langchain-openai": ask_langchain, "pydantic-ai-slim": ask_pydantic, "openai-agents": ask_agents,
    "dspy": ask_dspy,
}


def lines(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def main():
    errctl, rules = sys.argv[1:3]
    expected = pathlib.Path(__file__).with_name("wrapped.tsv").read_text()
    print(", ".join(f"{name} {importlib.metadata.version(name)}" for name in [*ASK, "openai"]))
    address = start()
    logger = logging.getLogger("agent")
    logger.propagate = False
    seen, wanted, failed = ["error\t" + "\t".join(ASK)], [], False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        handler = logging.FileHandler(folder / "agent.log")
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logger.addHandler(handler)
        recorder = Recorder(None, True)
        with open(folder / "agent.ndjson", "w") as records:
            for case, answer in PROVIDERS["openai"].items():
                row = [case]
                for wrapper, ask in ASK.items():
                    requests_made.clear()
                    try:
                        ask(f"{address}/openai/{case}")
                        raise SystemExit(f"{wrapper}, {case}: nothing failed")
                    except Exception as error:  # noqa: BLE001  # each has its own
                        records.write("{" + recorder.members(error, EVERYTHING) + "}\n")
                        logger.exception("the model did not answer")
                        row.append(f"{type(error).__name__} × {requests_made['openai', case]}")
                    wanted.append((wrapper, case, answer[1], evaluation(answer[1])))
                seen.append("\t".join(row))
        for kind in ("agent.ndjson", "agent.log"):
            found = lines(errctl, "replay", rules, str(folder / kind), "--resolutions", "-")
            assert len(found) == len(wanted), f"{kind}: {len(found)} errors of {len(wanted)}"
            wrong = []
            for (wrapper, case, category, right), resolution in zip(wanted, found):
                told = (resolution.get("category"), resolution["evaluation"])
                if told != (category, right):
                    wrong.append(f"  {wrapper}, {case}: {told[0]}, {told[1]}; right is {category}, {right}")
            share = 1 - len(wrong) / len(wanted)
            print(f"{kind}: {len(wanted) - len(wrong)} of {len(wanted)} right ({share:.1%})", *wrong, sep="\n")
            failed = failed or share < LEAST
    text = "\n".join(seen) + "\n"
    if text != expected:
        print("The wrappers' classes and requests are not those of wrapped.tsv any more:", text, sep="\n")
        failed = True
    return 1 if failed else 0


sys.exit(main())
