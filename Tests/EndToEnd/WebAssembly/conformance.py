#!/usr/bin/env python3
"""The engine as WebAssembly gives the same bytes and findings as errctl, in Node, as an npm package and in Chromium, for every rule set
with a stream.

usage: conformance.py ERRCTL CHROMIUM FOLDER     the folder is that of ./dev playground

The cases are the rule sets below rules/, those of the seed systems, and the rule files and streams of the command line's cases.
"""
import gzip, json, pathlib, re, subprocess, sys, tempfile

from playwright.sync_api import sync_playwright

errctl, chromium, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
root = pathlib.Path(__file__).resolve().parents[3]
here = pathlib.Path(__file__).resolve().parent
# What a page may weigh, packed.
most = 1_500_000
listed = json.loads(subprocess.run([errctl, "codes", "--format", "json"], check=True, capture_output=True, text=True).stdout)
checks = {one["code"] for one in listed if "family" in one}


def sections(path):
    """By what stands behind the equals signs, the texts of a case file."""
    parts = re.split(r"^=== (.*)\n", path.read_text(), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def case(name, files, stream):
    return {"name": name, "files": [{"name": file, "text": text} for file, text in files], "stream": stream}


def rule_sets():
    for stream in sorted(root.glob("rules/**/stream.ndjson")):
        for rules in ("rules.yaml", "rules.json"):
            yield case(f"{stream.parent.name}/{rules}", [(rules, (stream.parent / rules).read_text())], stream.read_text())


def seed_systems():
    for path in sorted(root.glob("Tests/EndToEnd/SeedSystems/*/*.case")):
        parts = sections(path)
        if "replay" in parts:
            continue  # it needs options
        (key,) = [key for key in parts if key.split()[0] == "rules"]
        file = root / key.split()[1] if " " in key else None
        rules = (file.name, file.read_text()) if file else ("rules.yaml", parts[key])
        yield case(f"{path.parent.name}/{path.stem}", [rules], parts["stream"])


def command_line():
    for path in sorted(root.glob("Tests/errctlTests/Cases/*.case")):
        files = {key[5:]: text for key, text in sections(path).items() if key.startswith("file ")}
        written = [name for name in files if re.search(r"\.(ya?ml|json)$", name) and not name.startswith(".")]
        for name in written:
            if "responders" not in files[name]:
                continue
            others = [(other, files[other]) for other in written if other != name]
            for stream in files:
                if stream.endswith(".ndjson"):
                    yield case(f"{path.stem}: {name}, {stream}", [(name, files[name]), *others], files[stream])


def native(one):
    """The resolutions that errctl writes, and its findings but those of checks.

    It refuses a stream without any record. None stands for rules that can't be used.
    """
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        for file in one["files"]:
            (work / file["name"]).parent.mkdir(parents=True, exist_ok=True)
            (work / file["name"]).write_text(file["text"])
        rules = one["files"][0]["name"]

        def run(*words):
            return subprocess.run([errctl, *words], cwd=work, capture_output=True, text=True, timeout=60)

        def resolutions(stream):
            (work / "the-stream").write_text(stream)
            replay = run("replay", rules, "the-stream", "--input", "errctl", "--resolutions", "the-resolutions")
            assert replay.returncode in (0, 2), (one["name"], replay.returncode, replay.stderr)
            return (work / "the-resolutions").read_text() if replay.returncode == 0 else None

        text = resolutions(one["stream"])
        if text is None and resolutions('{"status": 404}\n') is not None:
            text = ""
        found = json.loads(run("validate", rules, "--format", "json").stdout)["diagnostics"]
        return text, [[one["file"], one["range"]["start"]["line"], one["code"], one["message"]] for one in found if one["code"] not in checks]


def in_node(cases):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(cases, file)
        file.flush()
        source = root / "Sources/faces/CWorkbench/Assets/playground/engine.js"
        run = subprocess.run(
            ["node", here / "resolve.js", folder / "engine.wasm", source, file.name], check=True, capture_output=True, text=True, timeout=300
        )
        return json.loads(run.stdout)


def by_package(cases):
    """By the npm package, whose script is made of two."""
    script = """
      const { loadRules } = require(process.argv[1] + "/index.js");
      (async () => {
        const results = [];
        for (const { files, stream } of JSON.parse(require("fs").readFileSync(process.argv[1] + "/cases.json", "utf8"))) {
          const rules = await loadRules(Object.fromEntries(files.map(({ name, text }) => [name, text])));
          let text = null, fault;
          try { text = rules.replay(stream); } catch (error) { fault = error.message; }
          results.push({ text, fault, findings: rules.findings.map(({ file, line, code, message }) => [file, line, code, message]) });
        }
        process.stdout.write(JSON.stringify(results));
      })();
    """
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        sources = [root / "Sources/faces/CWorkbench/Assets/playground/engine.js", root / "editors/npm/index.js"]
        (work / "index.js").write_text("".join(source.read_text() for source in sources))
        (work / "engine.wasm").symlink_to((folder / "engine.wasm").resolve())
        (work / "cases.json").write_text(json.dumps(cases))
        run = subprocess.run(["node", "-e", script, work], check=True, capture_output=True, text=True, timeout=300)
        return json.loads(run.stdout)


def in_chromium(cases):
    """By the engine as it is packed in the page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto((folder / "playground.html").resolve().as_uri())
        results = page.evaluate(
            f"""async (cases) => {{
              {(here / "resolve.js").read_text()}
              return resolveAll(await openEngine(await unpack(document.getElementById("wb-engine").textContent)), cases);
            }}""",
            cases,
        )
        browser.close()
        return results


if __name__ == "__main__":
    packed = len(gzip.compress((folder / "engine.wasm").read_bytes(), 9))
    assert packed <= most, f"the engine has {packed:,} bytes, packed; at most {most:,}"
    groups = {"rule sets": list(rule_sets()), "seed systems": list(seed_systems()), "command line": list(command_line())}
    cases = [one for group in groups.values() for one in group]
    expected = [native(one) for one in cases]
    faults = 0
    for where, results in (("Node", in_node(cases)), ("the npm package", by_package(cases)), ("Chromium", in_chromium(cases))):
        for one, (text, findings), result in zip(cases, expected, results, strict=True):
            if result["text"] != text:
                faults += 1
                print(f"{where}: {one['name']}: {str(result)[:300]} instead of {str(text)[:300]}")
            for which, others, than in (("lacks", findings, result["findings"]), ("has", result["findings"], findings)):
                for finding in others:
                    if finding not in than:
                        faults += 1
                        print(f"{where}: {one['name']} {which} {finding}")
    for name, group in groups.items():
        records = sum(text.count("\n") for (text, _), one in zip(expected, cases) if text and one in group)
        print(f"{name}: {len(group)} cases, {records} records")
    assert len(groups["rule sets"]) >= 20 and len(groups["seed systems"]) >= 150 and len(groups["command line"]) >= 100
    print(
        f"{packed:,} bytes, packed; {len(cases)} cases in Node, by the npm package and in Chromium, "
        f"{sum(text is None for text, _ in expected)} with unusable rules, {sum(len(findings) for _, findings in expected)} findings"
    )
    sys.exit(1 if faults else 0)
