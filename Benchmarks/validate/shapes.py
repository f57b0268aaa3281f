"""Rule files that grow in one respect each."""


def responder(rules, before=""):
    return f"version: 1\n{before}responders:\n  - id: app\n    rules:\n" + "".join(
        f"      - {{ id: r{index}, {rule} }}\n" for index, rule in enumerate(rules)
    )


def types(count):
    return responder(f"when: {{ type: App.Error{i} }}, then: cancel" for i in range(count))


def codes(count):
    return responder(f"when: {{ domain: com.example, code: {i} }}, then: cancel" for i in range(count))


def patterns(count):
    return responder(f"when: {{ operation: {{ matches: '^load-{i}-[0-9]+$' }} }}, then: cancel" for i in range(count))


def retries(count):
    retry = "then: { retry: { maxAttempts: 3, backoff: { initial: 1s, max: 5s } } }"
    return responder(f"when: {{ type: App.Error{i} }}, {retry}" for i in range(count))


def rates(count):
    return responder(
        f"when: {{ type: App.Error{i}, rate: {{ atLeast: 5, within: 1m }} }}, then: cancel" for i in range(count)
    )


def categories(count):
    declared = "".join(f"  - {{ name: c{i}, when: {{ type: App.Error{i} }} }}\n" for i in range(count))
    return responder((f"when: {{ category: c{i} }}, then: cancel" for i in range(count)), "categories:\n" + declared)


def breakers(count):
    declared = "".join(
        f"  b{i}: {{ when: {{ type: App.Error{i} }}, atLeast: 5, within: 1m, stays: 1m }}\n" for i in range(count)
    )
    return responder((f"when: {{ open: b{i} }}, then: cancel" for i in range(count)), "breakers:\n" + declared)


def responders(count, parent):
    return (
        "version: 1\nresponders:\n  - id: c0\n    rules: [ { id: server, when: { status: 5xx }, then: cancel } ]\n"
        + "".join(
            f"  - id: c{i}\n    parent: c{parent(i)}\n    origins: [ m{i}.* ]\n"
            f"    rules: [ {{ id: r, when: {{ type: App.Error{i} }}, then: cancel }} ]\n"
            for i in range(1, count)
        )
    )


def children(count):
    return responders(count, lambda _: 0)


def chain(count):
    return responders(count, lambda index: index - 1)


ALL = [types, codes, patterns, retries, rates, categories, breakers, children, chain]
