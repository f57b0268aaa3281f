#!/usr/bin/env python3
"""Writes what a released file contains of others, with the licences as their packages have them.

usage: notice.py BUILD          the program and the library, built in the folder BUILD; also for the wheel
       notice.py --debian BUILD  the same, as Debian's copyright file
       notice.py --engine        the engine in WebAssembly
       notice.py --site VENV     the documentation's site, made with the packages in VENV; with the playground, if that was built
"""
import json, pathlib, re, shutil, subprocess, sys

debian = pathlib.Path("/usr/share/doc")
editor = pathlib.Path("/usr/share/javascript/codemirror/lib/codemirror.js")
playground = pathlib.Path(".build-playground/playground.html")


def packages(build):
    """The Swift packages of a build: those that were resolved and checked out for it."""
    versions = {pin["identity"]: pin["state"].get("version", "") for pin in json.loads(pathlib.Path("Package.resolved").read_text())["pins"]}
    for folder in sorted((pathlib.Path(build) / "checkouts").iterdir()):
        if folder.name not in versions:
            continue
        texts = [folder / name for name in ("NOTICE.txt", "LICENSE.txt", "LICENSE")] + sorted(folder.glob("Sources/*/LICENSE"))
        yield folder.name, versions[folder.name], f"https://github.com/apple/{folder.name}", [text for text in texts if text.exists()]


def swift():
    compiler = pathlib.Path(shutil.which("swiftc") or "").resolve()
    version = subprocess.run(["swiftc", "--version"], capture_output=True, text=True).stdout
    licence = compiler.parent.parent / "share/swift/LICENSE.txt"
    return "Swift's standard library and runtime", re.search(r"Swift version (\S+)", version).group(1), "https://www.swift.org", [licence]


def system(name, package, home):
    """A library of the system that is linked as an archive, or a script that is embedded."""
    found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True) if shutil.which("dpkg-query") else None
    return name, found.stdout if found else "", home, [debian / package / "copyright"]


def theme(venv, name, home):
    """A Python package whose scripts, styles and icons are in the site."""
    folder = next(pathlib.Path(venv).glob(f"lib/*/site-packages/{name}-*.dist-info"))
    texts = [*folder.rglob("LICENSE*"), *folder.parent.glob(f"{name.removeprefix('mkdocs_')}/templates/.icons/*/LICENSE*")]
    return name.replace("_", "-"), folder.name.split("-")[1].removesuffix(".dist"), home, sorted(texts)


def of_program(build):
    return [
        swift(), *packages(build), system("libyaml", "libyaml-dev", "https://pyyaml.org/wiki/LibYAML"),
        system("zlib", "zlib1g-dev", "https://zlib.net"), system("Zstandard", "libzstd-dev", "https://facebook.github.io/zstd"),
    ]


def of_engine():
    builtins = sorted(debian.glob("libclang-rt-*-dev-wasm32"))[-1].name
    yaml = sorted(playground.parent.glob("libyaml-*/License"))[-1]
    return [
        swift(), ("libyaml", yaml.parent.name.removeprefix("libyaml-"), "https://pyyaml.org/wiki/LibYAML", [yaml]),
        system("wasi-libc", "wasi-libc", "https://github.com/WebAssembly/wasi-libc"),
        system("compiler-rt", builtins, "https://compiler-rt.llvm.org"),
    ]


def of_site(venv):
    found = [
        theme(venv, "mkdocs", "https://www.mkdocs.org"),
        theme(venv, "mkdocs_material", "https://squidfunk.github.io/mkdocs-material"),
    ]
    return found + of_engine() if playground.exists() else found


def without_apache(text):
    """A licence as Debian wants it, which has the Apache License on every system."""
    return re.sub(
        r"(?s) *Apache License\s+Version 2\.0.*?END OF TERMS AND CONDITIONS",
        "The Apache License, version 2.0: /usr/share/common-licenses/Apache-2.0 on Debian systems.", text)


def main(arguments):
    match arguments:
        case ["--site", venv]:
            subject, libraries, hasEditor = "This site", of_site(venv), playground.exists()
        case ["--engine"]:
            subject, libraries, hasEditor = "The engine of errctl", of_engine(), False
        case ["--debian", build] | [build] if not build.startswith("-"):
            subject, libraries, hasEditor = "errctl", of_program(build), True
        case _:
            raise SystemExit(__doc__)
    if hasEditor and editor.exists():
        libraries.append(system("CodeMirror", "libjs-codemirror", "https://codemirror.net/5/"))
    if arguments[0] == "--debian":
        print("This package was made from the sources of errctl.\nCopyright: the authors of errctl, who have not stated a licence yet.\n")
    print(f"{subject} contains work of others, under the licences below.\n")
    for name, version, home, _ in libraries:
        print(f"- {name} {version}, {home}".replace(" ,", ","))
    printed = {}
    for name, version, home, texts in libraries:
        print(f"\n{'=' * 100}\n{name} {version}".rstrip() + "\n")
        found = [text.read_text() for text in texts if text.exists()]
        if not found:
            raise SystemExit(f"notice: the licence of {name} is not on this machine: {', '.join(map(str, texts))}")
        for text in found:
            if text in printed:
                print(f"The licence is that of {printed[text]}, above.")
            else:
                printed[text] = name
                print((without_apache(text) if arguments[0] == "--debian" else text).rstrip())


if __name__ == "__main__":
    main(sys.argv[1:])
