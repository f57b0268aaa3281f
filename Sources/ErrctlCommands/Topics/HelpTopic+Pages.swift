// swift-format-ignore-file
// Written by scripts/topics.py from docs/reference; change those pages.

extension HelpTopic {
  /// The topics in the order in which they are listed.
  static let all = [
    HelpTopic(name: "rule-file", summary: "The rule file on one page, then its top level.", text: ruleFileText),
    HelpTopic(name: "matchers", summary: "The conditions of a rule: everything below `when`.", text: matchersText),
    HelpTopic(name: "verdicts", summary: "The keys of a rule, the four words, retries, transforms.", text: verdictsText),
    HelpTopic(name: "responders", summary: "Chains, origins, policies, inheritance, contracts.", text: respondersText),
    HelpTopic(name: "actions", summary: "What a rule does: alerts, templates, throttles.", text: actionsText),
    HelpTopic(name: "events", summary: "Events that rules emit and handle.", text: eventsText),
    HelpTopic(name: "state", summary: "Rates, counted retries, the clock, random draws.", text: stateText),
    HelpTopic(name: "records", summary: "The recorded error, member by member.", text: recordsText),
    HelpTopic(name: "resolutions", summary: "What a replay writes for each record.", text: resolutionsText),
    HelpTopic(name: "preview", summary: "Retries, lists of records and --fail-on of a replay.", text: previewText),
    HelpTopic(name: "shards", summary: "Streams in shards: partial results, and how they merge.", text: shardsText),
    HelpTopic(name: "formats", summary: "Logs that errctl reads, and mappings for your own.", text: formatsText),
    HelpTopic(name: "policies", summary: "Retry policies of other systems, and what is lost of them.", text: policiesText),
    HelpTopic(name: "grpc", summary: "gRPC service configs.", text: grpcText),
    HelpTopic(name: "asl", summary: "Amazon States Language.", text: aslText),
    HelpTopic(name: "botocore", summary: "botocore's retry table.", text: botocoreText),
    HelpTopic(name: "envoy", summary: "Envoy's routes.", text: envoyText),
    HelpTopic(name: "istio", summary: "Istio's virtual services.", text: istioText),
    HelpTopic(name: "gateway-api", summary: "HTTP routes of the Gateway API.", text: gatewayApiText),
    HelpTopic(name: "buildkite", summary: "Buildkite pipelines.", text: buildkiteText),
    HelpTopic(name: "sentry", summary: "Sentry's fingerprint rules.", text: sentryText),
    HelpTopic(name: "airflow", summary: "Airflow's retry policies.", text: airflowText),
    HelpTopic(name: "temporal", summary: "Temporal's retry policies.", text: temporalText),
    HelpTopic(name: "resilience4j", summary: "Resilience4j's retries.", text: resilience4jText),
    HelpTopic(name: "polly", summary: ".NET's standard resilience handler.", text: pollyText),
    HelpTopic(name: "gitlab", summary: "GitLab CI/CD pipelines.", text: gitlabText),
    HelpTopic(name: "kubernetes", summary: "Kubernetes jobs.", text: kubernetesText),
    HelpTopic(name: "export", summary: "Rules as another system's policy, proved to say the same.", text: exportText),
    HelpTopic(name: "language-server", summary: "Editors: errctl lsp, what it checks, its protocol.", text: languageServerText),
    HelpTopic(name: "agents", summary: "Agents: errctl mcp, its tools, what they may read.", text: agentsText),
    HelpTopic(name: "workbench", summary: "Rules in a browser, beside recorded errors: errctl serve.", text: workbenchText),
    HelpTopic(name: "checks", summary: "Levels, options and suppression of findings.", text: checksText),
    HelpTopic(name: "tests", summary: "Suites, expectations, coverage.", text: testsText),
    HelpTopic(name: "recipes", summary: "Eight common problems and their rules.", text: recipesText),
  ]

  private static let ruleFileText = ##"""
    THE RULE FILE

    Rule language version 1. This page explains the whole idea; the pages in the
    table have every key. The tour takes ten minutes and shows the commands, too.

      The file
          the top level, `defaults`, `imports`, `lists`, `codes`, `types`; YAML and
          JSON
      Matchers (errctl help matchers)
          everything below `when`; how values compare; categories and named
          matchers
      Rules (errctl help verdicts)
          the four words (errctl help verdicts), a rule's keys, every verdict:
          retries, transforms, unwrapping
      Responders (errctl help responders)
          the chain, origins, `policy`, `otherwise`, `always`, `extends`,
          `contract`
      Events (errctl help events)
          `emit`, `events`, `raise`
      Actions (errctl help actions)
          everything below `do`: alerts, templates, throttles
      State and time (errctl help state)
          rates, breakers, counted retries, throttles, the alert queue, the clock,
          chance

    See also: the recorded error (errctl help records), which is the input; the
    resolution (errctl help resolutions), which is the result; the command line;
    the checks; configuration and suppression (errctl help checks).

    IN SHORT

    An error is raised at an origin. It goes to the responder of that origin and
    from there, parent by parent, to the root: it *escalates*. Each responder is an
    ordered list of rules. A rule has a matcher (`when`), actions (`do`) and a
    verdict (`then`). The first verdict that is an evaluation (`proceed`, `retry`,
    `cancel` or `abort` (errctl help verdicts)) ends the escalation. The result is
    a resolution.

    rules.yaml:

        version: 1
        name: notes
        defaults:
          category: unexpected              # for errors that no category matches
        categories:                         # the first that matches is the error's category
          - { name: signedOut, when: { any: [ { status: 401 }, { case: SessionError.expired } ] } }
          - { name: busy, when: { status: [ 429, 5xx ] } }
        responders:
          - id: app                         # the root: it has no parent
            rules:
              - { id: sign-in, when: { category: signedOut }, do: [ { perform: showSignIn } ], then: abort }
              - { id: again, when: { category: busy }, then: { retry: { maxAttempts: 3 } } }
            otherwise:                      # if no rule decided
              do: [ { present: { title: Something went wrong, message: "{error.message}" } } ]
              then: cancel
          - id: sync                        # escalates to app what it does not decide
            parent: app
            origins: [ "com.notes.sync.*" ]
            rules:
              - { id: later, when: { category: busy, attempt: { atLeast: 3 } }, do: [ { log: sync is late } ], then: proceed }

    `errors.ndjson` has four recorded errors:

    errors.ndjson:

        {"status": 503, "origin": "com.notes.sync.pull", "attempt": 3}
        {"status": 503, "origin": "com.notes.sync.pull", "attempt": 1}
        {"type": "Notes.SessionError", "case": "expired", "origin": "com.notes.editor"}
        {"message": "The disk is full.", "origin": "com.notes.editor"}

    They end like this. The reference shows outcomes as a table: the record's id,
    the outcome, the rule that decided, the category, and the responders it
    visited. The actions follow below it. `errctl replay rules.yaml errors.ndjson
    --resolutions -` prints the same as JSON.

    Outcomes:

        1   proceed            sync/later             [busy]   sync
              log “sync is late”
        2   retry              app/again              [busy]   sync → app
              try 1 of 3 failed; the next after 179 ms
        3   abort              app/sign-in            [signedOut]   app
              perform showSignIn
        4   cancel             app/otherwise          [unexpected]   app
              present “Something went wrong”, “The disk is full.” [OK]

    The first error starts at `sync`, and `sync/later` decides. The second is busy
    too, but it is the first try: no rule of `sync` matches, so it escalates to
    `app`. An error whose origin no responder claims starts at the root.

    The same rules in JSON:

    rules.json:

        { "version": 1, "name": "notes",
          "defaults": { "category": "unexpected" },
          "categories": [
            { "name": "signedOut", "when": { "any": [ { "status": 401 }, { "case": "SessionError.expired" } ] } },
            { "name": "busy", "when": { "status": [ 429, "5xx" ] } } ],
          "responders": [
            { "id": "app",
              "rules": [
                { "id": "sign-in", "when": { "category": "signedOut" }, "do": [ { "perform": "showSignIn" } ], "then": "abort" },
                { "id": "again", "when": { "category": "busy" }, "then": { "retry": { "maxAttempts": 3 } } } ],
              "otherwise": {
                "do": [ { "present": { "title": "Something went wrong", "message": "{error.message}" } } ],
                "then": "cancel" } },
            { "id": "sync", "parent": "app", "origins": [ "com.notes.sync.*" ],
              "rules": [
                { "id": "later", "when": { "category": "busy", "attempt": { "atLeast": 3 } },
                  "do": [ { "log": "sync is late" } ], "then": "proceed" } ] } ] }

    THE SAME EVERYWHERE

    - YAML and JSON mean exactly the same. `errctl validate` reports every mistake
      of a file in one run, each at its place.
    - Unknown keys are errors, with the key you probably meant. So are null,
      duplicate keys and cycles of any kind.
    - Names (`type case domain code category origin operation event`) are globs:
      `*` stands for any characters. Every other plain text is compared as it is.
    - A list means any of, a mapping all of: `{ status: [ 429, 5xx ], operation:
      pay }`.
    - Durations are a number with a unit: `200ms 1.5s 10m 1h 2d`. A bare number is
      an error.
    - `{error.message}` is a template, in texts that people or programs see; `{{`
      is a brace.
    - Ids have no `/` and do not begin with `#`. Elsewhere a rule is named
      `responder/rule`; a rule without an id is named by its ordinal, such as `#3`.
    - `description` and `meta` are allowed on the file, a category, a responder and
      a rule. They are carried into reports and change nothing.


    THE FILE

    The top level of a rule file, and its imports. YAML and JSON mean exactly the
    same.

      `version`  (type: 1; default: required)
          The version of the language: a number, not a text.
      `name`  (type: text; default: none)
          The rule set's name in reports; in the entry file only.
      `description`  (type: text; default: none)
          A description for readers, carried into findings and reports.
      `meta`  (type: mapping; default: none)
          Data for other tools, such as an owner or a runbook: carried into
          findings and reports, never interpreted.
      `defaults`  (type: mapping; default: none)
          Values for keys that are left out below; in the entry file only.
      `imports`  (type: list of paths; default: none)
          Rule files whose names this one uses; paths are relative to this file.
      `lists`  (type: names to lists of values; default: none)
          Named lists of values; below `when`, `$name` stands for a list.
      `codes`  (type: domains to symbols to integers or texts; default: the
          built-in tables)
          Symbols for the codes of your own domains.
      `types`  (type: names to types; default: none: every type is open)
          The ancestors and cases of error types, used by the checks.
      `matchers`  (type: names to matchers (errctl help matchers); default: none)
          Named matchers, used as `matcher: name`.
      `categories`  (type: list of categories (errctl help matchers); default:
          none)
          Categories of errors; the first that matches applies.
      `breakers`  (type: names to breakers (errctl help state); default: none)
          Named breakers: each is open while there are too many errors of a kind;
          used as `open: name`.
      `alerts`  (type: names to alerts (errctl help actions); default: none)
          Named alerts, used as `present: name`.
      `responders`  (type: list of responders (errctl help responders); default:
          none: the file is a fragment)
          Responders, and the parent to which each escalates what it does not
          decide.
      `escalation`  (type: list of ids; default: none)
          The responders' ids from the first to the root; short for a `parent` in
          each. In the entry file only.

    A file without `responders`, or with `abstract` ones only, is a fragment:
    others import it, and it cannot be replayed. It is checked on its own, so it
    must import every file whose names it uses. `responders: []` is an error.

    DEFAULTS

      `category`  (type: text; default: none)
          The category of errors that no category matches; it need not be listed.
      `retry`  (type: retry (errctl help verdicts); default: none)
          The keys that a retry leaves out, one by one.
      `ignore`  (type: `cancellation`, `none`; default: `cancellation`)
          Errors that are ignored: cancelled work.
      `unwrap`  (type: list of entries; default: none)
          Errors that are replaced by the one inside them, before they have a
          category.
      `unhandled`  (type: mapping; default: none)
          The evaluation of an error that no rule decided; a root may override each
          key.
      `policy`  (type: policy (errctl help responders); default: the first value of
          each key)
          How responders without a policy evaluate their rules.
      `platform`  (type: `darwin`, `linux`; default: `darwin`)
          The platform of records that name none: it decides the meaning of errno
          numbers.
      `responder`  (type: text; default: the only root)
          The responder where unknown origins start, or `none`: nowhere. Required
          with several roots.

    key of `unhandled`:

      `evaluation`  (type: `proceed`, `cancel`, `abort`; default: `cancel`)
          The evaluation of the resolution, which is not handled.
      `report`  (type: `none`, `trace`, `debug`, `info`, `notice`, `warning`,
          `error`, `critical`, `fatal`, `assert`; default: `error`)
          The severity with which the error is reported; shown in the summary.

    Cancelled work is ignored: `cancelled: true`, the type `CancellationError`
    (also in `is`), NSURLErrorDomain −999, NSCocoaErrorDomain 3072 and `grpc` 1. No
    rule is evaluated and no action runs, not even `always`. This is decided once,
    when the error is raised.

    rules.yaml:

        version: 1
        defaults:
          category: other
          unhandled: { evaluation: proceed, report: warning }
          responder: none
        responders:
          - id: app
            origins: [ app.* ]
            rules: [ { id: busy, when: { status: 503 }, then: cancel } ]

    errors.ndjson:

        {"status": 503, "origin": "app.feed"}
        {"status": 503, "origin": "widget"}
        {"type": "CancellationError", "origin": "app.feed"}
        {"status": 404, "origin": "app.feed"}

    Outcomes:

        1   cancel             app/busy               [other]   app
        2   unhandled, proceed nobody                 [other]
        3   cancel             ignored: cancellation  [other]
        4   unhandled, proceed nobody                 [other]   app

    The widget's error has no path, since no responder claims its origin. The last
    error visits `app`, which has no rule for it.

    `responder` may name a responder that has a parent. A disabled root's
    `unhandled` still holds.

    Unwrap

    Code that wraps errors at its borders hides them from the rules. `unwrap`
    replaces a wrapper by the error inside it as soon as it is raised, for all
    responders; no responder, category or contract ever sees the wrapper.

    key of an entry:

      `when`  (type: matcher (errctl help matchers); default: every error)
          The errors that are unwrapped; not by `category`, which comes later, nor
          by `rate`.
      `path`  (type: `payload.N`, `underlying`; default: required)
          The path of the inner error.

    The first entry whose `when` matches and whose path leads to an error replaces
    it. The entries then apply to the inner error, the same entry included, so a
    wrapper inside a wrapper is unwrapped too; an error is replaced at most 8
    times. Only then is it ignored as a cancellation, or does it get its category
    and meet the rules. So a cancellation inside a wrapper is ignored, and a
    wrapper's own `category` and `cancelled` do not count. Errors that an event
    rule raises, and errors after a `transform`, are not unwrapped. The
    resolution's `error` says what the error ended as; `explain` shows each entry
    that was evaluated.

    rules.yaml:

        version: 1
        defaults:
          unwrap:
            - { when: { case: APIError.transport }, path: payload.0 }
            - { when: { type: RequestError }, path: underlying }
        responders:
          - id: app
            rules: [ { id: offline, when: { domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet }, then: cancel } ]

    errors.ndjson:

        {"type": "APIError", "case": "transport", "payload": [{"type": "RequestError", "underlying": [{"type": "URLError", "domain": "NSURLErrorDomain", "code": -1009}]}]}
        {"type": "APIError", "case": "transport", "payload": [{"type": "CancellationError"}]}
        {"type": "APIError", "case": "transport", "payload": ["timed out"]}

    Outcomes:

        1   cancel             app/offline            app
              ended as URLError
        2   cancel             ignored: cancellation
              ended as CancellationError
        3   unhandled, cancel  nobody                 app

    LISTS AND CODES

    A list has at least one value, and only scalars. Use `$name` in a `when`, alone
    or inside a list, and in operators. Write a text that really begins with a
    dollar sign as `{ equals: "$x" }`.

    A word as `code` is looked up in the table of the plain `domain` beside it.
    NSURLErrorDomain, NSCocoaErrorDomain, NSPOSIXErrorDomain and `grpc` have
    tables; `codes` adds to them, or makes one for a domain of yours. Defining a
    word that the table already has is an error, and so is using one that it lacks.
    In a domain without a table the word is a plain string. errno symbols follow
    the record's `platform`, never the machine that runs the rules.

    rules.yaml:

        version: 1
        lists: { offline: [ NSURLErrorNotConnectedToInternet, NSURLErrorNetworkConnectionLost ] }
        codes: { acme.pay: { CARD_DECLINED: 4001, CARD_EXPIRED: 4002 } }
        responders:
          - id: app
            rules:
              - { id: no-network, when: { domain: NSURLErrorDomain, code: $offline }, then: cancel }
              - { id: declined, when: { domain: acme.pay, code: CARD_DECLINED }, then: abort }
              - { id: locked, when: { domain: NSPOSIXErrorDomain, code: EAGAIN }, then: retry }

    errors.ndjson:

        {"domain": "NSURLErrorDomain", "code": -1009}
        {"domain": "acme.pay", "code": "4001"}
        {"domain": "NSPOSIXErrorDomain", "code": 11, "attempt": 1, "platform": "linux"}
        {"domain": "NSPOSIXErrorDomain", "code": 11, "attempt": 1}

    Outcomes:

        1   cancel             app/no-network         app
        2   abort              app/declined           app
        3   retry              app/locked             app
              try 1 of 3 failed; the next after 110 ms
        4   unhandled, cancel  nobody                 app

    EAGAIN is 11 on Linux and 35 on Darwin.

    TYPES

      `is`  (type: list of type names; default: none)
          Its ancestors and protocols.
      `cases`  (type: list of names; default: open)
          All its cases; with `[]`, it has none.

    A declaration never changes what matches. It makes a rule that names an unknown
    case an error:

    rules.yaml:

        version: 1
        types:
          NetworkError: { is: [ LocalizedError ], cases: [ server, unauthorized, decoding ] }
        responders:
          - id: app
            rules:
              - { id: log-in, when: { case: NetworkError.unauthorised }, then: abort }

    $ errctl validate rules.yaml

        rules.yaml:7:37: error: “NetworkError” has no case “unauthorised”. Did you mean “unauthorized”? [unknown-case]
         7 |       - { id: log-in, when: { case: NetworkError.unauthorised }, then: abort }
           |                                     ^^^^^^^^^^^^^^^^^^^^^^^^^
        1 error

    - A declaration of `NetworkError` covers `Shop.NetworkError`. If a rule's name
      is shorter than the declared one, all declared types it may mean count
      together, and an unknown case is a warning.
    - Not checked: a case without a type, globs, operators, and a `case` beside a
      `type`. Names compare by at most 32 components.
    - A cycle of `is` is an error, if the ancestor is certainly the declared type.

    IMPORTS

    `imports` bring `lists codes types matchers categories alerts responders` into
    one namespace; the same name twice is an error. `name`, `defaults` and
    `escalation` may appear only in the entry file, `description` and `meta` in
    any. An imported file needs `version: 1`, too.

    common/network.yaml:

        version: 1
        matchers: { offline: { domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet } }
        categories: [ { name: network, when: { any: [ { matcher: offline }, { status: 5xx } ] } } ]
        alerts: { sorry: { title: You are offline, buttons: [ OK ] } }

    rules.yaml:

        version: 1
        imports: [ common/network.yaml ]
        categories: [ { name: gone, when: { status: 503 } } ]    # comes before the imported ones
        responders:
          - id: app
            rules: [ { id: offline, when: { category: network }, do: [ { present: sorry } ], then: cancel } ]
            otherwise: { then: abort }

    errors.ndjson:

        {"domain": "NSURLErrorDomain", "code": -1009}
        {"status": 503}

    Outcomes:

        1   cancel             app/offline            [network]   app
              present “You are offline” [OK]
        2   abort              app/otherwise          [gone]   app

    - Order: first the file itself, then each import with its own imports, depth
      first, as written. Categories have this order, so a category cannot refer to
      one that its file imports.
    - Paths are relative to the importing file; rules from standard input or a pipe
      import relative to the working directory. They end in `.yaml`, `.yml` or
      `.json` and stay in the entry file's folder. Links are resolved first, also
      for the entry file. A URL, an absolute path (`~/…` and `C:/…` too) and a
      pattern (`*`, `?`, `[`) are errors. Only regular files are read. File names
      in findings begin the way you named the entry file.
    - A file is read once, however often it is imported. The same file twice in one
      list is an error, and so is a cycle of imports. Two ways to the same file (a
      diamond) are fine.
    - Several files may add to one domain's `codes`; the same word twice is an
      error.
    - As long as an import cannot be read, unknown names are not reported: they may
      be defined there.
    - `errctl validate FOLDER` checks fragments on their own, too. A file with
      responders that another selected file imports is checked only as part of that
      file, unless you name it. In a cycle of imports, all files are checked as
      parts of the first.
    - In the library, an `ImportReader` finds the files. Without one, `imports` is
      an error.
    - Limits: `import-files`, `import-depth`.

    YAML AND JSON

    JSON is RFC 8259. YAML follows the 1.2 core schema: `no`, `on` and `yes` are
    strings, `010` is ten. A file has one document. Tags, `<<`, duplicate keys,
    null (outside payload values, attribute values and examples) and cycles are
    errors.

    - The first of two duplicate keys counts for the rest of the checks. Keys
      compare by canonical equivalence: composed and decomposed é are the same key.
    - `-0` is the integer 0; a number beyond the range of Double becomes the
      largest finite one; `.inf` and `.nan` are errors.
    - Anchors and aliases work. If an anchor is defined twice, the last definition
      before the alias counts. A finding about aliased text points at the anchor's
      text.
    - `%YAML 1.1` is a warning, `1.3` an error. After 1,000 findings about its
      syntax the rest of a file is not read.
    - YAML, unlike JSON, rejects surrogate-pair escapes, keys over 1,024 characters
      and a raw DEL (limits of libyaml).

    """##

  private static let matchersText = ##"""
    MATCHERS

    A matcher describes the errors that a rule, a category or a named matcher
    matches. It is a mapping of keys, all of which must hold. If a value is a list,
    one of its elements must match; only `all` requires every one. `{}` matches
    every error, and so does a rule without `when`. Keys are compared in the order
    of the file, up to the first that does not hold.

    THE KEYS

      `all`
          A list of matchers, all of which must hold.
          for example: `{"all": [{"type": "E"}, {"status": "5xx"}]}`
      `any`
          A list of matchers, one of which must hold.
          for example: `{"any": [{"status": 401}, {"case": "unauthorized"}]}`
      `not`
          A matcher that must not hold; a matcher whose field is missing does not
          hold.
          for example: `{"not": {"status": "4xx"}}`
      `matcher`
          A matcher declared under “matchers”, by name; or a list, one of which
          must hold.
      `custom`
          A plugin's matcher, by name and with an argument; or a list, one of which
          must hold.
      `type`
          The error's type, one of its ancestors or one of its protocols; {
          exactly: X } for the type alone.
          for example: `{"type": "NetworkError"}`
      `case`
          The enum case: server, or NetworkError.server, or server(500) with its
          first values.
          for example: `{"case": "NetworkError.server"}`
      `payload`
          The case's associated values, by index; or matchers on errors nested
          there.
          for example: `{"payload": {"0": "5xx"}}`
      `domain`
          The error's domain, as bridged to NSError.
          for example: `{"domain": "NSURL*"}`
      `code`
          The error's code: numbers, ranges, strings, or symbols of the domain
          beside it.
          for example: `{"domain": "NSURLErrorDomain", "code":
          "NSURLErrorTimedOut"}`
      `status`
          The HTTP status; if missing, the problem document's, or else
          attributes.http.response.status_code.
          for example: `{"status": ["5xx", 429]}`
      `attempt`
          The number of this try of the operation; 1 is the first.
          for example: `{"attempt": {"atLeast": 3}}`
      `retryAfter`
          The delay that the server asks for.
          for example: `{"retryAfter": {"greaterThan": "1m"}}`
      `message`
          The error's localized description.
          for example: `{"message": {"contains": "timed out", "ignoreCase": true}}`
      `reason`
          The error's localized failure reason.
          for example: `{"reason": {"hasPrefix": "The card"}}`
      `suggestion`
          The error's localized recovery suggestion.
          for example: `{"suggestion": {"exists": true}}`
      `time`
          The time of the error, as recorded, compared as text.
          for example: `{"time": {"hasPrefix": "2026-11-20T08"}}`
      `id`
          The record's own id.
          for example: `{"id": "a1"}`
      `platform`
          The platform of the record's errno numbers: darwin or linux.
          for example: `{"platform": "linux"}`
      `origin`
          The origin: where the error was raised.
          for example: `{"origin": "com.shop.login.*"}`
      `operation`
          The operation that failed.
          for example: `{"operation": ["pay", "refund"]}`
      `category`
          The error's category, from the rule file's categories or from the record.
      `open`
          A breaker declared under “breakers”, by name, that is open for the error;
          or a list, one of which is.
      `severity`
          The error's severity: trace, debug, info, notice, warning, error,
          critical or fatal.
          for example: `{"severity": {"atLeast": "error"}}`
      `fatal`
          Whether the error is fatal; if not recorded, whether its severity is
          fatal.
          for example: `{"fatal": true}`
      `cancelled`
          Whether the error is a cancellation.
          for example: `{"cancelled": true}`
      `problem`
          The problem document (RFC 9457), by type, title, status, detail,
          instance, ext and strict.
          for example: `{"problem": {"type": {"hasSuffix": "/out-of-credit"},
          "ext": {"balance": {"lessThan": 50}}}}`
      `attributes`
          Other members of the record, by dotted name.
          for example: `{"attributes": {"http.route": "/pay", "retries":
          {"atLeast": 3}}}`
      `underlying`
          A matcher on any cause; it sees that cause's own fields only.
          for example: `{"underlying": {"domain": "NSPOSIXErrorDomain"}}`
      `rootCause`
          A matcher on the last cause, or on the error itself if it has none.
          for example: `{"rootCause": {"code": 61}}`
      `inside`
          A matcher on the error itself, any error in its payload, or any cause; it
          sees one error's own fields only.
          for example: `{"inside": {"type": "URLError"}}`
      `options`
          Whether the error has recovery options.
          for example: `{"options": {"exists": true}}`
      `answers`
          Whether a person's answers were recorded.
          for example: `{"answers": {"exists": true}}`
      `performed`
          Whether the results of actions with “failed” were recorded.
          for example: `{"performed": {"exists": true}}`
      `is`
          Whether ancestors or protocols were recorded; match one of them with
          “type”.
          for example: `{"is": {"exists": true}}`
      `event`
          The event's name; in event rules only.
          for example: `{"event": "session.*"}`
      `with`
          The event's values, by dotted name; in event rules only.
          for example: `{"with": {"screen.name": "cart", "tries": {"atLeast": 2}}}`

    `rate` may appear only at the top level of a rule's `when`: state and time
    (errctl help state). `open` asks a breaker (errctl help state), in a rule's
    `when` and in named matchers of rules, not about other errors. `event` and
    `with` are for event rules (errctl help events), which have no other keys. To
    match fields of your own, write them under `attributes`.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: exact, when: { case: "NetworkError.server(500)" }, then: abort }
              - { id: server, when: { case: NetworkError.server, payload: { 0: 5xx } }, then: cancel }
              - { id: network, when: { type: NetworkError }, then: proceed }

    errors.ndjson:

        {"type": "Shop.NetworkError", "case": "server", "payload": [500]}
        {"type": "Shop.NetworkError", "case": "server", "payload": [503]}
        {"type": "Shop.Timeout", "is": ["Shop.NetworkError"]}
        {"type": "Shop.MyNetworkError"}

    Outcomes:

        1   abort              app/exact              app
        2   cancel             app/server             app
        3   proceed            app/network            app
        4   unhandled, cancel  nobody                 app

    - Type and case names are compared by whole dotted components from the right:
      `NetworkError` matches `Shop.NetworkError` and never `Shop.MyNetworkError`. A
      plain `type` also matches the names under `is`, even if the record has no
      `type`; operators see only the type itself. A glob is compared with the whole
      qualified name. Under `case`, a glob without a dot is compared with the case
      alone.
    - `case` compares the dynamic type. Values in parentheses are JSON scalars or
      nested cases (32 deep). Only the values that you write are compared, from the
      first on. `server()` means no values. Values are compared as JSON: 500 equals
      500.0, not "500"; strings have JSON's escapes.
    - Swift types that are structs have no case. `URLError`, `CocoaError` and
      `POSIXError` are recorded with the domain and code that they bridge to.
      `case: URLError.timedOut`, and the words of `code` beside `type: URLError`
      without a `domain`, mean this domain and code: `{ domain: NSURLErrorDomain,
      code: NSURLErrorTimedOut }`. Elsewhere such a name is a word like any other.
      So is a name that the struct does not have, and every case of a `URLError`
      that you declare under `types`.
    - `payload` takes indices. A mapping of operators tests the value; any other
      mapping is a matcher on the nested error; `exists` works with both. Match
      other members of the nested error under `attributes`, as for any error:
      `payload: { 0: { attributes: { http_status: 5xx } } }`.

    VALUES

      `domain` `origin` `operation` `event`
          a name, compared as a whole and case-sensitively; `*` stands for any
          characters
          of text
      `type` `case`
          a name as above
          of text, on the whole text; `exactly` on `type`
      `category`
          the name of a category that is listed, or a glob of such names
          of text (not in a category)
      `message` `reason` `suggestion` `id` `time` `platform`
          the whole text
          of text
      `status` `attempt`
          a number, `400..<500`, `400...499`, `4xx`
          of numbers
      `retryAfter`
          a duration; compared as a length of time
          of numbers, with durations
      `code`
          an integer, a range, a class, a symbol, a text or a glob; an integer and
          its decimal text are the same code
          of both
      `severity`
          a word, or a number from 1 to 24, which becomes its word
          `lessThan atMost atLeast greaterThan equals`
      `fatal` `cancelled`
          true, false
      `payload` `attributes` `problem.ext` `with`
          any scalar, compared as JSON; ranges and classes are numbers
          all
      `is` `options` `answers`
          `exists` only

      `equals`  (type: scalar)
          Equals the whole value. The text is literal: no glob, no `$name` of a
          list.
      `contains`  (type: text, not empty)
          Is part of the text.
      `hasPrefix`  (type: text, not empty)
          The beginning of the text.
      `hasSuffix`  (type: text, not empty)
          The end of the text.
      `glob`  (type: text)
          The whole text; `*` stands for any characters, `?` for one.
      `matches`  (type: text)
          A regular expression in RE2 syntax, found anywhere; `^` and `$` anchor
          it. A number never matches.
      `ignoreCase`  (type: true, false)
          `true`: upper and lower case are the same, by simple case folding
          (Unicode 15).
      `lessThan`  (type: number, duration or severity)
          The value is less than this.
      `atMost`  (type: number, duration or severity)
          The value is less than or equal to this.
      `atLeast`  (type: number, duration or severity)
          The value is greater than or equal to this.
      `greaterThan`  (type: number, duration or severity)
          The value is greater than this.
      `exists`  (type: true, false)
          `true`: the field must have a value; `false`: it must have none.
      `exactly`  (type: name, or list of names)
          On `type`: the error's own type, not an ancestor's.

    `{ equals: "4xx" }`, `{ equals: "$x" }` and `{ equals: "*" }` compare with
    these texts. `ignoreCase` stands beside text operators; in `matches` it is
    RE2's `(?i)`. A search always takes linear time. `exists` is for every field,
    `exactly` for `type`.

    All operators of a mapping must hold. If the value of an operator is a list,
    one of its elements must hold. For an array attribute, the same element must
    satisfy all operators. An empty list, an empty range (`500..<500`), a mapping
    without an operator, and an operator that does not fit the field are errors.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: slow, when: { message: { contains: timed out, ignoreCase: true } }, then: retry }
              - { id: numbered, when: { message: { matches: "^E[0-9]{3}:" } }, then: abort }
              - { id: ours, when: { domain: acme.*, code: [ 404, 500...599 ] }, then: cancel }
              - { id: vip, when: { attributes: { http.route: /pay, tags: [ gold, vip ] } }, then: proceed }

    errors.ndjson:

        {"message": "The request Timed Out.", "attempt": 1}
        {"message": "E417: too much."}
        {"domain": "acme.pay", "code": "503"}
        {"type": "E", "http": {"route": "/pay"}, "tags": ["new", "vip"]}
        {"type": "E", "attributes": {"http.route": "/pay", "tags": ["new"]}}

    Outcomes:

        1   retry              app/slow               app
              try 1 of 3 failed; the next after 110 ms
        2   abort              app/numbered           app
        3   cancel             app/ours               app
        4   proceed            app/vip                app
        5   unhandled, cancel  nobody                 app

    - `id` compares the record's own id, never the ordinal.
    - Strings are compared by Unicode scalar. Numbers beyond 64 bits are compared
      exactly as `id` and `code`, elsewhere as the nearest double.
    - A record's text code that is a symbol of the record's domain is that code
      too: `{ domain: grpc, code: 14 }` and `{ domain: grpc, code: UNAVAILABLE }`
      match the codes 14, `"14"` and `"UNAVAILABLE"` of `grpc`. Numbers, ranges and
      classes are compared with the number, texts and globs with the text. The
      symbols are those of the built-in tables and of your `codes`; an errno symbol
      has the number of the record's platform.
    - `010` is not the code 10; only canonical decimals count as codes. A glob is
      never looked up as a symbol (codes (errctl help rule-file)), nor is a word
      beside a list of domains.
    - Attributes have dotted names: write `http.route`; a nested mapping is an
      error. Every way to split the name at its dots is tried, and the longest
      literal key wins.

    MISSING FIELDS

    A missing field matches nothing but `{ exists: false }`, so a `not` around it
    matches. Derived values are never missing: `fatal` (whether the severity is
    `fatal`), `platform`, and `problem.type` (`about:blank`) if there is a
    `problem`. An attribute that is null exists and equals null. `underlying: []`
    exists.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: no-id, when: { status: 5xx, attributes: { request: { exists: false } } }, then: abort }
              - { id: not-ours, when: { not: { status: 4xx } }, then: cancel }

    errors.ndjson:

        {"status": 503}
        {"status": 503, "request": "a1"}
        {"type": "E"}
        {"status": 404}

    Outcomes:

        1   abort              app/no-id              app
        2   cancel             app/not-ours           app
        3   cancel             app/not-ours           app
        4   unhandled, cancel  nobody                 app

    PROBLEMS AND CAUSES

    key of `problem`:

      `type`  (type: text, list, or operators)
          The problem type, a URI; `about:blank` if the document has none.
      `title`  (type: text, list, or operators)
          A short summary of the problem type.
      `detail`  (type: text, list, or operators)
          An explanation of this occurrence.
      `instance`  (type: text, list, or operators)
          A URI of this occurrence.
      `status`  (type: number, range, class, list, or operators)
          The HTTP status, as the document repeats it.
      `ext`  (type: dotted names to values or operators)
          The document's extension members, by dotted name.
      `strict`  (type: true, false)
          `true`: a document whose members have the wrong types (RFC 9457), or
          whose type is empty, does not match.
      `exists`  (type: true, false)
          `true`: a problem document must be present; `false`: there must be none.

    `underlying` holds if its matcher holds for one of the causes. `rootCause`
    compares the last cause, or the error itself (category included) if there is
    none. Only the cause's own fields count, including its own `category`; the
    platform is the record's. The causes of a cause are those after it in the flat
    list.

    `inside` holds if its whole matcher holds for a single error: the error itself,
    an error in its payload, or one of its causes. Of an error in the payload or a
    cause only its own fields count, as for `underlying`; the error itself has its
    category, as for `rootCause`. Errors nested in the payload of these are not
    compared. A category may use `inside`. An `inside` within another `inside` is
    an error.

    inside.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: offline, when: { inside: { case: URLError.notConnectedToInternet } }, then: cancel }
            otherwise: { then: abort }

    wrapped.ndjson:

        {"domain": "NSURLErrorDomain", "code": -1009}
        {"type": "APIError", "case": "transport", "payload": [{"domain": "NSURLErrorDomain", "code": -1009}]}
        {"type": "RequestError", "underlying": [{"domain": "NSURLErrorDomain", "code": -1009}]}
        {"type": "RequestError", "code": -1009, "underlying": [{"domain": "NSURLErrorDomain", "code": -1001}]}

    Outcomes:

        1   cancel             app/offline            app
        2   cancel             app/offline            app
        3   cancel             app/offline            app
        4   abort              app/otherwise          app

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: top-up
                when: { problem: { type: { hasSuffix: /out-of-credit }, ext: { balance: { lessThan: 50 } } } }
                then: cancel
              - { id: no-host, when: { rootCause: { domain: NSPOSIXErrorDomain, code: ECONNREFUSED } }, then: abort }
              - { id: some-cause, when: { underlying: { type: URLError } }, then: proceed }

    errors.ndjson:

        {"problem": {"type": "https://example.com/out-of-credit", "balance": 30}}
        {"type": "SyncError", "underlying": [{"type": "URLError"}, {"domain": "NSPOSIXErrorDomain", "code": 61}]}
        {"type": "SyncError", "underlying": [{"type": "URLError"}, {"domain": "NSPOSIXErrorDomain", "code": 2}]}
        {"type": "URLError"}

    Outcomes:

        1   cancel             app/top-up             app
        2   abort              app/no-host            app
        3   proceed            app/some-cause         app
        4   unhandled, cancel  nobody                 app

    NAMED MATCHERS

    `matchers` gives a matcher a name; `matcher: name` (or a list of names) uses
    it. To write a tag or group of another system, use `any`: a rule matches once,
    however many members of the group hold. The order of named matchers does not
    matter. A matcher that refers to itself is an error. References may nest 200
    deep and expand to 1,000,000 conditions.

    `all` and `any` take a list of matchers, `not` one mapping.

    rules.yaml:

        version: 1
        matchers:
          offline: { domain: NSURLErrorDomain, code: [ -1009, -1005 ] }
          network: { any: [ { matcher: offline }, { status: 5xx } ] }
        responders:
          - id: app
            rules:
              - { id: reads, when: { all: [ { matcher: network }, { not: { operation: save* } } ] }, then: retry }

    errors.ndjson:

        {"status": 503, "operation": "load", "attempt": 1}
        {"status": 503, "operation": "saveDraft", "attempt": 1}
        {"domain": "NSURLErrorDomain", "code": -1009, "attempt": 1}

    Outcomes:

        1   retry              app/reads              app
              try 1 of 3 failed; the next after 125 ms
        2   unhandled, cancel  nobody                 app
        3   retry              app/reads              app
              try 1 of 3 failed; the next after 141 ms

    CATEGORIES

      `name`  (type: text; default: required)
          The name that rules use; unique.
      `when`  (type: matcher; default: only errors that name the category get it)
          The errors in this category; an error gets the first whose `when` holds.
      `description`  (type: text; default: none)
          A description for readers, carried into findings and reports.
      `meta`  (type: mapping; default: none)
          Data for other tools, such as an owner or a runbook: carried into
          findings and reports, never interpreted.
      `suppress`  (type: codes to reasons (errctl help checks); default: none)
          Findings that are not reported here: their codes, each with a reason.

    An error has one category, the first of these that exists:

    1. the record's own `category`, if the file lists it; a category that is not
       listed is ignored and reported (`unknownCategory`),
    2. the first of `categories` whose `when` holds,
    3. `defaults.category`.

    The category is determined when the error is raised, and again after the error
    is replaced (errctl help verdicts).

    A category may refer only to categories above it that have a `when`. The
    reference holds if that `when` holds. A glob stands for all listed categories
    that it matches; a glob that matches none is an error.

    rules.yaml:

        version: 1
        defaults: { category: other }
        categories:
          - { name: slow, when: { status: [ 408, 504 ] } }
          - { name: server, when: { any: [ { category: slow }, { status: 5xx } ] } }
          - { name: userInput }
        responders:
          - id: app
            rules:
              - { id: server, when: { category: s* }, then: cancel }
              - { id: input, when: { category: userInput }, then: proceed }

    errors.ndjson:

        {"status": 504}
        {"status": 500}
        {"status": 500, "category": "userInput"}
        {"status": 404, "category": "unheardOf"}

    Outcomes:

        1   cancel             app/server             [slow]   app
        2   cancel             app/server             [server]   app
        3   proceed            app/input              [userInput]   app
        4   unhandled, cancel  nobody                 [other]   app
              its own category “unheardOf” is not listed

    CUSTOM MATCHERS

    key of `custom`:

      `name`  (type: text; default: required)
          The question's exact name in the plugin.
      `with`  (type: depends on the plugin; default: none)
          The question's argument.

    `custom: name` is the short form; in a list, one name must hold. A plugin's
    function decides whether a `custom` holds. The function must be pure, since it
    may be called more than once. errctl has no plugin of its own: a `custom` is
    false unless you pass `--stub NAME=true`, and the resolution is `assumed`. A
    stub counts only for a name that no plugin provides. `errctl validate` reports
    such a name as a note; a stub removes the note, and `--require-plugins` makes
    it an error even with a stub. While the category is being determined, plugins
    see no category.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: trial, when: { status: 402, custom: { name: isOnTrial, with: { days: 14 } } }, then: proceed }
              - { id: pay, when: { status: 402 }, then: cancel }

    errors.ndjson:

        {"status": 402}
        {"status": 404}

    Outcomes:

        1   proceed (assumed)  app/trial              app
        2   unhandled, cancel  nobody                 app

    """##

  private static let verdictsText = ##"""
    RULES

    A rule says which errors it matches, what is done about them, and how they end.

    THE FOUR WORDS

    The words come from ErrorResponder. Reference, help, reports, messages and code
    use these four and no others.

      `proceed`
          for your code: the error is dealt with; go on in whatever way is natural
          for a person: nothing is lost
      `retry`
          for your code: the error is dealt with; do what failed once more, after
          the delay
          for a person: it takes longer
      `cancel`
          for your code: the error is dealt with; leave out what would have come
          next, and stay where you are
          for a person: the operation is given up, the place is not
      `abort`
          for your code: the error was too severe; leave the whole flow or process
          it happened in
          for a person: the screen closes, the job ends, the user is logged out

    Two more words are often confused:

    - a verdict is what a rule says: its `then`. The four evaluations are verdicts;
      the others say where to look next.
    - an outcome is how an error ended: an evaluation, and whether anybody handled
      it. An error that nobody handles ends with the evaluation that its root's
      `unhandled` (errctl help rule-file) names.

    An answer is what a person chose on an alert's button, and nothing else.

    THE KEYS

      `id`  (type: text; default: `#3`, its ordinal)
          Its name, unique among the rules and event rules of its responder,
          without `/` and without `#` at its start; `RESPONDER/ID` from elsewhere.
      `when`  (type: matcher (errctl help matchers), or a list of matchers;
          default: every error)
          The errors it matches; a list of matchers is short for `any`.
      `do`  (type: list of actions (errctl help actions); default: none)
          The actions, in order. Only the failure of an action with `failed`
          changes the verdict.
      `then`  (type: verdict; default: required)
          The verdict: `proceed`, `retry`, `cancel`, `abort`, `continue` or
          `escalate`, or a mapping. Leave it out only if a button decides, or under
          `match: all` for `proceed`.
      `replaces`  (type: text; default: none)
          The inherited rule that this one replaces.
      `enabled`  (type: true, false; default: true)
          `false`: the rule is checked, but not evaluated; with `replaces`, it
          removes the inherited rule.
      `examples`  (type: mapping; default: none)
          Errors that show what the rule is for; they run as tests.
      `description`  (type: text; default: none)
          A description for readers, carried into findings and reports.
      `meta`  (type: mapping; default: none)
          Data for other tools, such as an owner or a runbook: carried into
          findings and reports, never interpreted.
      `suppress`  (type: codes to reasons (errctl help checks); default: none)
          Findings that are not reported here: their codes, each with a reason.

    key of `examples`:

      `match`  (type: list of errors (errctl help records); default: none)
          Errors, raised at this responder, that this rule decides.
      `noMatch`  (type: list of errors (errctl help records); default: none)
          Errors that this rule does not decide.

    `errctl test` (errctl help tests) runs the examples. Each is a recorded error
    (errctl help records); null is allowed, and a member that looks like a misspelt
    field is a finding.

    key of a suppression:

      `reason`  (type: text; default: required)
          Why the finding is acceptable here.
      `until`  (type: text; default: without end)
          The last day on which the finding is not reported, as a date.

    VERDICTS

      `proceed`  (type: word)
          The error is dealt with; go on in whatever way is natural.
      `cancel`  (type: word)
          The error is dealt with; leave out what would have come next, and stay
          where you are.
      `abort`  (type: word)
          The error was too severe; leave the whole flow or process it happened in.
      `retry`  (type: word)
          The error is dealt with; do what failed once more (after the delay).
      `continue`  (type: word)
          Nothing is decided; the next rule of this responder that matches runs.
      `escalate`  (type: word)
          Nothing is decided here; the error goes to the parent responder, past the
          rules below and `otherwise`.
      `transform`  (type: mapping)
          Replaces the error, or edits it, and goes on with the next rule.
      `unwrap`  (type: `payload.N`, `underlying`)
          Replaces the error by the one inside it, and goes on with the next rule.
      `emit`  (type: text)
          The name of an event that replaces the error and starts here.

    A word that deals with the error is an evaluation: the escalation ends there.
    The others are mappings, such as `{ transform: { … } }`, `{ unwrap: payload.0
    }` and `{ emit: name }` (events (errctl help events)); `{ retry: { … } }` is a
    retry with a budget of its own.

    A rule has one verdict. Two verdicts in one mapping, or a verdict beside an
    alert that decides, are an error.

    rules.yaml:

        version: 1
        escalation: [ editor, app ]
        responders:
          - id: editor
            origins: [ editor ]
            rules:
              - { id: note, when: { status: 5xx }, do: [ { log: seen } ], then: continue }
              - { id: up, when: { status: 503 }, then: escalate }
              - { id: sorry, when: { status: 5xx }, then: cancel }
          - id: app
            rules: [ { id: stop, when: { status: 503 }, then: abort } ]

    errors.ndjson:

        {"status": 503, "origin": "editor"}
        {"status": 500, "origin": "editor"}
        {"status": 404, "origin": "editor"}

    Outcomes:

        1   abort              app/stop               editor → app
              log “seen”  (editor/note)
        2   cancel             editor/sorry           editor
              log “seen”  (editor/note)
        3   unhandled, cancel  nobody                 editor → app

    RETRY

      `maxAttempts`  (type: 1–1,000; default: 3)
          The number of tries, the first included. With 1 there is no retry.
      `per`  (type: field or path (errctl help actions), or a list of them;
          default: `operation`)
          Fields whose values group the errors that share the budget.
      `within`  (type: duration, not 0; default: `10m`)
          How long tries are remembered.
      `backoff`  (type: mapping; default: see its keys)
          The delays between tries.
      `deadline`  (type: duration, not 0, or `none`; default: `none`)
          No try is granted whose delay ends later than this after the first
          failure.
      `quota`  (type: mapping, or `none`; default: `none`)
          The limit of the retries of all errors together.
      `exhausted`  (type: `continue`, `escalate`, `proceed`, `cancel`, `abort`;
          default: `continue`)
          The verdict once no try is left.

    key of `backoff`:

      `initial`  (type: duration; default: `200ms`)
          The longest delay before the first retry.
      `multiplier`  (type: 1–1,000; default: 2)
          The factor by which each further delay grows.
      `max`  (type: duration; default: `30s`)
          The longest delay, before jitter; only `retryAfter` and a share as
          `jitter` may exceed it.
      `jitter`  (type: `none`, `full`, `equal`, 0–1; default: `full`)
          What part of the delay is random: none of it, all of it (`full`), or its
          second half (`equal`). A number is the share of the delay by which it may
          be longer or shorter.

    A key that you leave out comes from `defaults.retry`. The delay is min(`max`,
    `initial` × `multiplier`^(try − 1)) with jitter, but at least the record's
    `retryAfter`, rounded to a millisecond.

    Which try is it? With `per: operation` it is the record's `attempt`. If the
    record has none, or `per` names something else, errctl counts: one more than
    the errors of the same key that this rule retried within `within` (counted
    retries (errctl help state)). If there is neither an `attempt` nor a value for
    every key of `per`, the retry is granted *untracked*, and its resolution has no
    `attempt`. Choose `within` longer than all delays of the budget together. If it
    is shorter, tries are forgotten before the budget is exhausted.

    The budget is checked before `do`. When it is exhausted the rule runs no
    action. With `exhausted: continue` it counts as not matched; any other value is
    the verdict.

    rules.yaml:

        version: 1
        defaults: { retry: { backoff: { jitter: none } } }
        responders:
          - id: app
            rules:
              - { id: patient, when: { operation: sync }, then: { retry: { maxAttempts: 4, backoff: { initial: 1s } } } }
              - { id: firm, when: { operation: pay }, then: { retry: { maxAttempts: 2, exhausted: abort } } }
            otherwise: { do: [ { log: giving up } ], then: cancel }

    errors.ndjson:

        {"status": 503, "operation": "sync", "attempt": 3}
        {"status": 503, "operation": "sync", "attempt": 4}
        {"status": 503, "operation": "pay", "attempt": 1, "retryAfter": "5s"}
        {"status": 503, "operation": "pay", "attempt": 2}
        {"status": 503, "operation": "pay"}

    Outcomes:

        1   retry              app/patient            app
              try 3 of 4 failed; the next after 4 s
        2   cancel             app/otherwise          app
              log “giving up”
        3   retry              app/firm               app
              try 1 of 2 failed; the next after 5 s
        4   abort              app/firm               app
        5   abort              app/firm               app

    The budget of the fourth record is exhausted: the rule decides `abort` and runs
    no action. The budget of the fifth is exhausted, too: it has no `attempt`, and
    the rule has already retried one `pay`.

    Deadlines and quotas

    key of `quota`:

      `retries`  (type: 1–100,000; default: required, unless `tokens`)
          The number of retries that this rule grants in a window.
      `within`  (type: duration, not 0; default: required with `retries`)
          The window of the retries.
      `per`  (type: field or path (errctl help actions), or a list of them;
          default: one key for all)
          Fields whose values group the errors that share the quota.
      `tokens`  (type: 3–1,000; default: required, unless `retries`)
          The tokens of an origin; a failure takes one, and a retry needs more than
          half of them.
      `ratio`  (type: 0.001–1,000; default: required with `tokens`)
          The tokens that a completed operation of the origin gives back.

    `maxAttempts` ends the tries of one operation. `deadline` ends them by time,
    and `quota` ends those of all operations, so that an outage does not become a
    storm. All three are asked before `do`, in this order, and `exhausted` is the
    verdict for whichever ends first; where it decides, the resolution says which
    (`"ended": "deadline"`). A try that is not granted takes nothing from any of
    them.

    - The deadline counts the delay that the resolution shows, `retryAfter` and
      chance included: a delay that ends exactly at the deadline is granted. The
      time since the first failure is the record's `elapsed`; without one, the time
      since the first error of the key that this rule retried within `within` (of
      the last `maxAttempts` such errors; more are not remembered). If neither is
      known, as for a first failure without `elapsed`, the deadline says nothing.
    - A quota of retries counts every retry that this rule granted, untracked ones
      too, in the window (now − within, now]. A missing field of `per` is a key of
      its own.
    - A quota of tokens is gRPC's retry throttling (proposal A6), with a bucket for
      each `origin` of this rule's errors; errors without an origin share one. It
      starts full. Every error that the rule matches takes a token, whether or not
      it is tried again, down to none; every completed operation of the origin
      gives `ratio` back, up to all. Tokens are counted in thousandths.

    `deadline` and `quota` are inherited from `defaults.retry`, the quota as a
    whole; `none` takes them back. Each rule has its own.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: again
                when: { status: 503 }
                then:
                  retry:
                    maxAttempts: 5
                    backoff: { initial: 2s, jitter: none }
                    deadline: 10s
                    quota: { retries: 2, within: 1m, per: attributes.host }
                    exhausted: cancel

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "status": 503, "host": "api", "operation": "sync", "attempt": 1, "elapsed": "0s"}
        {"time": "2026-11-20T08:00:03Z", "status": 503, "host": "api", "operation": "sync", "attempt": 2, "elapsed": "3s"}
        {"time": "2026-11-20T08:00:08Z", "status": 503, "host": "api", "operation": "load", "attempt": 1, "elapsed": "0s"}
        {"time": "2026-11-20T08:00:09Z", "status": 503, "host": "cdn", "operation": "load", "attempt": 3, "elapsed": "4s"}

    Outcomes:

        1   retry              app/again              app
              try 1 of 5 failed; the next after 2 s
        2   retry              app/again              app
              try 2 of 5 failed; the next after 4 s
        3   cancel             app/again              app
              no further try: quota
        4   cancel             app/again              app
              no further try: deadline

    The host of the third record has used up its quota. The fourth would wait for 8
    s, which would end 12 s after its first failure.

    In `otherwise`, and behind a throttled alert, the budget belongs to that place
    alone. An `otherwise` whose budget is exhausted with `continue` does not handle
    the error, which escalates to the parent.

    TRANSFORM

    Replaces the error and goes on with the next rule. No rule after it sees the
    old error.

      `type`, `domain`  (type: text)
          either makes a new error. It *is* only what you name here, but keeps
          everything that *happened*
      `case`, `payload`, `is`  (type: text; list of values; list of type names)
          as in a record (errctl help records)
      `code`  (type: integer, text)
          a symbol of the `domain` beside it becomes its number
      `message`, `reason`, `suggestion`  (type: text)
          may be templates; always texts, even if the template is the whole text
      `options`  (type: list of titles or `{ title, recovers }`)
          recovery options
      `category`  (type: text)
          a category of the file; any other is a warning, and is ignored and
          reported (`unknownCategory`) when the rule runs
      `severity`, `fatal`, `cancelled`  (type: a word; true, false)
          as in a record
      `status`  (type: integer)
          the HTTP status
      `problem`  (type: mapping)
          a problem document
      `underlying`  (type: an error, or a list of them)
          the causes
      `wrap`  (type: true, false)
          puts the old error and its causes into `underlying`; an error beside
          `underlying`

    - Without `type` or `domain` the error is edited: the members that you name
      change, and so do those that follow from them (`status` from a named
      `problem`, `fatal` from a named `severity`).
    - A new error has no status unless you name one. It keeps what happened: `id
      time origin operation attempt retryAfter attributes answers platform`. You
      cannot change these. Templates are allowed only in the three texts. A
      transform that changes nothing is an error.
    - An unknown symbol of a domain with a table is an error. So is an errno symbol
      whose number differs by platform.
    - For a record without an id, `{error.id}` is its ordinal. The category is
      determined again. The resolution has the category of the error as it ended,
      and the error itself under `error`. Actions that ran before the transform
      keep the values that they saw.

    rules.yaml:

        version: 1
        categories: [ { name: network, when: { type: NetworkError } } ]
        responders:
          - id: app
            rules:
              - id: readable
                when: { type: URLError }
                then: { transform: { type: NetworkError, case: offline, message: "No network ({error.message})", wrap: true } }
              - id: politely
                when: { category: network }
                then: { transform: { suggestion: Try again in a minute. } }
              - id: show
                when: { category: network }
                do: [ { present: { title: "{error.message}", message: "{error.suggestion}" } } ]
                then: cancel

    errors.ndjson:

        {"type": "URLError", "code": -1009, "message": "offline"}
        {"type": "NetworkError", "case": "slow", "message": "This takes long."}
        {"status": 500}

    Outcomes:

        1   cancel             app/show               [network]   app
              present “No network (offline)”, “Try again in a minute.” [OK]
              ended as NetworkError.offline “No network (offline)”
        2   cancel             app/show               [network]   app
              present “This takes long.”, “Try again in a minute.” [OK]
              ended as NetworkError.slow “This takes long.”
        3   unhandled, cancel  nobody                 app

    UNWRAP

    Takes the inner error: `payload.N`, an error nested in the case's values, or
    `underlying`, the first cause. The inner error keeps what happened to the outer
    one and gets its attributes; if both have an attribute, the inner error's own
    counts. Its `status` is its own, or that of its own problem. Unwrapping the
    first cause leaves the other causes in place.

    To unwrap an error for all responders before any rule, write `defaults: {
    unwrap: … }` (errctl help rule-file).

    If there is no such error, or the payload is not an object, the rule counts as
    not matched. This is decided before `do`.

    rules.yaml:

        version: 1
        escalation: [ page, app ]
        responders:
          - id: page
            origins: [ page ]
            rules: [ { id: common, when: { case: PageError.common }, then: { unwrap: payload.0 } } ]
          - id: app
            rules: [ { id: expired, when: { case: CommonError.expired }, then: abort } ]

    errors.ndjson:

        {"type": "PageError", "case": "common", "payload": [{"type": "CommonError", "case": "expired"}], "origin": "page"}
        {"type": "PageError", "case": "common", "payload": ["expired"], "origin": "page"}

    Outcomes:

        1   abort              app/expired            page → app
              ended as CommonError.expired
        2   unhandled, cancel  nobody                 page → app

    """##

  private static let respondersText = ##"""
    RESPONDERS

    A responder handles errors of its origins with its rules, and escalates the
    others to its parent.

    THE KEYS

      `id`  (type: text; default: required)
          Its id, without `/` and without `#` at its start; an origin of that name
          starts here.
      `parent`  (type: text; default: none: a root)
          The responder to which it escalates.
      `origins`  (type: list of names and `prefix.*`; default: none)
          The origins that start here; the longest match wins.
      `rules`  (type: list of rules (errctl help verdicts); default: none)
          The rules, tried in this order until one decides; there may be none.
      `otherwise`  (type: mapping; default: none)
          The rule for errors that no other rule decided.
      `always`  (type: list of actions (errctl help actions); default: none)
          Actions for every error that arrives here; they decide nothing.
      `events`  (type: list of event rules (errctl help events); default: none)
          Rules for events.
      `policy`  (type: policy; default: `defaults.policy`)
          How it evaluates its rules.
      `extends`  (type: `{ from, mode }`; default: none)
          The responder whose rules and event rules it inherits.
      `abstract`  (type: true, false; default: false)
          `true`: it exists only to be extended.
      `contract`  (type: `{ reports, triggers, explicit }`; default: none)
          The errors and events that may arrive here.
      `unhandled`  (type: mapping; default: `defaults.unhandled`)
          At a root: the evaluation of errors that no rule decided, key by key.
      `enabled`  (type: true, false; default: true)
          `false`: errors pass through it, and it is not part of `path`.
      `description`  (type: text; default: none)
          A description for readers, carried into findings and reports.
      `meta`  (type: mapping; default: none)
          Data for other tools, such as an owner or a runbook: carried into
          findings and reports, never interpreted.
      `suppress`  (type: codes to reasons (errctl help checks); default: none)
          Findings that are not reported here: their codes, each with a reason.

    WHERE AN ERROR STARTS

    An error starts at the first of these that exists:

    1. the responder whose id equals its origin,
    2. the responder whose `origins` claim it,
    3. `defaults.responder`,
    4. the only root. Several roots without `defaults.responder` are an error.

    From there it escalates to the parent. `prefix.*` claims the prefix and
    everything below it. The longest claim wins, a name before a prefix of the same
    length. The same origin twice, or a star anywhere else, is an error.

    `escalation: [ payment, checkout, app ]` is the short form for a straight
    chain, lowest first. It may appear beside `parent` if they agree. Responders
    that escalate in a cycle are an error.

    rules.yaml:

        version: 1
        escalation: [ payment, checkout, app ]
        responders:
          - id: app
            unhandled: { evaluation: abort, report: critical }
            rules: [ { id: busy, when: { status: 5xx }, then: cancel } ]
          - { id: checkout, origins: [ shop.checkout.* ], enabled: false }
          - id: payment
            origins: [ shop.checkout.pay ]
            rules: [ { id: card, when: { code: 4001 }, then: proceed } ]

    errors.ndjson:

        {"code": 4001, "type": "CardError", "origin": "shop.checkout.pay"}
        {"status": 503, "origin": "shop.checkout.pay"}
        {"status": 503, "origin": "shop.checkout.pay.retry"}
        {"status": 404, "origin": "checkout"}

    Outcomes:

        1   proceed            payment/card           payment
        2   cancel             app/busy               payment → app
        3   cancel             app/busy               app
        4   unhandled, abort   nobody                 app

    The third origin is below `shop.checkout`, not `shop.checkout.pay`, and
    `checkout` is disabled.

    OTHERWISE AND ALWAYS

    key of `otherwise`:

      `do`  (type: list of actions (errctl help actions); default: none)
          The actions, in order. Only the failure of an action with `failed`
          changes the verdict.
      `then`  (type: verdict (errctl help verdicts); default: required)
          The verdict: `proceed`, `retry`, `cancel`, `abort`, `continue` or
          `escalate`, or a mapping. Leave it out only if a button decides, or under
          `match: all` for `proceed`.

    `otherwise` applies if no rule of this responder decided: none matched, or
    those that did said `continue`, `transform` or `unwrap`, or their budgets were
    exhausted. It does not apply after `escalate` or `emit`.

    `always` runs for every error that visited the responder, once the outcome is
    known, events and raised errors included. It runs from the first responder
    visited to the last and never makes an error handled. Its texts may name
    `{outcome.evaluation}` and `{outcome.handled}`, and see the error as it ended.
    No alert may decide there.

    rules.yaml:

        version: 1
        escalation: [ editor, app ]
        responders:
          - id: editor
            origins: [ editor ]
            rules: [ { id: seen, when: { status: 404 }, then: continue } ]
            otherwise: { do: [ { log: not here } ], then: escalate }
            always: [ { log: "editor: {outcome.evaluation}" } ]
          - id: app
            rules: [ { id: gone, when: { status: 404 }, then: cancel } ]
            always: [ { perform: track, with: { handled: "{outcome.handled}" } } ]

    errors.ndjson:

        {"status": 404, "origin": "editor"}
        {"status": 500}

    Outcomes:

        1   cancel             app/gone               editor → app
              log “not here”  (editor/otherwise)
              log “editor: cancel”  (editor/always)
              perform track, with { handled: true }  (app/always)
        2   unhandled, cancel  nobody                 app
              perform track, with { handled: false }  (app/always)

    POLICY

      `order`  (type: `declared`, `lastFirst`; default: `declared`)
          The order in which rules are tried; event rules keep theirs.
      `match`  (type: `first`, `all`; default: `first`)
          `all`: every rule that matches runs, and the first evaluation decides.
      `otherwise`  (type: `undecided`, `unmatched`; default: `undecided`)
          When `otherwise` applies: if no rule decided, or if no rule matched.
      `always`  (type: `after`, `inChain`; default: `after`)
          When `always` runs: once the outcome is known, or right after the
          responder's own actions, if they completed.

    With `otherwise: unmatched`, a rule with `continue` that matched holds
    `otherwise` back. With `always: inChain`, `always` runs whether a rule matched
    or not.

    `match: all`. The actions of every matching rule run, also after the rule that
    decided; alerts are shown and consume their answers.

    - Verdicts are evaluations or absent. The first evaluation decides; if there is
      none, `proceed`. `by` is the rule that decided, else the first that matched.
    - A button may say `continue` or `escalate`, and `exhausted` may be `escalate`;
      these count if no rule gives an evaluation.
    - A retry whose rule does not decide has its budget checked, but is not
      counted.
    - An alert that is never answered ends the escalation. The rules after it do
      not run, and an earlier evaluation stands.

    `always: inChain`. An unanswered alert holds `always` back. Throttled,
    non-deciding and assumed alerts count as completed. `{outcome}` is empty.
    `always` runs before an event that this responder emits.

    rules.yaml:

        version: 1
        responders:
          - id: app
            policy: { match: all, always: inChain }
            rules:
              - { id: log-out, when: { status: 401 }, do: [ { perform: logout } ] }
              - { id: tell, when: { status: 4xx }, do: [ { present: { title: "{error.message}" } } ], then: cancel }
              - { id: count, when: { status: 401 }, do: [ { perform: count } ], then: abort }
            otherwise: { do: [ { log: nobody asked } ] }
            always: [ { perform: track } ]

    errors.ndjson:

        {"status": 401, "message": "Please sign in."}
        {"status": 503}

    Outcomes:

        1   cancel             app/tell               app
              perform logout  (app/log-out)
              present “Please sign in.” [OK]
              perform count  (app/count)
              perform track  (app/always)
        2   proceed            app/otherwise          app
              log “nobody asked”
              perform track  (app/always)

    EXTENDS

    key of `extends`:

      `from`  (type: text; default: required)
          The responder whose rules this one inherits: any other, even a disabled
          one, without a cycle.
      `mode`  (type: `prepend`, `append`; default: `prepend`)
          `prepend`: its own rules are tried first; `append`: last.

    `extends: id` alone is an error, as is a cycle. `mode` means the same in either
    `policy.order`.

    A responder inherits `rules` and `events`. It inherits `otherwise`, `always`
    and `policy`, each as a whole, if it has none of its own; an empty `always: []`
    is its own. It never inherits `parent origins contract unhandled enabled
    description meta suppress`. An inherited rule acts as a rule of the inheriting
    responder, with budgets of its own there.

    `replaces: id` puts an own rule in the place of an inherited one, in either
    mode; with `enabled: false` it removes the inherited rule. The name is the one
    that the extended responder uses: an id, `#1`, or `base/again`. A rule without
    an id keeps the name of the place where it is written, however often it is
    inherited: `base/#1`. A replacing rule without an id is named by its own
    ordinal. An own rule with the id of an inherited rule that stays is an error.

    On an abstract responder, `parent origins contract unhandled` and `enabled:
    false` are errors. It is checked even if nothing extends it. No origin leads to
    it, and nothing escalates to it. Inherited values count towards the limit
    `rule-file-nodes`.

    rules.yaml:

        version: 1
        defaults: { responder: none }
        responders:
          - id: screen
            abstract: true
            rules:
              - { id: sign-in, when: { status: 401 }, do: [ { perform: showSignIn } ], then: abort }
              - { when: { status: 5xx }, then: retry }
            otherwise: { do: [ { present: { title: Sorry } } ], then: cancel }
          - { id: feed, extends: { from: screen } }
          - id: profile
            extends: { from: screen }
            rules:
              - { id: quietly, replaces: sign-in, when: { status: 401 }, then: cancel }
              - { id: mine, when: { status: 409 }, then: proceed }

    errors.ndjson:

        {"status": 401, "origin": "feed"}
        {"status": 401, "origin": "profile"}
        {"status": 503, "origin": "profile", "attempt": 1}
        {"status": 418, "origin": "profile"}
        {"status": 401, "origin": "screen"}

    Outcomes:

        1   abort              feed/sign-in           feed
              perform showSignIn
        2   cancel             profile/quietly        profile
        3   retry              profile/screen/#2      profile
              try 1 of 3 failed; the next after 124 ms
        4   cancel             profile/otherwise      profile
              present “Sorry” [OK]
        5   unhandled, cancel  nobody

    CONTRACT

    key of `contract`:

      `reports`  (type: list of type names; default: no promise)
          The types of the errors that may arrive here; with `[]`, none.
      `triggers`  (type: list of event names; default: no promise)
          The names of the events that may arrive here.
      `explicit`  (type: true, false; default: false)
          `true`: a rule must name each of them, or its category.

    A contract is compared with every error and event that arrives, before the
    rules. It changes no outcome: if it does not promise the error, the resolution
    lists the responder under `outOfContract`. A type covers the types that list it
    in `is`. An error without a type is out of contract unless its `is` names a
    promised one. An error's resolution also lists contracts that its emitted
    events broke. A contract with neither list, and `$name` in one, are errors.
    `errctl explain` shows contracts as steps.

    rules.yaml:

        version: 1
        escalation: [ feed, app ]
        responders:
          - id: feed
            origins: [ feed.* ]
            contract: { reports: [ NetworkError ] }
          - id: app
            otherwise: { then: cancel }

    errors.ndjson:

        {"type": "App.NetworkError", "origin": "feed.list"}
        {"type": "App.StorageError", "origin": "feed.list"}

    Outcomes:

        1   cancel             app/otherwise          feed → app
        2   cancel             app/otherwise          feed → app
              outside the contract of feed

    """##

  private static let actionsText = ##"""
    ACTIONS

    Actions are what a rule does: a list under `do` (of a rule, an `otherwise`, an
    event rule or a button) or `always`, run in order. A failing action does not
    change the verdict, unless it has to succeed, and no matcher reads the values
    that `set` wrote.

    THE ACTIONS

      `nothing`
          Does nothing, on purpose.
          for example: `{"nothing": true}`
      `log`
          `level`
          Writes a text to the app's log at a level; the default is info.
          for example: `{"log": "payment failed: {error.message}", "level":
          "warning"}`
      `perform`
          `with`, `failed`, `limit`
          Runs something that the app provides, by name, with values.
          for example: `{"perform": "open", "with": {"url": "{problem.ext.url}"}}`
      `set`
          Sets values in the app's state, by dotted path.
          for example: `{"set": {"login.label": "Check your password."}}`
      `wait`
          Waits before the next action.
          for example: `{"wait": "1s"}`
      `present`
          Shows an alert, with its title, message, style, place (“at”), time
          (“for”), buttons or recovery, and “coalesce”.
          for example: `{"present": {"title": "{error.message}", "recovery": true,
          "coalesce": ["type"]}}`

    `nothing` may be a plain word. `level` is a severity. `log: { message: …,
    level: … }` and `perform: { name: …, with: … }` are accepted for the same;
    `fmt` writes the keys beside each other. Any action may have a throttle beside
    it. Two actions in one mapping are an error.

    `perform` names something that your app does. In a running program it is
    awaited before the next action and before the outcome is returned, for at most
    its `limit`, or else 30 seconds (`actionLimit`). If it throws, the verdict
    stands and later actions run, unless `failed` says what follows. `errctl` only
    shows it. With `--require-plugins` a name that no plugin provides is an error.

    AN ACTION THAT HAS TO SUCCEED

    A `perform`, or a plugin's action, may say what follows if it fails:

      `failed`  (type: verdict that is a word (errctl help verdicts); default: a
          failure changes nothing)
          The verdict if it fails or its limit ends it.
      `limit`  (type: duration, not 0, or `none`; default: the program's
          (`actionLimit`))
          How long it may take, or `none`, where a person is waited for.

    In an event rule `failed` is `handled`, `continue` or `escalate`.

    Where the action fails, the actions after it do not run, the rule's `then` is
    not reached, and a retry that was granted to the rule is not counted. The rule
    has matched in any case. In a resolution the action has `"failed": true`, or
    `"timeout": true` if its limit ended it; the two keys themselves are left out.

    The results of such actions are read from the first of these that exists:

    1. the record's `performed`, one for each action with `failed` that runs, in
       order: `ok`, `failed` or `timeout`;
    2. `--failing NAME`: the actions of that name fail. NAME is the one below
       `perform`, or the key of a plugin's action;
    3. success is assumed, and the resolution is `assumed`.

    Another word is consumed, success is assumed, and the record is counted (“a
    result that is none”). An action that a throttle skips takes no result. Actions
    behind buttons, in event rules and of raised errors take theirs in the order
    they run.

    - `failed: retry` is `then: retry`: by `defaults.retry`, with a budget of this
      rule's own, asked when the action fails. Without a try left, `exhausted` is
      the verdict, and its `continue` goes on with the next rule.
    - After an alert that decided, a failure decides in its place.
    - Under `match: all` (errctl help responders) the rule ends with its `failed`,
      and the other rules still run. As on a button, `continue` and `escalate` are
      allowed.
    - `failed` is an error in `always`, behind a button that has a `then`, and in a
      named alert that one of these presents.
    - A plugin's action with a key `failed` or `limit` of its own keeps it.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: refresh
                when: { status: 401 }
                do: [ { perform: refreshToken, failed: abort, limit: 5m }, { log: the token is new } ]
                then: { retry: { maxAttempts: 2, exhausted: abort, backoff: { initial: 0ms, jitter: none } } }

    errors.ndjson:

        {"status": 401, "operation": "feed", "attempt": 1, "performed": ["ok"]}
        {"status": 401, "operation": "feed", "attempt": 1, "performed": ["failed"]}
        {"status": 401, "operation": "feed", "attempt": 1, "performed": ["timeout"]}
        {"status": 401, "operation": "feed", "attempt": 1}
        {"status": 401, "operation": "feed", "attempt": 2}

    Outcomes:

        1   retry              app/refresh            app
              try 1 of 2 failed; the next after 0 ms
              perform refreshToken
              log “the token is new”
        2   abort              app/refresh            app
              perform refreshToken (failed)
        3   abort              app/refresh            app
              perform refreshToken (timeout)
        4   retry (assumed)    app/refresh            app
              try 1 of 2 failed; the next after 0 ms
              perform refreshToken
              log “the token is new”
        5   abort              app/refresh            app

    TEMPLATES

    `{path}` and `{path ?? "text"}` are allowed in shown texts, `log`, `set`,
    `with` and a transform's texts; `{{` and `}}` are braces. They are filled once;
    inserted text is never read as a template. A missing value is an empty string,
    or the text after `??`. A value that is one whole template keeps its type, in
    titles and messages too. Within a text, arrays and objects become compact JSON.
    Names are not filled in: a button's title, the name after `perform`, an event's
    name, a key of `set`. A template there is a finding.

      `error.FIELD`
          any field (errctl help records) except `event with attributes problem
          answers`; `error.id` falls back to the ordinal
      `error.payload.0`
          a value of the case
      `problem.type` `title` `status` `detail` `instance`, `problem.ext.NAME`
          the problem document
      `attributes.NAME`
          an attribute, by dotted name
      `with.NAME`
          in event rules: a value of the event
      `outcome.evaluation`, `outcome.handled`
          in `always`: the outcome

    Any other path is an error. `per` and `coalesce` take the same paths (without
    `with` and `outcome`), and a field alone: `type` is `error.type`.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: sync
                when: { operation: sync }
                do:
                  - { log: "sync {{{error.id}}}: {error.message}", level: warning }
                  - { set: { sync.status: "{error.status}", sync.user: '{attributes.user ?? "someone"}' } }
                  - { wait: 500ms }
                  - { perform: pauseSync, with: { items: "{attributes.items}" } }
                then: cancel
              - { id: quiet, when: { severity: { atMost: info } }, do: [ nothing ], then: proceed }

    errors.ndjson:

        {"status": 503, "message": "Not now {error.id}.", "operation": "sync", "items": [1, 2]}
        {"message": "Done already.", "severity": "info"}

    Outcomes:

        1   cancel             app/sync               app
              log “sync {1}: Not now {error.id}.”, level warning
              set { sync.status: 503, sync.user: “someone” }
              wait 500ms
              perform pauseSync, with { items: [1, 2] }
        2   proceed            app/quiet              app
              nothing

    ALERTS

    key of `present`:

      `title`  (type: text, template; default: this or `message` is required)
          A short title.
      `message`  (type: text, template; default: this or `title` is required)
          What happened and what the person can do.
      `style`  (type: `alert`, `sheet`, `inline`; default: `alert`)
          The presentation style.
      `at`  (type: `origin`, `responder`; default: the app's choice)
          What it is shown over: the place where the error was raised, or the
          responder.
      `for`  (type: duration; default: until it is closed)
          How long it stays; only for alerts that decide nothing.
      `buttons`  (type: list of titles and mappings; default: one `OK`)
          The buttons; their titles are unique.
      `recovery`  (type: true, false; default: false)
          `true`: the error's own recovery options are the buttons; one that
          recovers is a retry.
      `coalesce`  (type: field or path, or a list of them; default: each is shown)
          An alert with the same values of these fields as the open one is not
          shown; it takes that one's answer.

    key of a button:

      `title`  (type: text; default: required)
          The button's title; unique in its alert.
      `role`  (type: `default`, `cancel`, `destructive`; default: the app's choice)
          The button's role: how it looks.
      `do`  (type: list of actions; default: none)
          Actions that run once the button is chosen, before the rule's next
          action; no alert among them decides.
      `then`  (type: verdict (errctl help verdicts); default: none)
          The verdict of this button. If one button has a verdict, all must.

    Alerts that decide. If one button has a `then`, all must. The chosen button
    then decides, so the rule itself has no `then`. A rule has at most one such
    alert. A button's verdict may be any verdict. Its `retry` is a person's choice:
    it has no budget and no delay, and the resolution has no `retry`. An `unwrap`
    behind a button that finds nothing means `continue`. Alerts may not decide in
    `always` or in event rules.

    Answers. A replay takes the answer from the first of these that exists:

    1. the record's `answers`, one for each deciding alert, in order: a title, an
       index from 0, null, or `{ title, after }`;
    2. `--answer RULE=TITLE` (also `RESPONDER/RULE`, and `otherwise`);
    3. the first button. The resolution is then `assumed`.

    An answer that no button has, such as `{ title: null }`, is consumed and the
    first button is assumed; `--answer` does not apply. Null means that the alert
    was never answered: the rule's later actions do not run, and the error ends
    with `cancel`, handled; `always` still runs. An alert that does not decide
    shows its first button as the `answer`, runs that button's `do`, and is not
    assumed, except in `always`: there the resolution is `assumed` if the alert has
    several buttons, and one of them has a `do`. To have the person's answer, ask
    in a last rule without `when` (errctl help recipes).

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: ask
                when: { status: 503 }
                do:
                  - present:
                      title: The server is busy
                      buttons:
                        - { title: Try again, then: retry }
                        - { title: Later, role: cancel, do: [ { perform: remindMe } ], then: cancel }
                  - { log: asked }
              - { id: saved, when: { type: Saved }, do: [ { present: { message: Saved, style: inline, for: 2s } } ], then: proceed }

    errors.ndjson:

        {"status": 503, "answers": ["Later"]}
        {"status": 503, "answers": [0]}
        {"status": 503, "answers": [null]}
        {"status": 503}
        {"type": "Saved"}

    Outcomes:

        1   cancel             app/ask                app
              present “The server is busy” [Try again | Later] → “Later”
              perform remindMe
              log “asked”
        2   retry              app/ask                app
              present “The server is busy” [Try again | Later] → “Try again”
              log “asked”
        3   cancel             app/ask                app
              present “The server is busy” [Try again | Later] → never answered
        4   retry (assumed)    app/ask                app
              present “The server is busy” [Try again | Later] → “Try again” (assumed)
              log “asked”
        5   proceed            app/saved              app
              present “Saved”, style inline, for 2s [OK]

    RECOVERY

    `recovery: true` makes the buttons from the error's own `options`. An option
    that recovers means `retry`, any other `cancel`. Without options there is one
    `OK`, which means `cancel`. An option recovers only if it says `recovers:
    true`; a plain title does not. An entry that is neither a title nor an object
    with a text `title` is not an option and has no index. If two options have the
    same title, the first counts. `buttons` beside `recovery` are an error.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules: [ { id: ask, do: [ { present: { title: "{error.message}", recovery: true } } ] } ]

    errors.ndjson:

        {"message": "The disk is full.", "options": ["Cancel", {"title": "Make room", "recovers": true}], "answers": ["Make room"]}
        {"message": "The disk is full.", "options": ["Cancel", {"title": "Make room", "recovers": true}], "answers": [0]}
        {"message": "The disk is gone."}

    Outcomes:

        1   retry              app/ask                app
              present “The disk is full.” [Cancel | Make room] → “Make room”
        2   cancel             app/ask                app
              present “The disk is full.” [Cancel | Make room] → “Cancel”
        3   cancel (assumed)   app/ask                app
              present “The disk is gone.” [OK] (assumed)

    COALESCE

    Alerts queue and never overwrite one another. An alert opens at the clock's
    time and closes when its answer's `after` has passed. A new alert joins the
    alert before it in the queue if that one is still open, comes from the same
    action at the same place, and has the same `coalesce` key. It is then not
    shown: it takes the open alert's answer, consumes none of its own, and is
    marked `"coalesced": true`. It runs the chosen button's `do` for its own error,
    and is assumed if the first alert was. Later alerts are still compared with the
    first one, which does not stay open longer.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: offline
                when: { type: Offline }
                do: [ { present: { title: Offline, coalesce: type, buttons: [ { title: Again, then: retry }, { title: Stop, then: cancel } ] } } ]

    errors.ndjson:

        {"type": "Offline", "time": "2026-11-20T08:00:00Z", "answers": [{"title": "Stop", "after": "10s"}]}
        {"type": "Offline", "time": "2026-11-20T08:00:04Z", "answers": ["Again"]}
        {"type": "Offline", "time": "2026-11-20T08:00:11Z", "answers": ["Again"]}

    Outcomes:

        1   cancel             app/offline            app
              present “Offline” [Again | Stop] → “Stop”
        2   cancel             app/offline            app
              present “Offline” [Again | Stop] → “Stop” (coalesced)
        3   retry              app/offline            app
              present “Offline” [Again | Stop] → “Again”

    - An alert closes at once if its answer has no `after`, if it was never
      answered, or if it does not decide. A wrong answer with `after` keeps it
      open; an alert that joins it is assumed.
    - A recovery alert that joins another takes its own error's option of the same
      title, and whether that option recovers. If it has no such option, it is
      shown.

    NAMED ALERTS

    Top-level `alerts` give alerts a name: `present: name`. An unknown name is an
    error, never a title. Every named alert is checked, even an unused one. Alerts
    may present one another behind buttons, 32 deep; cycles are errors, and all
    names together may expand to 1,000,000 values. An alert with `{outcome.…}` may
    be presented only under `always`; an alert that decides may be presented
    neither there nor in an event rule.

    THROTTLE

    key of `throttle`:

      `every`  (type: duration, not 0; default: required)
          How long the action is skipped after it ran.
      `per`  (type: field or path, or a list of them; default: one key for all)
          Fields whose values group the errors that share the window.

    A skipped action is marked `"throttled": true`, and the verdict stands. A rule
    whose deciding alert has a throttle needs a `then` for when the alert is
    skipped. With `then: retry` the budget is checked only then, before `do`; if it
    is exhausted, the rule runs no action.

    rules.yaml:

        version: 1
        alerts:
          busy: { title: The server is busy, message: "{error.operation} will be tried again." }
        responders:
          - id: app
            rules:
              - { id: busy, when: { status: 503 }, do: [ { present: busy, throttle: { every: 30s, per: operation } } ], then: cancel }

    errors.ndjson:

        {"status": 503, "operation": "sync", "time": "2026-11-20T08:00:00Z"}
        {"status": 503, "operation": "pay", "time": "2026-11-20T08:00:10Z"}
        {"status": 503, "operation": "sync", "time": "2026-11-20T08:00:20Z"}

    Outcomes:

        1   cancel             app/busy               app
              present “The server is busy”, “sync will be tried again.” [OK]
        2   cancel             app/busy               app
              present “The server is busy”, “pay will be tried again.” [OK]
        3   cancel             app/busy               app
              present “The server is busy”, “sync will be tried again.” [OK] (throttled)

    """##

  private static let eventsText = ##"""
    EVENTS

    An event tells the responders above that something should happen: `ShowSignIn`.
    A rule emits one in place of an error, or the app records one. It starts at a
    responder and escalates to the parents, as errors do. Everything moves upwards,
    so every resolution ends.

    EMIT

    key of `then`:

      `emit`  (type: text; default: required)
          The name of an event that replaces the error and starts here.
      `with`  (type: mapping; default: empty)
          The event's values; their texts are templates.
      `evaluation`  (type: `proceed`, `cancel`, `abort`; default: `proceed`)
          The evaluation of the error, which is handled.

    The event starts at the `events` of the responder that emits it.

    EVENT RULES

    `events` is a list of rules with the keys of rules (errctl help verdicts).
    Their matchers use `event` and `with` (errctl help matchers) only. They are
    evaluated in declared order, whatever `policy` says, until one has a verdict
    other than `continue`; `then` is required. Their ids must differ from those of
    the responder's rules. Templates may name `{with.NAME}`. `{error.…}` is the
    error that emitted the event; a recorded event has none, so write
    `{error.message ?? "…"}` if both kinds arrive. No alert may decide there.

      `handled`  (type: word)
          The event is dealt with; it goes no further.
      `continue`  (type: word)
          Nothing is decided; the next event rule that matches runs.
      `escalate`  (type: word)
          Nothing is decided here; the event goes to the parent responder.
      `transform`  (type: `{ event, with }`)
          Replaces the event, or edits it, and goes on with the next event rule.
      `raise`  (type: error (errctl help records))
          Raises an error at the parent; placeholders are not filled in.

    key of `transform`:

      `event`  (type: text)
          The event's new name.
      `with`  (type: mapping)
          The event's new values; without the key, it keeps its own.

    `raise` takes everything transform (errctl help verdicts) takes except `wrap`.
    It needs one of `type domain message status problem` and has no templates. The
    new error keeps what happened (`id time origin operation …`), goes on consuming
    the record's answers, and counts for rates, retries and throttles. Its own
    resolution is under `raised` and changes nothing in this one. Raised at a root,
    it is unhandled, with that root's evaluation and no path.

    rules.yaml:

        version: 1
        escalation: [ feed, shell, app ]
        responders:
          - id: feed
            origins: [ feed.* ]
            rules: [ { id: expired, when: { status: 401 }, then: { emit: SessionEnded, with: { why: "{error.message}" }, evaluation: cancel } } ]
            events: [ { id: pulled, when: { event: Pulled, with: { times: { atMost: 3 } } }, do: [ { perform: reload } ], then: handled } ]
          - id: shell
            events: [ { id: sign-in, when: { event: SessionEnded }, then: { transform: { event: ShowSignIn } } } ]
          - id: app
            events:
              - { id: show, when: { event: ShowSignIn }, do: [ { perform: showSignIn, with: { text: "{with.why}" } } ], then: handled }

    errors.ndjson:

        {"status": 401, "message": "The session ended.", "origin": "feed.list"}
        {"event": "Pulled", "with": {"times": 1}, "origin": "feed.list"}
        {"event": "Pulled", "with": {"times": 9}, "origin": "feed.list"}

    Outcomes:

        1   cancel             feed/expired           feed
              perform showSignIn, with { text: “The session ended.” }  (app/show)
              event SessionEnded with { why: “The session ended.” }: handled by app/show
        2   handled            feed/pulled            feed
              perform reload
              event Pulled with { times: 1 }: handled by feed/pulled
        3   unhandled          nobody                 feed → shell → app
              event Pulled with { times: 9 }: not handled

    The actions for an emitted event are among the error's own `actions`, in the
    order they ran. `events` shows the event and its `with` as they were emitted;
    `by` is the rule that handled it.

    RECORDED EVENTS

    A record with `event` (and `with`) in place of an error starts at its origin's
    `events`. Its resolution has `handled` and no evaluation, no category, the
    whole `path`, and `by` if a rule handled it; `always` does not run. An event
    that nobody handles is reported at the level that its root's `unhandled` names.

    rules.yaml:

        version: 1
        escalation: [ sheet, app ]
        responders:
          - id: sheet
            origins: [ sheet ]
            events: [ { id: save, when: { event: Save }, then: { raise: { type: NotSignedIn, message: Please sign in. } } } ]
          - id: app
            rules: [ { id: sign-in, when: { type: NotSignedIn }, do: [ { present: { title: "{error.message}" } } ], then: cancel } ]

    errors.ndjson:

        {"event": "Save", "origin": "sheet"}

    Outcomes:

        1   handled            sheet/save             sheet
              event Save: handled by sheet/save
            raised an error, which ended so:
            1   cancel             app/sign-in            app
                  present “Please sign in.” [OK]
                  ended as NotSignedIn “Please sign in.”

    """##

  private static let stateText = ##"""
    STATE AND TIME

    Five things remember earlier errors: rates, retries (counted tries, deadlines
    and quotas), throttles, the alert queue and breakers. The same rule file,
    stream and seed give byte-identical resolutions with any number of threads.

    THE CLOCK

    The clock is the latest `time` read; it never goes back. A record without a
    `time` happens now; before the first record with a time, now is the start of
    the epoch. A window is (now − w, now].

    So if most records of a log have no time, rates, throttles, breakers and
    `within` mean little. A replay's summary warns if they were used for records
    without a time (“34 of 35 records have no time: rates and throttles mean little
    here.”; `times` in JSON). `explain` warns about its record, and `validate
    --stream` at the rule (`untimed-records`). Dates without a year get one (errctl
    help formats).

    RATES

    key of `rate`:

      `atLeast`  (type: 1–100,000; default: required)
          The least number of errors, this one included; the fifth satisfies
          `atLeast: 5`.
      `within`  (type: duration, not 0; default: required)
          The length of the window.
      `per`  (type: field or path (errctl help actions), or a list of them;
          default: one key for all)
          Fields whose values group the errors that are counted.

    A rate holds if at least `atLeast` errors with the same key, including this
    one, reached this rule and met its other conditions within the window, whatever
    their outcome. If the rate is not reached, the rule does not match. A rate
    belongs at the top level of a rule's `when`. Anywhere else (`any`, `not`, a
    category, a named matcher, an event rule) it is an error: write two rules.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: outage
                when: { status: 5xx, rate: { atLeast: 3, within: 1m, per: attributes.host } }
                do: [ { perform: pageSomebody } ]
                then: abort
              - { id: busy, when: { status: 5xx }, then: cancel }

    errors.ndjson:

        {"status": 503, "host": "a", "time": "2026-11-20T08:00:00Z"}
        {"status": 503, "host": "a", "time": "2026-11-20T08:00:10Z"}
        {"status": 503, "host": "b", "time": "2026-11-20T08:00:20Z"}
        {"status": 503, "host": "a", "time": "2026-11-20T08:00:30Z"}
        {"status": 503, "host": "a", "time": "2026-11-20T08:02:00Z"}

    Outcomes:

        1   cancel             app/busy               app
        2   cancel             app/busy               app
        3   cancel             app/busy               app
        4   abort              app/outage             app
              perform pageSomebody
        5   cancel             app/busy               app

    BREAKERS

    A breaker stands at the top level of the file, under `breakers`, by its name.
    It is *open* while too many errors of a kind occur. A page says what a breaker
    costs, and what it saves.

    key of a breaker:

      `when`  (type: matcher (errctl help matchers); default: every error)
          The errors that it counts; without `rate`, `open` and `custom`.
      `atLeast`  (type: 1–100,000; default: required)
          The number of errors within the window at which it opens; the fifth
          satisfies `atLeast: 5`.
      `within`  (type: duration, not 0; default: required)
          The length of the window.
      `stays`  (type: duration, not 0; default: required)
          How long it stays open after the last error that fitted.
      `per`  (type: field or path (errctl help actions), or a list of them;
          default: one key for all)
          Fields whose values group the errors; each group has a breaker of its
          own.

    An error that fits is counted once, as it is raised: after `defaults.unwrap`
    and its category, before any contract or rule, and whatever its outcome.
    Ignored cancellations are not counted (with `ignore: none` they are errors like
    others). An error that an event rule raises is counted, too. Events, and errors
    after a `transform` or an `unwrap` of a rule, are not.

    At the `atLeast`-th error of one key within the window the breaker opens for
    that key. Each error that fits while it is open keeps it open, until `stays`
    after it. Errors are counted while it is open, too: the first one after it has
    closed opens it again if the window still has enough of them.

    `open: payments` holds in a rule for an error whose key's breaker is open, the
    one that opens it included. A list is any of them. An error that does not fit
    `when`, but has the key, finds it open, too. The key is that of the error as
    the rule sees it, so after a `transform` it may be another one. `open` may
    stand in groups, under `not`, and in named matchers that rules use. In a
    category, a breaker, an entry of `unwrap`, about a cause or a nested error, in
    an event rule, and in `--where`, it is an error.

    rules.yaml:

        version: 1
        breakers:
          payments: { when: { origin: "com.shop.pay.*", status: 5xx }, atLeast: 3, within: 1m, stays: 30s, per: attributes.host }
        responders:
          - id: pay
            rules:
              - { id: down, when: { open: payments }, then: cancel }
              - { id: busy, when: { status: 5xx }, then: proceed }
            otherwise: { then: abort }

    errors.ndjson:

        {"status": 503, "origin": "com.shop.pay.card", "host": "a", "time": "2026-11-20T08:00:00Z"}
        {"status": 503, "origin": "com.shop.pay.card", "host": "a", "time": "2026-11-20T08:00:10Z"}
        {"status": 503, "origin": "com.shop.pay.card", "host": "b", "time": "2026-11-20T08:00:15Z"}
        {"status": 503, "origin": "com.shop.pay.card", "host": "a", "time": "2026-11-20T08:00:20Z"}
        {"status": 404, "origin": "com.shop.pay.card", "host": "a", "time": "2026-11-20T08:00:49Z"}
        {"status": 404, "origin": "com.shop.pay.card", "host": "a", "time": "2026-11-20T08:00:50Z"}
        {"status": 503, "origin": "com.shop.pay.card", "host": "a", "time": "2026-11-20T08:00:55Z"}

    Outcomes:

        1   proceed            pay/busy               pay
        2   proceed            pay/busy               pay
        3   proceed            pay/busy               pay
        4   cancel             pay/down               pay
        5   cancel             pay/down               pay
        6   abort              pay/otherwise          pay
        7   cancel             pay/down               pay

    The third has another host. The fourth opens the breaker of host a until
    08:00:50. The fifth is not counted and finds it open; the sixth finds it
    closed. The seventh is counted, and three of the last minute open it again.

    A replay's summary says how often each breaker opened and how long it was open,
    for all its keys together, each time until it closed, even if the stream ended
    before. `explain` shows what each one counted, and since when one is open. A
    running program asks without an error.

    COUNTED RETRIES

    A retry (errctl help verdicts) counts by key if the record has no `attempt`, or
    `per` names something other than `operation`. The try is then one more than the
    errors of the same key that this rule retried within `within`, however their
    try was known. If a key of another `per` has no value, the record's `attempt`
    counts; without one the retry is untracked: granted, with the delay of the
    first try. A retry is given back if an action of its rule fails that has to
    succeed (errctl help actions).

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: again
                when: { status: 5xx }
                then: { retry: { maxAttempts: 2, per: [ origin, attributes.host ], within: 1m, backoff: { jitter: none } } }
            otherwise: { then: cancel }

    errors.ndjson:

        {"status": 503, "origin": "feed", "host": "a", "time": "2026-11-20T08:00:00Z"}
        {"status": 503, "origin": "feed", "host": "a", "time": "2026-11-20T08:00:05Z"}
        {"status": 503, "origin": "feed", "host": "b", "time": "2026-11-20T08:00:06Z"}
        {"status": 503, "origin": "feed", "time": "2026-11-20T08:00:07Z"}
        {"status": 503, "origin": "feed", "host": "a", "time": "2026-11-20T08:01:05Z"}

    Outcomes:

        1   retry              app/again              app
              try 1 of 2 failed; the next after 200 ms
        2   cancel             app/otherwise          app
        3   retry              app/again              app
              try 1 of 2 failed; the next after 200 ms
        4   retry              app/again              app
              untracked, at most 2 tries failed; the next after 200 ms
        5   retry              app/again              app
              try 1 of 2 failed; the next after 200 ms

    The budget of the second is exhausted. The fourth names no host: granted,
    untracked. The fifth arrives after the window.

    A deadline (errctl help verdicts) without a recorded `elapsed` is measured from
    the first of these errors. A quota (errctl help verdicts) has a table of its
    own: of the granted retries of each key of its `per`, or of the tokens of each
    origin. Completed operations (errctl help records) give tokens back in their
    turn of the stream; they move the clock and have no ordinal.

    THROTTLES AND THE ALERT QUEUE

    A throttle (errctl help actions) belongs to one action at one place and starts
    when the action ran. Alerts (errctl help actions) queue. An alert opens at the
    clock's time, so the alert of a late record opens now.

    KEYS

    - A missing field makes a key of its own, except for retries.
    - Tables of keys are bounded by `state-keys`: 100,000 for each budget, quota,
      rate, throttle and breaker. The key used longest ago is removed first;
      checking a throttle counts as a use, asking a breaker does not. A removed
      key's breaker is closed. A key whose times have all left the window still
      takes a place.

    CHANCE

    A random delay depends on the seed (`--seed`, 0), the record's identity and the
    rule, and on nothing else: u = SplitMix64(FNV-1a 64 of the UTF-8 of
    `seed/identity/responder/rule`) >> 11, times 2^−53. Jitter `full` is u·d,
    `equal` is d/2 + u·d/2; `retryAfter` and rounding (half up) are applied last.

    The identity is the record's own `id`, followed by `#` and its `attempt` where
    it has one: `order-7#2`. No other record changes the delays of such a record,
    so a stream may be cut, sorted or filtered. A record without an `id` has its
    ordinal as its identity, and another record in front of it changes its delays.

    """##

  private static let recordsText = ##"""
    THE RECORDED ERROR

    A record is one error (or event) of a stream: a JSON object (RFC 8259) on a
    line of its own, in UTF-8. It needs one of `type`, `domain`, `message`,
    `status`, `problem` and `event`; everything else is optional. The library's
    `ErrorRecorder` writes this format; other logs (errctl help formats) are turned
    into it.

        {"time": "2026-11-20T08:15:02.120Z", "origin": "com.shop.login.form", "type": "Shop.NetworkError", "status": 503}

      `time`  (type: RFC 3339 text, or Unix seconds)
          when it happened; precise to a microsecond
      `id`  (type: text or integer)
          the record's own id; without one, its ordinal among the accepted records
          of all streams, from 1
      `origin`  (type: text)
          where it was raised; it decides at which responder the error starts
      `type`  (type: text)
          the qualified type, `Shop.NetworkError`
      `case`, `payload`  (type: text, list)
          the enum case and its associated values in order, or a struct's stored
          properties; a nested error is an object like this one, another nested
          enum or struct has its `type`, `case` and `payload`
      `is`  (type: list of text)
          superclasses and protocols
      `domain`, `code`  (type: text; integer or text)
          as the NSError bridge has them
      `status`  (type: integer)
          the HTTP status; if absent, `problem.status`, else
          `attributes.http.response.status_code`
      `message`, `reason`, `suggestion`  (type: text)
          LocalizedError's texts
      `options`  (type: list)
          RecoverableError's options: a title, or `{title, recovers}`
      `category`  (type: text)
          the error's own category; it wins over `categories` if the rule file
          lists it, else it is counted and ignored
      `severity`  (type: word, or 1–24)
          `trace debug info notice warning error critical fatal`; OpenTelemetry
          numbers become words
      `fatal`, `cancelled`  (type: boolean)
          without `fatal`: whether the severity is `fatal`
      `operation`, `attempt`  (type: text, integer)
          the operation that failed; the number of the try, from 1
      `retryAfter`  (type: duration)
          how long the other side asked to wait: `30s`, `1.5m` (`ms s m h d`)
      `elapsed`  (type: duration, or seconds as a number)
          the time since the first failure of the operation: what a retry's
          `deadline` (errctl help verdicts) counts. An attribute as well
      `completed`  (type: true)
          in place of an error: the operation ended well
      `problem`  (type: object)
          RFC 9457 problem details with their extension members
      `underlying`  (type: list of objects)
          the causes, the direct cause first
      `answers`  (type: list)
          the buttons a person chose, alert by alert: a title, an index from 0,
          null (never answered), or `{title, after}`
      `performed`  (type: list)
          the result of each action with `failed` (errctl help actions) that ran,
          in order: `ok`, `failed` or `timeout`
      `event`, `with`  (type: text, object)
          in place of an error: an event (errctl help events) raised at the origin,
          and what it carries
      `platform`  (type: `darwin` or `linux`)
          the platform of errno numbers; if absent, `defaults.platform`, else
          `darwin`
      `attributes`  (type: object)
          everything else; any unknown member is an attribute, too

    VALUES THAT DO NOT FIT

    - A member of a wrong type becomes an attribute, and the record is counted
      (“with a member of the wrong type”): `"503"` and `503.5` as `status`, for
      example. A single value where a list is expected is a list of one.
    - A whole number with a decimal point (`503.0`, as table exporters write 503)
      as `status`, `attempt`, `code`, `id` or `severity` is the integer. With an
      exponent (`5.03e2`) it has the wrong type. `problem.status` and
      `attributes.http.response.status_code` must be written without a point.
    - null means that a member is absent, `payload: null` and `answers: null`
      included. Inside `payload` and `attributes` it is a value: a null attribute
      exists and equals null.
    - An `elapsed` that is no duration and no number, or negative, counts as
      unknown.
    - An `attempt` below 1 counts as unknown when tries are counted; a matcher sees
      it as recorded.
    - Duplicate keys: the last one counts, as in most JSON readers.
    - Invalid UTF-8 and lone surrogates become U+FFFD, and the record is counted as
      repaired.
    - Integers beyond 64 bits are exact as `id` and `code`; elsewhere numbers
      compare by the nearest double. They are written as they were read.
    - Causes beyond the 64th (limit `causes`) are dropped, and the record is
      counted.
    - The platform of a cause is the record's; its unknown members are its
      attributes.

    COMPLETED OPERATIONS

    A record with `"completed": true`, and without any member that would make it an
    error or an event, says that an operation ended well. It may have `origin`,
    `operation`, `attempt` and `time`:

        {"time": "2026-11-20T08:15:04Z", "origin": "com.shop.pay", "operation": "pay", "attempt": 2, "completed": true}

    It has no resolution and no ordinal, and no rule sees it: it gives tokens back
    to the quotas (errctl help verdicts) of its origin. It is counted
    (`completed`). `--since` and `--until` choose among these records, too;
    `--where` and `--sample` do not. Beside a `type`, `domain`, `message`,
    `status`, `problem` or `event`, `completed` is an attribute like any other. In
    another format, the key `completed` (errctl help formats) of its mapping says
    which records are such ones.

    LINES

    Every line is counted once, and the counts add up to the lines read:

      a record
          it is an error or an event as above
      a completed operation
          it says that one ended well
      not an error
          it is an object without any of the fields above
      rejected
          it is not a JSON object; the message names line and column
      too long
          it exceeds the limit `record-bytes`
      truncated
          the stream ends inside it
      blank
          it is white space

    Lines end with a line feed; a carriage return before it is white space. If a
    stream has no line feed, carriage returns end its lines. A byte order mark
    before the first line is skipped.

    If a stream in this format has no error among its first hundred lines, or none
    at all, `errctl replay` exits with status 2 and names the keys that it found.
    (A log in another format may be without errors: streams (errctl help formats).)
    JSON arrays, objects over several lines and other logs are read too: streams
    (errctl help formats).

    """##

  private static let resolutionsText = ##"""
    THE RESOLUTION

    A resolution is the outcome of one record, with everything that was done on the
    way. `errctl replay --resolutions` writes one JSON object for each record, in
    stream order; the library returns the same. Keys without a value are left out;
    the others have the order of the table.

    AN EXAMPLE

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: ask
                when: { status: 503 }
                do:
                  - present: { title: Busy, buttons: [ { title: Again, then: retry }, { title: Later, then: cancel } ] }

    errors.ndjson:

        {"status": 503, "origin": "com.shop.cart", "answers": ["Later"]}

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null | python3 -m json.tool

        {
            "id": "1",
            "origin": "com.shop.cart",
            "path": [
                "app"
            ],
            "by": {
                "responder": "app",
                "rule": "ask"
            },
            "evaluation": "cancel",
            "handled": true,
            "actions": [
                {
                    "present": {
                        "title": "Busy",
                        "buttons": [
                            "Again",
                            "Later"
                        ]
                    },
                    "responder": "app",
                    "rule": "ask",
                    "answer": "Later"
                }
            ]
        }

    THE KEYS OF A RESOLUTION

      `id`  (type: text)
          the record's own id, else its ordinal from 1
      `time`, `origin`  (type: as recorded)
      `of`  (type: `{ type, case, domain, code, status, message }`)
          the error as recorded, with `--with-error`; not for events
      `category`  (type: text)
          the category of the error as it ended
      `path`  (type: list of ids)
          every responder visited, except disabled ones; for an event record, those
          that its event visited
      `by`  (type: mapping)
          the rule that decided: `{ responder, rule }`, `{ responder, "otherwise":
          true }` or `{ "ignore": "cancellation" }`; in a running program also `{
          responder, "connected": true }` for connected code; absent if nobody
          decided
      `ended`  (type: `attempts deadline quota`)
          what ended the retries, where their `exhausted` (errctl help verdicts)
          decided
      `evaluation`  (type: `proceed retry cancel abort`)
          how the code goes on (errctl help verdicts); events have none
      `handled`  (type: true, false)
          false: nobody decided, and the evaluation is the root's `unhandled`
      `assumed`  (type: true)
          an alert's answer, the success of an action with `failed` or a `custom`
          was not recorded and had to be assumed
      `retry`  (type: `{ attempt, maxAttempts, delay }`)
          the try that failed, the budget, and the delay in seconds. Absent for a
          person's retry. Without `attempt` the retry is untracked
      `actions`  (type: list)
          what was done, in the order it ran: below
      `events`  (type: list of `{ event, with, from, by, handled }`)
          events that were emitted or recorded; `from` is the rule that emitted
      `raised`  (type: a resolution)
          how the error that an event rule raised ended
      `error`  (type: `{ type, case, domain, code, status, message }`)
          the error as it ended, if a rule replaced it
      `unknownCategory`  (type: text)
          the error's own category, if the file does not list it
      `outOfContract`  (type: list of ids)
          responders whose contract (errctl help responders) does not promise this
          error
      `steps`  (type: list)
          every step of the escalation; only in `errctl explain --format json`

    THE KEYS OF AN ACTION

    An action is written as in the rule file: its kind first, its texts filled in,
    without its `throttle`, `failed` and `limit`. An alert is written in full, with
    its buttons as titles (even an `OK` that you did not write). These keys follow:

      `responder`
          the place of the action in the rule file, with `rule`, `"otherwise":
          true` or `"always": true`
      `answer`
          of an alert: the button that was chosen; null if it was never answered
      `assumed`
          the answer was not recorded
      `throttled`
          the action was skipped
      `coalesced`
          the alert was not shown; it took the answer of an open alert
      `failed`, `timeout`
          of an action with `failed` (errctl help actions): it failed; its limit
          ended it

    Times are written as recorded, numbers as in JSON. `steps` come from the
    evaluation that decides, not from a second one.

    """##

  private static let previewText = ##"""
    THE PREVIEW

    `errctl replay RULES STREAM` shows what rules would have done with recorded
    errors. This page is about its parts that need more than a line: the account of
    the retries, the list of records, and the conditions that make it fail. All
    options are at the command.

    rules.yaml:

        version: 1
        categories:
          - { name: busy, when: { status: 503 } }
          - { name: refused, when: { status: 401 } }
        responders:
          - id: app
            rules:
              - id: again
                when: { category: busy }
                then: { retry: { maxAttempts: 2, backoff: { initial: 1s, jitter: none } } }
              - id: sign-in
                when: { category: refused }
                do: [ { present: { title: Signed out, buttons: [ { title: Sign in, then: retry }, { title: Later, then: cancel } ] } } ]
            otherwise: { do: [ { log: "{error.message}" } ], then: cancel }

    errors.ndjson:

        {"time": "2026-11-20T08:15:02Z", "origin": "com.shop.cart", "type": "HTTPError", "status": 503, "operation": "load", "attempt": 1, "message": "Service Unavailable"}
        {"time": "2026-11-20T08:15:03Z", "origin": "com.shop.cart", "type": "HTTPError", "status": 503, "operation": "load", "attempt": 2, "message": "Service Unavailable"}
        {"time": "2026-11-20T08:15:04Z", "origin": "com.shop.pay", "type": "HTTPError", "status": 503, "message": "Service Unavailable"}
        {"time": "2026-11-20T08:17:40Z", "origin": "com.shop.pay", "type": "HTTPError", "status": 401, "answers": ["Sign in"]}
        {"time": "2026-11-20T08:18:00Z", "origin": "com.shop.pay", "domain": "NSCocoaErrorDomain", "code": 260, "message": "The file “cart.json” couldn’t be opened."}

    $ errctl replay rules.yaml errors.ndjson | sed '/^Actions/,$d'

        rules.yaml
        5 records from errors.ndjson
        2026-11-20 08:15 to 08:18 UTC, 2 min 58 s

        What would happen
          retry           3   60.0 %  ██████████████▍  try again, 1 untracked
          cancel          2   40.0 %  █████████▋  give up the operation, stay

        Categories
                   errors   share  retry  cancel
          busy          3  60.0 %      2       1
          refused       1  20.0 %      1       ·
          none          1  20.0 %      ·       1

        Handled by
          app/again           2   40.0 %  █████████▋
          app/sign-in         1   20.0 %  ████▊
          app/otherwise       2   40.0 %  █████████▋

    If there are two or more categories, a table shows them by outcome. An error is
    `unhandled` if nobody handles it, whatever its root's evaluation is.

    THE ACCOUNT OF THE RETRIES

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 2, per: attributes.host, backoff: { initial: 1s, jitter: none } } } }
            otherwise: { then: cancel }

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "status": 503, "host": "api"}
        {"time": "2026-11-20T08:00:05Z", "status": 503, "host": "api"}
        {"time": "2026-11-20T08:00:10Z", "status": 503, "host": "api"}
        {"time": "2026-11-20T08:01:00Z", "status": 503, "host": "cdn"}
        {"time": "2026-11-20T08:01:10Z", "status": 503}

    $ errctl replay rules.yaml errors.ndjson --load | sed -n '/^Retries/,/^Lines/p' | sed '$d'

        Retries
            matched  granted  untracked  exhausted  avg delay  rule
                  5        2          1          2      1.0 s  app/again
          exhausted: 2 by maxAttempts
          untracked: granted, but the record has no attempt, and nothing to count it by
          total delay: 3.0 s

        Load of the retries
          3 tries added (1 by untracked retries), at most 2 per minute (2026-11-20 08:01 UTC)
          delay: median 992 ms, p95 992 ms, maximum 1.0 s
          operations: unknown, as no record names one
          tries with the retries     ██
          tries without the retries  ▆▄
          2026-11-20 08:00 to 2026-11-20 08:02 UTC, 1 minute a mark
          worst minute: 2026-11-20 08:00 UTC, 4 tries instead of 3 (× 1.3)
            tries  peak/min  upstream
                1         1  (none recorded)
                1         1  api
                1         1  cdn
          3 tries not followed: no operation is named, or too many were open

    Each rule that may try again has a row:

      matched
          that the rule matched, whether or not a try was left
      granted
          that are tried again, with a known try: the record's `attempt`, or
          counted by `per`
      untracked
          that are tried again although the try is not known: the record has no
          `attempt`, and no value for `per`. Such a rule retries without end; give
          it a `per` that the log has
      exhausted
          for which no further try was granted, by the reason: `maxAttempts`,
          `deadline` or `quota`
      action failed
          for which an action with `failed` failed, so the rule's own retry was not
          reached
      by a person
          that are tried again because a person chose it on an alert

    An error that is exhausted at one rule and matched by another counts at both.
    Matched errors in no other column had another button chosen, or were decided by
    an earlier rule under `match: all`. The share of retries among the outcomes
    includes untracked ones, and then says how many.

    `--load` shows the load on the systems that are called: how it is counted.

    If rules have a quota of tokens and the stream has no completed operation
    (errctl help records), the summary says that `ratio` gives no tokens back
    (`lacksCompletions` in JSON).

    In JSON, `retries` has these numbers (`matched`, `granted`, `untracked`,
    `exhausted` by reason, `actionFailed`, `byPerson`, `delay` in seconds) for all
    rules, and under `rules` for each. `categoryOutcomes` is the table of
    categories.

    A LIST OF RECORDS

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 3 } } }
              - { id: log-in, when: { status: 401 }, do: [ { perform: showLogin } ], then: abort }

    errors.ndjson:

        {"time": "2026-11-20T08:15:02Z", "origin": "com.shop.cart", "type": "HTTPError", "status": 503, "operation": "load", "attempt": 1}
        {"time": "2026-11-20T08:15:09Z", "origin": "com.shop.pay", "type": "HTTPError", "status": 401}
        {"time": "2026-11-20T08:16:30Z", "origin": "com.shop.pay", "domain": "NSCocoaErrorDomain", "code": 260, "message": "No such file."}

    $ errctl replay rules.yaml errors.ndjson --list

        2026-11-20 08:15:02 com.shop.cart    HTTPError 503                            app/again  retry 1/3
        2026-11-20 08:15:09 com.shop.pay     HTTPError 401                            app/log-in abort      perform showLogin
        2026-11-20 08:16:30 com.shop.pay     NSCocoaErrorDomain 260 “No such file.”   –          unhandled

    `--list` prints a line for each record in place of the summary: time (UTC),
    origin, error, rule, outcome, actions. At a terminal a line fits its width. A
    retry shows the try that failed and the number of tries. A `?` behind an
    outcome says that an alert's answer, or a matcher of a plugin, was assumed.
    Some of the records (errctl help formats) (`--where`, `--since` and others)
    applies as to any replay: other records are not evaluated at all.

    `--only NAME` lists some of the evaluated records. It may be repeated; a record
    needs to fit one of them:

      `unhandled`, `assumed`, `ignored`
          that nobody handled; with an assumed answer or result; ignored as
          cancellations
      `exhausted`, `untracked`
          to which a rule granted no further try; whose retry is untracked
      `proceed`, `retry`, `cancel`, `abort`
          with this evaluation
      a rule (`again`, `app/again`, `app/otherwise`)
          that it decided, or ran its actions for
      a category
          of this category
      anything else
          of this kind of error, by its name in the summary (`HTTPError`,
          `NSCocoaErrorDomain 260`) or the end of it after a dot; `*` stands for
          any characters

    $ errctl replay rules.yaml errors.ndjson --list --only unhandled --only 'NSCocoa*'

        2026-11-20 08:16:30 com.shop.pay     NSCocoaErrorDomain 260 “No such file.”   –          unhandled

    With `--resolutions`, `--only` writes some of the resolutions. The summary is
    always of all records. `--with-error` adds the recorded error to each
    resolution, as `of` (errctl help resolutions):

    $ errctl replay rules.yaml errors.ndjson --resolutions - --with-error --only unhandled 2>/dev/null

        {"id":"3","time":"2026-11-20T08:16:30Z","origin":"com.shop.pay","of":{"domain":"NSCocoaErrorDomain","code":260,"message":"No such file."},"path":["app"],"evaluation":"cancel","handled":false}

    KINDS OF ERRORS

    `--kinds` adds the three largest kinds of errors of each category, and of what
    each rule handled, with their ids and the times of the first and the last
    error. In JSON `kinds` has `categories` and `rules`: by name `errors`,
    `kindCount` and up to 20 `kinds`; Markdown and the page have a table for each.
    Of more than 4,096 combinations of kind, category and rule some are not counted
    apart; `kindCount` is then absent.

    FAILING A BUILD

    `--fail-on EXPRESSION` makes the status 1 if the expression holds; it may be
    repeated. Outcomes alone never do. Expressions for every run stand in
    `.errctl.yaml` (errctl help checks).

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 2 } } }
              - { id: log-in, when: { status: 401 }, then: abort }

    errors.ndjson:

        {"status": 503, "operation": "load", "attempt": 1}
        {"status": 503, "operation": "load", "attempt": 2}
        {"status": 404, "operation": "image"}

    $ errctl replay rules.yaml errors.ndjson --fail-on 'abort > 0 or exhausted(app/again) > 5 %' | tail -1

        fails: abort > 0 or exhausted(app/again) > 5 % (exhausted(app/again) = 50.0 %, 1 of 2 matched)

    $ errctl replay rules.yaml errors.ndjson --fail-on 'unhandeld > 0' 2>&1

        errctl: --fail-on, column 1: There is no figure “unhandeld”. Did you mean “unhandled”?
        errctl:   unhandeld > 0
        errctl:   ^

    The numbers that decided follow the expression. With `--list` and the formats
    for programs, an expression that holds is also reported on standard error. The
    grammar is that of `diff`; these are the figures:

      `proceed`, `retry`, `cancel`, `abort`
          errors with this evaluation
          errors
      `unhandled`, `ignored`
          errors that nobody handled; that were ignored as cancellations
          errors
      `category(NAME)`, `rule(NAME)`
          errors of a category (`none`: of none); that a rule handled
          errors
      `matched`, `granted`, `untracked`, `exhausted`, `actionFailed`, `byPerson`
          the account of the retries; of one rule with `(NAME)`
          matched errors
      `records`, `errors`, `events`
          evaluated records; errors and events among them
          records
      `assumed`, `outOfContract`
          records with an assumed answer or result; errors and events outside a
          contract
          records
      `unhandledEvents`
          events that nobody handled
          events
      `rejected`
          rejected lines
          lines
      `neverFired`
          rules that never matched and ran
          rules

    A rule is named as `RULE` or `RESPONDER/RULE`, `otherwise` too. A name with a
    parenthesis stands in double quotes: `rule("app/a)b")`.

    """##

  private static let shardsText = ##"""
    SHARDS OF A STREAM

    A stream that is too large for one machine, or lies in a thousand files, is
    replayed in shards: `errctl replay --partial` writes what one shard comes to,
    and `errctl merge` puts the partial results together. The summary, the page,
    the resolutions and the gates are those of one replay of the whole, byte for
    byte.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: again
                when: { status: 503 }
                then: { retry: { maxAttempts: 2, per: attributes.host, backoff: { initial: 1s, jitter: none } } }
              - { id: refused, when: { status: 401 }, then: abort }
            otherwise: { then: cancel }

    one.ndjson:

        {"time": "2026-11-20T08:00:00Z", "status": 503, "host": "api"}
        {"time": "2026-11-20T08:00:05Z", "status": 401, "host": "api"}

    two.ndjson:

        {"time": "2026-11-20T08:00:10Z", "status": 503, "host": "api"}
        {"time": "2026-11-20T08:00:12Z", "status": 503, "host": "cdn"}

    $ errctl replay rules.yaml two.ndjson --partial two.partial; errctl replay rules.yaml one.ndjson --partial one.partial; errctl merge two.partial one.partial | sed '/^Categories/,$d'

        rules.yaml
        4 records from one.ndjson, two.ndjson
        2026-11-20 08:00:00 to 08:00:12 UTC, 12.0 s

        What would happen
          retry           2   50.0 %  ████████████  try again
          cancel          1   25.0 %  ██████  give up the operation, stay
          abort           1   25.0 %  ██████  leave the flow

    The second error of the host api is in another shard than the first. Its budget
    is exhausted all the same.

    THE SHARDS

    Each shard is replayed for itself, anywhere, in any order, and more than once
    if need be. `--partial -` writes to standard output; `errctl merge -` reads
    standard input, where one result may follow another (`cat *.partial | errctl
    merge -`).

    option of `replay`:

      `--partial FILE`
          writes the partial result, and no summary
      `--shard PLACE`
          where the shard stands in the whole: a number such as `7`, or several
          such as `2.131072` (a file and an offset in it)
      `--stream-name NAME`
          the name of the stream, in place of the file's or `standard input`
      `--with-resolutions`
          keeps each record's resolution, for `merge --resolutions`; the result is
          then about as large as the shard

    Options that affect what is counted (`--seed`, `--since`, `--where`, `--load`,
    `--answer`, `--redact` and others) are given here, and have to be the same for
    all shards. A time before now (`--since 2h`) needs `--now`. Those for the
    output (`--format`, `--kinds`, `--detail`, `--fail-on`, `--strict`) are given
    to `merge`. `--order time`, `--sample`, `--list`, `--profile` and `--follow`
    cannot be combined with `--partial`.

    An empty shard is no failure. Neither is one with lines, but without a record:
    whether the whole has none is decided by `merge`.

    The order of the whole

    The shards stand in the order of their places, number by number; then of their
    streams' names, then of their first times. So the order does not depend on that
    of the command line. Two shards of one place and name are rejected, as is one
    result that is named twice, so a task that ran twice never counts twice.

    Shards of the same stream name that follow each other are pieces of one stream.
    Cut a stream between two records: at a line's beginning, and not inside a
    record of several lines. Without places, shards are whole streams, or pieces
    that are ordered by their first times.

      ordinals, and the ids and random delays of records without an `id`
          the places: `merge` counts the records before each shard. Without a
          merge, give the records an `id`
      the format, which is detected from a stream's first lines
          `--input FORMAT`. Pieces that were read in two formats are rejected
      the year of dates without one
          `--year` of each piece's first date. It is the only option that may
          differ between shards
      the names of a table's columns
          each piece needs the line with the names
      a file's compression, and a JSON document of many records
          cannot be cut

    RECORDS THAT DEPEND ON OTHERS

    Rates, budgets of retries, deadlines, quotas, throttles, breakers and coalesced
    alerts remember earlier errors (errctl help state). A shard answers every
    record that does not need them, and hands over the rest. `errctl partition
    RULES` says what a rule set needs:

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: outage
                when: { status: 503, rate: { atLeast: 3, within: 1m, per: [ operation, attributes.host ] } }
                then: abort
              - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 3, per: operation } } }

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "status": 503, "operation": "load", "host": "api"}
        {"time": "2026-11-20T08:00:05Z", "status": 503, "operation": "save", "host": "api"}
        {"time": "2026-11-20T08:00:10Z", "status": 503, "operation": "load", "host": "api"}
        {"time": "2026-11-20T08:00:12Z", "status": 503, "operation": "load", "host": "api"}

    $ errctl partition rules.yaml

        Records with the same operation have to meet, in the order of the stream.
          rate of app/outage: by operation, attributes.host
          budget of app/again: by operation

    $ errctl partition rules.yaml --format json

        {
          "records": "by-key",
          "key": ["operation"],
          "order": "stream",
          "state": [
            {"state": "rate", "at": "app/outage", "key": ["operation", "attributes.host"]},
            {"state": "retries", "at": "app/again", "key": ["operation"]}
          ]
        }

      `alone`
          no rule remembers anything; nothing is handed over
      `by-key`
          records with the same values of `key` have to meet, in the order of the
          stream
      `together`
          all records that are handed over have to meet, for a `reason`: something
          has no key, two keys have no field in common, or a rule may change a
          key's value

    `state` has what remembers, where, and its key. A coalesced alert has no key,
    since there is one open alert. A rule that raises another error has none
    either.

    `merge` evaluates what was handed over, in the order of the whole. If records
    have to meet by key, that can be done in parts, each by another process; every
    part reads all partial results and evaluates the records of its keys:

    $ for shard in 1 2; do sed -n "$((2 * shard - 1)),$((2 * shard))p" errors.ndjson | errctl replay rules.yaml - --stream-name errors.ndjson --shard $shard --partial $shard.shard; done; for part in 1/2 2/2; do errctl merge *.shard --part $part --partial ${part%/*}.part; done; errctl merge *.shard *.part | sed '/^Retries/,$d'

        rules.yaml
        4 records from errors.ndjson
        2026-11-20 08:00:00 to 08:00:12 UTC, 12.0 s

        What would happen
          retry           3   75.0 %  ██████████████████  try again
          abort           1   25.0 %  ██████  leave the flow

        Categories
          none       4  100.0 %  ████████████████████████

        Handled by
          app/outage       1   25.0 %  ██████
          app/again        3   75.0 %  ██████████████████

    Where all records have to meet, the first part has all of them, and `merge`
    says on standard error how many, and why. The clock is that of the whole, in
    parts, too: the latest time read, in any shard. `state-keys` bounds the keys of
    each part.

    `ERRCTL MERGE`

      `--partial FILE`
          writes one partial result in place of the summary. Results may be merged
          in any order and any grouping
      `--part I/N`
          with `--partial`: evaluates what was handed over of one part of the keys,
          up to 10,000 parts
      `--resolutions FILE`
          writes one resolution for each record, in the order of the whole; needs
          `--with-resolutions`
      `--format`, `--kinds`, `--detail`, `--fail-on`, `--config`, `--strict`,
          `--color`
          as of `replay`

    The status is that of `replay`: 1 if a gate holds, 2 if no record could be
    read. It is 2, too, if a partial result is cut off or damaged, of other rules
    or options than the others, or of another version of errctl.

    Memory does not grow with the number of records, but for the keys that are
    remembered. The page explains the first record of each outcome at each rule,
    and of each kind of unhandled errors: their lines are kept in the partial
    results.

    THE FORMAT

    A partial result is a file of frames behind the line `errctl partial result,
    version 1`. It holds parts of the log, secrets included: the records that are
    handed over, examples for the page and for kinds of errors. Keep it as you keep
    the log.

    A frame is a letter, the length of its contents, the contents, and the checksum
    of letter and contents (FNV-1a, 64 bits, little-endian; the letter is what it
    begins with). Numbers are LEB128, seven bits a byte, the lowest first; signed
    ones are zigzag. Hashes and floating-point numbers have eight bytes. Texts are
    UTF-8 behind their length, and a list begins with the number of its elements.
    Times are microseconds since 1970.

      `H`
          the head: version of errctl; digest of the rules (16 hexadecimal digits);
          rule file and imports with their texts; options; mapping
      `C`
          a chunk of a shard: stream; line counts; lines without a record before
          the first one; rejected lines with reasons; times in ascending order,
          which tell the records out of order (the first one; the unit of the steps
          to the others, in microseconds: 1, 1,000 or 1,000,000; the steps); lines
          that are needed still; records handed over, each with line, ordinal,
          clock, place in the text and hash of its key; examples; resolutions with
          gaps for ordinals and delays; tries, for `--load`
      `N`
          the counts of a shard, but for what was handed over: outcomes, rules,
          retries, actions, kinds of errors with an example, outcomes over time,
          flow
      `T`
          the end of a shard: place, streams with formats, bytes, records, records
          handed over, first time, checksum
      `P`, `A`, `S`
          in the result of `--part`: the part; what a chunk's records came to; what
          the state counted
      `Z`
          the end: the number of shards

    A version of errctl reads results of its own version only.

    """##

  private static let formatsText = ##"""
    STREAMS AND LOGS

    `errctl replay`, `errctl explain`, `errctl validate --stream` and suites read
    streams: recorded errors (errctl help records), one on each line, or the logs
    of other programs in some eighty formats. The first records show which format a
    stream has. Each of its records becomes a recorded error, is counted as not an
    error, or is rejected with line and reason. `errctl inspect` shows the format
    and what is read from it.

        errctl inspect app.log
        errctl replay rules.yaml app.log
        journalctl -o json -u shop | errctl replay rules.yaml -

    FORMATS

    `--input NAME` names a format. Without it, errctl looks at the first 16 records
    and takes the format of the first that it recognises. Up to 1,023 unknown
    lines, 8 MiB at most, may precede it, since many programs print a banner first;
    behind more of them, name the format. Blank lines and a line over
    `record-bytes` cost only themselves. A record with nothing but a message counts
    as `errctl`'s own format only if none of the 16 has another format.

    The format is detected once. A later line that does not fit it is read by the
    first format that it fits, and the count of lines says how many there were
    (`otherFormats`). An object that no format claims and that has no level is not
    an error; any other line is rejected. With `--input NAME` the format is the
    only one, and lines that do not fit are rejected. `--input mixed` looks at each
    record.

      `otlp`
          OpenTelemetry logs, and exceptions of spans (OTLP/JSON) (one OTLP/JSON
          export request per line, or one per file)
          `resourceLogs` or `resourceSpans` or `resourceMetrics`
      `sentry`
          Sentry events, bare or in envelopes
          `event_id`; `exception` or `logentry` or `platform` or `message`
      `loguru`
          loguru with serialize=True
          `record.level.no`; `record.message`
      `journald`
          journalctl -o json
          `__REALTIME_TIMESTAMP`
      `apple`
          log show --style ndjson and json
          `eventMessage`; `machTimestamp` or `traceID` or `eventType` or
          `subsystem`
      `ecs`
          Elastic Common Schema
          `@timestamp`; `ecs.version` or `log.level`
      `logstash`
          logstash-logback-encoder and other logstash JSON
          `@timestamp`; `@version`
      `logback`
          Logback's JsonEncoder
          `loggerName`; `level`; `threadName` or `timestamp`
      `log4j`
          Log4j 2's JsonLayout
          `loggerName`; `level`; `instant` or `timeMillis`; `thread` or
          `endOfBatch` or `loggerFqcn`
      `cloudwatch`
          CloudWatch Logs subscriptions and filter-log-events (a list of events,
          each containing a record of another log)
          `logEvents` or `events`; `logEvents` or `searchedLogStreams` or
          `nextForwardToken` or `nextToken`
      `kubernetes`
          Kubernetes events, terminated or unstartable containers, failed pods (an
          API object, or a list of them)
          `kind` of Event, Pod, List, EventList, PodList; `apiVersion`
      `buildkite`
          Buildkite builds: jobs that failed, timed out or were canceled (a build
          with its jobs, or a list of builds)
          `jobs`; `number`; `state`; `pipeline` or `web_url` or `url`
      `gcp`
          Google Cloud Logging entries
          `logName` or `insertId`; `jsonPayload` or `textPayload` or `protoPayload`
          or `httpRequest`
      `apple-crash`
          Apple crash reports (.ips) (a line with a header, then the report)
          `procName`; `threads`; `usedImages`
      `apple-jetsam`
          Apple jetsam event reports (.ips) (a line with a header, then the report,
          with a record for each ended process)
          `memoryStatus`; `processes`; `largestProcess` or `product` or `kernel`
      `apple-panic`
          kernel panics of iOS and macOS (panic-full-….ips) (a line with a header,
          then the report)
          `panicString` or `macOSPanicString`
      `kscrash`
          KSCrash's crash reports, sentry-cocoa's too (one report per file)
          `crash.error`; `report`; `system`
      `metrickit`
          MetricKit's diagnostics (MXDiagnosticPayload as JSON) (one payload per
          line, or one per file)
          `timeStampEnd` or `timeStampBegin`; `crashDiagnostics`,
          `hangDiagnostics`, `cpuExceptionDiagnostics` or another
      `docker`
          Docker's json-file driver
          `log`; `stream`; `time`
      `hclog`
          HashiCorp's hclog as JSON (Terraform, Vault, Consul)
          `@level`; `@message`
      `mongodb`
          MongoDB's structured log
          `t.$date`; `s`; `c`; `msg`
      `postgres-json`
          PostgreSQL's jsonlog
          `error_severity`; `message`; `timestamp` or `pid` or `backend_type`
      `swift-log`
          swift-log through a JSON handler
          `label`; `source`; `function`; `level`
      `serilog`
          Serilog's compact JSON (CLEF)
          `@t`; `@m` or `@mt` or `@x`
      `bunyan`
          Bunyan
          `v`; `level`; `hostname`; `pid`; `msg`
      `pino`
          pino
          `level`; `time`; `pid`; `hostname`
      `tracing`
          Rust's tracing-subscriber as JSON
          `level`; `target`; `fields.message` or `fields`
      `lambda`
          AWS Lambda's JSON logs
          `requestId`; `level` or `log_level` or `errorType`
      `lambda-error`
          errors of AWS Lambda functions, as answered
          `errorType`; `errorMessage`
      `monolog`
          Monolog's JsonFormatter (PHP)
          `level_name`; `channel`; `datetime`
      `python`
          Python's logging as JSON (python-json-logger)
          `message`; `levelname` or `exc_info` or `levelno`
      `structlog`
          structlog's JSON
          `event`; `level` or `log_level`; `timestamp` or `logger` or `exception`
      `problem`
          RFC 9457 problem details
          `title`; `type` or `status` or `detail`
      `gelf`
          Graylog's GELF 1.0 and 1.1
          `version`; `host`; `short_message`
      `traefik`
          Traefik's access log as JSON
          `DownstreamStatus`; `RequestMethod`; `RequestPath`
      `access-json`
          access logs as JSON: nginx, Envoy, lograge
          `status` or `response_code`; `method` or `request` or `request_method` or
          `verb`; `path`, `request`, `uri` or another
      `elasticsearch`
          Elasticsearch 7 and OpenSearch as JSON (JSON objects that may go on in
          the next lines)
          `type`; `timestamp`; `level`; `component`; `node.name` or `cluster.name`
      `json`
          JSON lines of other loggers, with the usual member names
          `level`, `lvl`, `severity` or another; `msg`, `message`, `short_message`
          or another
      `apple-crash-text`
          Apple crash reports as text (.crash) (`Incident Identifier: …` or
          `Process: NAME [PID]`, then the report)
          its lines
      `logcat`
          Android's logcat (`TIME PID TID LEVEL TAG: message`, `LEVEL/TAG(PID):
          message` and similar)
          its lines
      `logcat-long`
          Android's logcat -v long (`[ TIME PID:TID LEVEL/TAG ]`, then the message)
          its lines
      `apple-text`
          log show and log stream as text: default, compact, syslog (`TIME THREAD
          TYPE ACTIVITY PID TTL PROCESS: message`, `TIME TY PROCESS[PID:TID]
          message` and similar)
          its lines
      `nslog`
          NSLog and Xcode's console (`TIME PROCESS[PID:THREAD] message`)
          its lines
      `syslog`
          syslog (RFC 5424) (`<PRI>1 TIME HOST APP PROCID MSGID`, structured data,
          message)
          `facility`; `severity`
      `swift-log-text`
          swift-log's StreamLogHandler (`TIME LEVEL LABEL: key=value [Source]
          message`)
          `label`; `source`; `level`; `message`
      `nginx-error`
          nginx's error log (`TIME [LEVEL] PID#TID: *CONNECTION message, client:
          …`)
          its lines
      `apache-error`
          Apache's error log (`[TIME] [MODULE:LEVEL] [pid PID:tid TID] [client
          ADDRESS] CODE: message`)
          its lines
      `access`
          access logs, common and combined (`ADDRESS - USER [TIME] "METHOD PATH
          PROTOCOL" STATUS BYTES "REFERRER" "AGENT"`)
          its lines
      `envoy`
          Envoy's and Istio's access logs, and Envoy's own log (`[TIME] "METHOD
          PATH PROTOCOL" STATUS FLAGS …`, `[TIME][THREAD][LEVEL][LOGGER]
          [FILE:LINE] message`)
          its lines
      `haproxy`
          HAProxy's access logs, HTTP and TCP (`CLIENT [TIME] FRONTEND
          BACKEND/SERVER TIMERS STATUS BYTES … "METHOD PATH PROTOCOL"`)
          its lines
      `elb`
          access logs of AWS's load balancers (ALB, classic ELB) (`TYPE TIME
          BALANCER CLIENT TARGET … STATUS … "METHOD URL PROTOCOL" "AGENT" …`)
          its lines
      `w3c-extended`
          IIS, and other logs in the W3C's extended format (`#Fields: date time …`,
          then a row for each request)
          `date`; `time`; `sc-status`, `cs-method`, `cs-uri-stem` or another
      `postgres-csv`
          PostgreSQL's csvlog (rows without a header, quoted as in CSV)
          `log_time`; `error_severity`
      `postgres`
          PostgreSQL's server log (`TIME ZONE [PID] USER@DATABASE LEVEL:  message`)
          its lines
      `mysql`
          MySQL's and MariaDB's error log (`TIME THREAD [LEVEL] [CODE] [SUBSYSTEM]
          message`)
          its lines
      `redis`
          Redis and Valkey (`PID:ROLE TIME SIGN message`)
          its lines
      `ruby`
          Ruby's Logger, Rails (`E, [TIME #PID] LEVEL -- PROGRAM: message`)
          its lines
      `klog`
          klog (Kubernetes) and glog (`LMMDD CLOCK THREAD FILE:LINE] message`)
          its lines
      `php`
          PHP's error log (`[TIME] PHP KIND:  message in FILE on line LINE`)
          its lines
      `monolog-text`
          Monolog's lines (PHP: Laravel, Symfony) (`[TIME] CHANNEL.LEVEL: message
          {context} {extra}`)
          its lines
      `django`
          Django on a console (`[TIME] "METHOD PATH PROTOCOL" STATUS BYTES`,
          `REASON: PATH`)
          its lines
      `dotnet`
          .NET's console logger (`LEVEL: CATEGORY[EVENT]`, then the message,
          indented)
          its lines
      `serilog-text`
          Serilog on a console (`[CLOCK LEVEL] message`, LEVEL with three letters)
          its lines
      `nlog`
          NLog (.NET) (TIME, LEVEL, LOGGER, message, exception, separated by pipes)
          its lines
      `zap`
          zap's console encoder (Go, Kubernetes operators)
          (`TIME⇥LEVEL⇥LOGGER⇥FILE:LINE⇥message⇥{fields}`)
          its lines
      `logrus-text`
          logrus at a terminal (Go) (`LEVE[SECONDS] message key=value`)
          its lines
      `zerolog-text`
          zerolog at a terminal (Go) (`CLOCK LVL FILE:LINE > message key=value`)
          its lines
      `hclog-text`
          HashiCorp's hclog as text (Vault, Consul, Nomad) (`TIME [LEVEL] LOGGER:
          message: key=value`)
          its lines
      `fluent-bit`
          Fluent Bit's own log (`[TIME] [LEVEL] [COMPONENT] message`)
          its lines
      `lambda-text`
          AWS Lambda's logs as text (`TIME⇥REQUEST⇥LEVEL⇥message`,
          `[LEVEL]⇥TIME⇥REQUEST⇥message`)
          its lines
      `github-actions`
          logs of GitHub Actions (`TIME ##[LEVEL]message`, `::LEVEL
          file=FILE,line=LINE::message`)
          its lines
      `rust-text`
          Rust's env_logger and tracing-subscriber as text (`[TIME LEVEL TARGET]
          message`, `TIME LEVEL TARGET: message`)
          its lines
      `tracing-pretty`
          tracing-subscriber's pretty() and without_time() (Rust) (indented `TIME
          LEVEL TARGET: message`, then `at FILE:LINE`; `LEVEL TARGET: message`)
          its lines
      `elixir`
          Elixir's Logger (`CLOCK METADATA [LEVEL] message`)
          its lines
      `level-first`
          text that begins with a level and a time: Cassandra, CouchDB, Django
          (`LEVEL [THREAD] TIME FILE:LINE - message`, `[LEVEL] TIME NODE PROCESS
          REQUEST message`, `LEVEL TIME message`)
          its lines
      `nest`
          NestJS on a console (`[APP] PID  - MM/DD/YYYY, CLOCK     LEVEL [LOGGER]
          message +MILLISECONDSms`)
          its lines
      `spark`
          Spark, and Hadoop's first versions (HDFS) (`yy/MM/dd CLOCK LEVEL LOGGER:
          message`, `yyMMdd HHmmss THREAD LEVEL LOGGER: message`)
          its lines
      `windows-setup`
          Windows' servicing and setup: CBS.log, DISM.log, setupact.log (`TIME,
          LEVEL    COMPONENT    message`)
          its lines
      `java-logging`
          java.util.logging's SimpleFormatter (`MMM D, YYYY CLOCK CLASS METHOD`,
          then `LEVEL: message`)
          its lines
      `python-text`
          Python's logging as text (`LEVEL:LOGGER:message`, `TIME - LOGGER - LEVEL
          - message` and similar)
          its lines
      `java-text`
          Java loggers as text: Logback, Log4j, Spring Boot, Tomcat, Elasticsearch,
          WildFly, Solr, ZooKeeper, Kafka; log4net (`TIME [THREAD] LEVEL LOGGER -
          message`, `TIME LEVEL PID --- [THREAD] LOGGER : message` and similar)
          its lines
      `go-log`
          Go's log package (`YYYY/MM/DD CLOCK FILE:LINE: message`, with or without
          a level before the message)
          its lines
      `syslog-text`
          syslog in files (RFC 3164, rsyslog, `logger -s`) (`<PRI>MMM DD CLOCK HOST
          APP[PID]: message`, with an ISO time, or without PRI and time)
          its lines
      `journal-text`
          journalctl's other styles: short-precise, short-full, with-unit,
          short-unix, short-monotonic (`DAY TIME ZONE HOST APP[PID]: message` and
          similar)
          its lines
      `journal`
          journalctl -o verbose and -o export (`TIME [s=…;i=…]` or `__CURSOR=…`,
          then fields, `KEY=VALUE`)
          `time` or `__CURSOR`
      `heroku`
          Heroku's logs (`TIME SOURCE[DYNO]: message`)
          its lines
      `compose`
          docker compose logs (`SERVICE
          TIME message`)
      `cri`
          container logs of a Kubernetes node (CRI) (`TIME STREAM TAG message`)
          its lines
      `text`
          other text that begins with a time (`TIME LEVEL message`, `TIME [LEVEL]
          message`, `TIME LOGGER LEVEL message`, `TIME message`)
          its lines
      `logfmt`
          logfmt (`key=value` pairs only)
          `level` or `lvl` or `severity` or `levelname`; `msg`, `message`, `error`
          or another
      `logfmt-access`
          access lines of `key=value` pairs: Heroku's router, lograge, nginx
          (`key=value` pairs only)
          `status`; `method` or `request` or `request_method` or `verb`; `path`,
          `request`, `uri` or another
      `csv`
          CSV and TSV with a header row
          `level`, `lvl`, `severity` or another; `msg`, `message`, `short_message`
          or another
      `trace`
          stack traces and crash reports of Java, JavaScript, Python, Swift, Go,
          Rust, .NET, PHP, Ruby, Dart (a stack trace or crash report without a log
          around it)
          `trace`
      `plain`
          text that begins with a level and has no time (`LEVEL: message`, `[LEVEL]
          message`)
          its lines

    `--input errctl` is our own format. A record of it has `type`, `domain`,
    `message`, `status`, `problem` or `event`.

    - With `underlying`, `payload`, `answers` or `problem` it is always ours.
    - With `level`, `lvl`, `msg`, `@timestamp`, `severity_text`, `error_severity`
      or another name that loggers use, it is somebody's log, whatever else it has.
    - With `origin`, `case`, `domain`, `operation`, `attempt`, `retryAfter`,
      `cancelled` or `attributes` it is ours.
    - Otherwise it is ours if no other format claims one of the first 16 records,
      and most of them look like ours: most members are known to us (an object that
      is not counts twice), or the type is called an error, or the status is 400 or
      more.

    If no format is certain, `replay` and `inspect` say so, and each record is read
    by the format that it fits. `inspect` also tells by which members a format was
    recognised, and which others the first line fits.

    *Documented* formats have no producer that runs where our tests run; their
    examples follow the source named in the table.

    A LOG WITHOUT A KNOWN FORMAT

    If no format fits, `errctl inspect app.log --write app.mapping.yaml` guesses a
    mapping from the first 2,000 lines: the columns that repeat, and which of them
    are the time, the level, the logger and the message. It reads the log at once.
    Each guess has a comment, with a line of the log above it. Correct what is
    wrong, then pass it with `--input app.mapping.yaml`.

    pump.log:

        21/11/26 01:41:19 ERROR pump-2: no pressure
        21/11/26 01:41:20 INFO pump-1: 3.2 bar

    $ errctl inspect pump.log --write pump.mapping.yaml > out; cat pump.mapping.yaml

        # A start for pump.log, guessed from its first lines. Correct it, and look at what it reads with
        # errctl inspect pump.log --input pump.mapping.yaml
        # “errctl help formats” describes the keys.
        mapping: 1
        name: log
        text:
          # Built like this one: 2 of the first 2 lines
          #   21/11/26 01:41:19 ERROR pump-2: no pressure
          patterns:
            - '(?P<time>\d{1,2}/\d{1,2}/\d\d +\d{1,2}:\d{1,2}:\d{1,2}) +(?P<level>[A-Za-z]+) +(?P<logger>\S+?): *(?P<message>.*)'
        fields:
          # guess: %y/%m/%d %H:%M:%S. All times fit %d/%m/%y %H:%M:%S as well.
          time: { from: time, format: '%y/%m/%d %H:%M:%S' }
          # guess: the name of a logger or program
          origin: logger
          # guess: words such as INFO and ERROR. Translate others with “values”.
          severity: level
        # guess: whatever follows the parts above
        logMessage: [ message ]
        stack: [ more ]
        errors: { atLeast: warning, or: [ type, domain, underlying ] }

    $ errctl inspect pump.log --input pump.mapping.yaml --samples 0 | head -3

        pump.log: log
          2 read: 1 error, 1 not an error
          at 2021-11-26T01:41:19Z

    If a format fits but misses fields, the same command writes its mapping for you
    to change.

    DOCUMENTS

    Records may come one on each line, as objects over several lines, one after the
    other without line ends (`}{`), in a JSON array, or as an RFC 7464 sequence.
    The beginning of a stream decides: an array, an object that is still open at
    the end of its first line, or one that another follows on that line, makes it a
    stream of documents. (If the second line looks like the beginning of another
    object, this applies only if the first line ends with `[`.)

    A document that is cut off is rejected with the line where it began. Reading
    goes on at the next line that begins as the first document did. Line numbers in
    messages are always those of the stream. If an array is never closed, the
    summary says so (`fault`), since its end may be missing.

    TEXT

    The first pattern of a format that matches a line from its beginning makes a
    record; the named groups of the pattern are its members. Colour codes and a
    carriage return at the end of a line are ignored. Carriage returns alone end
    the lines of a stream that has no line feed, up to `record-bytes` or its end;
    in any other they end none.

    Lines that belong to the record before them: indented lines; frames of Java,
    JavaScript, .NET, PHP and Ruby; `Caused by:` and `Wrapped by:`; tracebacks of
    Python, chained ones, loguru's and those of exception groups included; Rails'
    `CLASS (MESSAGE):`, with the request's tags or without; Monolog's `[previous
    exception]`; crash reports of Swift, Go and Rust; in Elixir's log, every line
    without a time; and blank lines, if more of the record follows. These lines are
    the record's member `more`, from which type, message and causes are read. After
    the frames of a trace, a line that is not indented belongs to it only if more
    of a trace follows. Any other line that does not begin a record is read by
    another format that it fits, or rejected with the lines that belong to it.

    - With `--input mixed`, too, a trace belongs to the line of text before it,
      whatever its format; and a record goes on as it does in its own format: over
      lines with its prefix (`logcat`), or over any that fit no other format but
      `trace` and `plain` (`nslog`, `java-logging`).
    - PHP prints an exception after those that caused it (`Next …`): the last one
      is the error, the others are its causes.
    - `Exception in thread "…"` always begins a record of its own.
    - A record of more than half of `record-bytes` is cut there; each line that was
      cut off is counted as too long.
    - `trace` reads traces without a log around them.

    Docker, CRI and compose wrap each line of a program. There, too, a trace
    belongs to the line before it of the same service or stream, and a line that
    Docker (16 KiB) or the CRI (tag `P`) split is joined again, up to half of
    `record-bytes`. This holds if the format is detected or named; with `--input
    mixed`, and for JSON over several lines, each line is a record. White space and
    the order of Docker's members do not matter.

    - Access logs, of load balancers and proxies, too: a response of 5xx is an
      error, of 4xx a warning, anything else is not an error. Where there is no
      response, the state in which the session ended decides (Envoy's flags,
      HAProxy's termination state). To leave the 4xx out, write a mapping with
      `errors: { atLeast: error }`.
    - Other text with a time at its beginning is `text`. The first level after the
      time is the line's level, alone, in brackets, or after a thread in brackets,
      a process id or one logger's name. After a name a level must be in capitals,
      in brackets or followed by a colon: `TIME upstream error while …` is a
      sentence.
    - Text with a level but no time is `plain`, tried last, as `trace` is, because
      many logs begin with such a line.
    - java.util.logging (`java-logging`) has the level in the second line of a
      record; all lines up to the next time belong to it. Time and level are read
      in English, and so is NestJS's time (`nest`), month first.
    - Android's logcat (`logcat`; `-v long` is `logcat-long`) has the prefix before
      each line of a message: an uncaught exception (`FATAL EXCEPTION`), a native
      crash, an application that does not respond (`ANR`) and a printed stack trace
      are one record each. The tag is the origin.
    - Apple's `log show` and `log stream` are `apple-text` (styles default,
      compact, syslog) and `apple` (ndjson, json); the column Type is the severity,
      and the style syslog has none. `NSLog` and Xcode's console are `nslog`. An
      uncaught exception (`*** Terminating app due to uncaught exception …`) is an
      error with its name and reason.
    - No level: Go's `log`, syslog files and container logs have at most a word
      before the message (`error: …`). A line without one is not an error. To count
      every line as an error, set `errors: all` in a mapping. If no line of a log
      has a level, `errctl inspect` says so (`"levels": false` in JSON).
    - No date: a time of day is not a point in time. It becomes the attribute
      `clock`, and the record has no `time`. What is counted over time means little
      then, and the reports say so (errctl help state).
    - No year: see Times without a year or a zone.

    CRASH REPORTS

    Each report is a record, and so is each diagnostic of a MetricKit payload:
    Apple's `.ips` (`apple-crash`), Apple's text and that of KSCrash and
    PLCrashReporter (`apple-crash-text`), KSCrash's and sentry-cocoa's JSON
    (`kscrash`), MetricKit's JSON (`metrickit`). They have the same fields:

      `type`
          the name of the uncaught exception; else the Mach exception
          (`EXC_BREAKPOINT`), the signal, or KSCrash's own kind (`deadlock`); of
          MetricKit's others `hang`, `cpuException`, `diskWriteException`,
          `appLaunch`
      `message`
          the exception's reason; else what the process said last (`Fatal error: …`
          without these words), or why the system ended it
      `domain`, `code`
          the termination reason: `SIGNAL` 6, `FRONTBOARD` 2343432205 (0x8badf00d)
      `origin`
          the first frame outside of the system, where the exception was thrown or
          in the crashed thread: its symbol, or `IMAGE + OFFSET`; without one the
          process. MetricKit names images without a path, so known names of the
          system's are left out
      `severity`
          `fatal`; `warning` for MetricKit's hangs, CPU, disk and launch
          diagnostics
      `time`, `id`
          of the crash; the end of a MetricKit payload's interval; the incident
      attributes
          `signal`, `exception`, `codes`, `subtype`, `thread`, `queue`, `image`,
          `file`, `line`, `process`, `pid`, `bundle`, `version`, `build`, `os`,
          `model`, `arch`

    Reports in one file need no separator. Of a report that Console or Xcode
    translated, the text is read; the JSON behind it belongs to it.

    Two other kinds of `.ips` have formats of their own. A jetsam event report
    (`apple-jetsam`) has a record for each process that the system ended: its name
    is the origin, the reason (`per-process-limit`, `vm-pageshortage`) the type,
    `JETSAM` the domain. A kernel panic (`apple-panic`) has the type `panic`, the
    kernel's first line as message and the panicked task, or `kernel`, as origin.
    Reports of further kinds are not read.

    TABLES

    CSV and TSV follow RFC 4180, and the first row names the columns; case does not
    matter (`Level` is `level`). The separator is `,`, `;` or tab, whichever is
    most frequent in the first row. Quoted columns may contain separators, line
    breaks and doubled quotes. A row with another number of columns is rejected,
    and so is a quote that is never closed; reading goes on at the next line.

    IIS and others name the columns in a line that begins with `#Fields:`
    (`w3c-extended`), also again in the middle of a log. PostgreSQL's csvlog
    (`postgres-csv`) has no names; its columns have those of PostgreSQL's
    documentation.

    WHAT A RECORD BECOMES

    - Type, message and causes come from the exception's fields if there are any,
      else from a stack trace, as one text or a list of lines. Causes are in our
      order, the direct one first. Chained tracebacks of Python, `Caused by:`,
      `[cause]:`, `--->` and `Wrapped by:` are read in their own order. The members
      of a group (Python's `ExceptionGroup`, .NET's `AggregateException`) are among
      its causes; `Suppressed:` errors are not. A code in the line (`TypeError
      [ERR_X]: …`, `SocketException (111): …`) is the error's code.
    - The log's message is the error's message if the error has no other; else it
      is an attribute.
    - `Error Domain=… Code=…` in the messages of Apple's log, swift-log and other
      loggers (text, syslog, Docker, CRI, journald, CloudWatch, Google Cloud)
      becomes domain, code and message; errors in its `UserInfo` become causes. The
      description `"(null)"` counts as none.
    - Severities are words in any case (`WARN`, `err`, `Fault`), or by format
      syslog's 0–7, Bunyan's 10–60, Python's 10–50 or OpenTelemetry's 1–24. An
      unknown word stays an attribute.
    - Times are written as RFC 3339, in UTC with `Z`. Times of web servers, C and
      mail (`21/Nov/2026:01:41:19 +0000`, `Sat Nov 21 01:41:19 2026`) and
      unambiguous names of time zones are read. A time without a zone is UTC.
      Numbers have the format's unit, or one that fits their size (below 10¹¹
      seconds, 10¹⁴ milliseconds, 10¹⁷ microseconds, else nanoseconds). An object
      of seconds and nanoseconds (Log4j 2) is read, too.
    - A value that does not fit its field stays an attribute, and the record is
      counted (“with a member of the wrong type”). So is a record with an unknown
      severity and no other sign of an error, since it may be one.
    - An object as the message is used, as JSON, only if there is no text.
    - Everything else becomes attributes under its own names.
    - A record inside a record (`inner`: Docker, CRI, compose, CloudWatch,
      journald, syslog, Google Cloud's `textPayload`, and the rest of a `text` line
      without a level, as in S3 exports and `kubectl logs --timestamps`) is read in
      its own format; the outer record fills in what the inner one lacks. The inner
      severity counts; if there is none, the outer one (journald's `PRIORITY`,
      Google Cloud's `severity`). Inner text of no known format is the outer
      record's message.

    WHICH RECORDS ARE ERRORS

    A record is an error if it has the severity `warning` or worse, a type, a
    domain or a cause, unless a mapping defines errors differently. A plain member
    `type` is the kind of a line in many logs (`"type":"server"`): beside a level
    below `warning` it makes no error. All others are counted as not errors. A
    replay of a log without any error exits with 0. A missing message (journald's
    `null` for one that is too long) is empty.

    FILES, FOLDERS AND PATTERNS

    Every command that reads streams takes files, folders, patterns and `-`,
    standard input:

        errctl replay rules.yaml app.log logs/ 'archive/**/*.log*' -

    - A file you name is read whatever its name is, in the order in which you name
      files.
    - A folder is read with its subfolders, in the order of paths. Rotated files
      come first, oldest first: `app.log-20261120`, `app.log.2.gz`, `app.log.1`,
      `app.log`.
    - A pattern (quote it): `*`, `?` and `[a-z]` within a name, `**` for folders of
      any depth.
    - Folders and patterns skip hidden files, YAML files, pipes and devices. Links
      to files are followed, links to folders are not. A file is read once. A
      pattern with the ending of YAML files (`*.yaml`) selects them. A JSON rule
      file is read like any other JSON file.
    - An empty folder, a pattern without a match, and a path that cannot be read
      are errors. Each is named, and nothing is read.

    The format is detected for each stream. If one of several streams has no
    errors, or is no log at all, the others are still read; its lines are counted
    as not errors or as rejected.

    COMPRESSED STREAMS

    gzip and zstd are recognised by their first bytes, in folders, too. A separate
    thread decompresses them, up to four blocks of 256 KiB ahead. Consecutive
    members and frames are one stream. A missing end and damaged data are reported;
    with `--strict` they are errors. Data that expands to more than a thousand
    times its size, past the first 16 MiB, is rejected. An errctl built without the
    trait `Compression` rejects compressed streams; decompress them first.

    TIMES WITHOUT A YEAR OR A ZONE

    Files of syslog (RFC 3164), klog and Android's log write dates without a year:
    `Nov 21 01:41:19`, `1121 01:41:19`, `11-21 01:41:19`. Such a date lies in the
    twelve months that end with the last change of the file: December in a file
    changed in January 2026 is December 2025. For a pipe they end now. A packed or
    rotated file keeps the date of the log, as gzip and logrotate do; a file that
    was copied, downloaded or checked out has a new date, and needs `--year`.

      `--year YEAR`
          the year of the stream's first date without a year; the dates after new
          year are of the next one
      `--time-zone ZONE`
          the zone of times without one (UTC): `+02:00`, `UTC`, or a name of the
          system's time zones, `Europe/Berlin`

    mac.log:

        Dec 31 23:59:58 mac kernel[0]: error: no such device
        Jan  1 00:00:03 mac kernel[0]: error: no such device

    $ errctl inspect mac.log --year 2016 --samples 0 | head -4

        mac.log: syslog-text — syslog in files (RFC 3164, rsyslog, `logger -s`)
          2 read: 2 errors
          2 dates have no year: read as 2016 to 2017, from --year
          from 2016-12-31T23:59:58Z to 2017-01-01T00:00:03Z

    The summary says how many dates have no year, which years they were given, and
    why; in JSON it is `assumedYears` of each of the `sources` (`by`: `option`,
    `file` or `today`). The result is the same for any number of jobs. With several
    streams each has its own twelve months. Cut a stream that covers more than
    twelve months: its earliest records would come last and count as `outOfOrder`.
    Without `--time-zone` the clock of the log may be up to 14 hours ahead of UTC,
    so the twelve months end 14 hours after the last change. For a program's log
    inside a collector's, the collector's time takes precedence.

    `replay`, `diff`, `explain`, `graph`, `inspect`, `test`, `mutate` and `validate
    --stream` take both options. If the clock is set back, a time in the repeated
    hour is read as the first of the two.

    SOME OF THE RECORDS

      `--since TIME`
          of this time or later: `2026-11-22T05:00:00Z`, `2026-11-22` (UTC), or
          `2h`, `30m`, `1d` before now
      `--until TIME`
          before this time, so that adjacent windows do not overlap
      `--where MATCHER`
          that match, as in a rule's `when`: `--where '{ category: upstream,
          status: 5xx }'`
      `--sample SIZE`
          drawn at random: a number, `1000`, or a share, `5%`, `1/20`, `0.05`

    They apply in this order, to events and errors, in `replay`, `diff`, `explain`
    and `graph`. The other records are counted as `filtered` and have no effect:
    they do not move the clock, do not count for rates, and have no ordinal. A
    record without a time is in no window; the count of lines has the number of
    filtered records without one (`untimed`).

    “Now” is the machine's clock, or `--now TIME`. `--sample` depends on `--seed`
    and the record's place in its stream, so the same records are drawn with any
    number of jobs, and a share of a pipe is that of the file. To draw a number of
    records errctl reads the streams twice, so they must be files. `--where` knows
    the rule file's categories, named matchers, types, codes and lists; mistakes in
    it are reported with their place, as in `--where:1:3`. `diff` uses those of
    OLD.

    SEVERAL STREAMS BY TIME

    Streams are read one after the other. `--order time` merges their records by
    time instead. Rates, retry budgets and throttles over the logs of several hosts
    need this: the clock never goes back, so they count a record that is earlier
    than one before it as of the later time. If there are such records, and rules
    that count within a window, the summary says so.

    - Of records with the same time, the stream named first comes first. A record
      without a time stays behind the one before it.
    - Memory is bounded: one chunk of each stream, at most 64 MiB together. Each
      stream should be nearly in order. A record that is earlier than one before it
      is evaluated late and counted as `outOfOrder` for its stream.
    - At most 500 streams are merged. If a pipe is slow, all others wait for it.

    A LOG THAT GROWS

    `--follow` keeps reading the files as they grow, across rotation and
    truncation, until you interrupt it with Control-C (or SIGTERM); then it prints
    the summary and exits with 130. At a terminal a line shows the state so far.
    `--resolutions` and `--rejects` are written as records arrive; a file they name
    is emptied at the start. Every 250 ms each file is checked:

    - Rotated (the path leads to another file): the rest of the old file is read
      for one more check; then files that were created and rotated in between,
      oldest first (`app.log.2`, `app.log.1` beside `app.log`); then the new file.
    - Truncated (the file is shorter than what was read, or its first KiB has
      changed): it is read from its beginning. Text that was written in between is
      lost. Its amount is unknown, so the summary has the number of truncations
      (`truncations`).
    - An unfinished line at the end of a file is a line of its own, `truncated` if
      its JSON is cut. It is never joined with the next file.
    - The last record of a log of text is evaluated when the next one begins, or at
      the end, so a stack trace across a rotation is one record. (Without
      `--follow` each file is a stream, and the second half of the trace is
      rejected.)

    Rotated and compressed files are read to their end. The files are chosen at the
    start: new files in a folder, or new matches of a pattern, are not followed.
    Three things cannot be detected: a writer that goes on writing to a rotated
    file for longer than one check, two rotations between two checks if the file in
    between was compressed or deleted, and a file that is rewritten with the same
    first KiB.

    THE COUNT OF LINES

    Every line is counted once, and the parts add up:

      `lines`
          lines read, or documents
      `inner`
          records in a line beyond the first
      `records`
          errors and events that were evaluated
      `filtered`
          errors and events that you did not select
      `notErrors`
          records that are not errors
      `completed`
          completed operations (errctl help records)
      `rejected`
          lines that are not JSON, or not a record of the format
      `tooLong`
          lines longer than the limit `record-bytes`
      `truncated`
          lines that the end of the stream cuts off
      `blank`
          white space
      `passedOver`
          lines around records: envelope headers and their binary items, first rows
          of tables, first and last lines, a trace without an exception
      `continued`
          lines that belong to the record before them: stack traces, rows with line
          breaks

    `lines` + `inner` = `records` + `completed` + `filtered` + `notErrors` +
    `rejected` + `tooLong` + `truncated` + `blank` + `passedOver` + `continued`. In
    addition there are `outOfOrder`, the records that are earlier than one before
    them in their stream, and `untimed`; and `otherFormats`, the lines that were
    read by another format than that of their stream, if there are any. The summary
    shows the counts for all streams and, if one is not in our own format, for
    each; `--format json` has them under `ledger` and `sources`. `--rejects FILE`
    writes the rejected lines of all streams, uncompressed.

    MAPPINGS

    A mapping describes a format of your own, in a file `NAME.mapping.yaml` for
    `--input`. `errctl inspect LOG --write app.mapping.yaml` writes the mapping in
    use for you to change.

    app.mapping.yaml:

        mapping: 1
        name: app
        description: What the payment service writes
        detect: [ ts, lvl ]                 # a record must have all of these; also { all, any, none }
        fields:
          time: { from: ts, as: milliseconds }
          origin: { from: [ svc, logger ], default: app }
          severity: { from: lvl, values: { E: error, W: warning } }
          type: err.kind
          code: err.no
          message: err.text
          retryAfter: { from: wait, as: seconds }
        logMessage: msg
        stack: err.trace
        attributes: ctx
        drop: [ pid ]
        errors: { atLeast: error, or: [ type ] }

      `mapping`, `name`, `description`
          1; the name in messages; one line of text
      `like`
          a built-in format that splits its log in the same way: how records are
          wrapped (`otlp`, `cloudwatch`, `kubernetes` …) or how lines are taken
          apart (`logfmt`, `syslog`, `swift-log-text` …)
      `replaces`
          a built-in format in whose place this mapping is, for lines that are read
          by the format that they fit. A mapping with a built-in format's name
          needs it
      `skip`
          lines to pass over: one or several expressions in RE2 syntax, from a
          line's beginning. They count as `passedOver` and end a record of text.
          Objects are never passed over
      `text`
          for lines of text: `prefixed` (below); `patterns`, one or several
          expressions in RE2 syntax whose named groups are members (a path to no
          group is an error); `continued`, the lines that belong to the record
          before them: `traces` (the default), `all` that no pattern matches,
          `none`
      `table`
          for rows with names in the first one: `separator`, one of `comma`,
          `semicolon`, `tab`, `pipe`, `space`; `{}` detects all but the last two;
          `header`, the beginning of the lines that name the columns, anywhere in
          the log (example)
      `detect`
          members that a record of this format has: a list of paths, or `all`,
          `any` (a list of lists: one of each), `none`; an element is a path or `{
          path, is: [ words ] }`. Records without them are rejected
      `extract`
          members made of parts of others: a list of `{ from, pattern }`. The named
          groups of an RE2 expression that occurs in the text become members. A
          member that the record already has is kept
      `fields`
          fields of a recorded error (errctl help records): a path, a list of paths
          of which the first readable one counts, or the keys below
      `logMessage`
          the path of the log's own message
      `stack`
          the path of a stack trace, as text or list of lines; if `type` names the
          same path, a text that is not a trace is the type
      `appleErrors`
          paths that may contain an `Error Domain=…`
      `chain`
          a list of exceptions: `from`, `order` (`rootFirst` or `thrownFirst`),
          `fields` of one exception, `qualifier` (a prefix of its type), `nested`
          (the path from an exception to its cause)
      `inner`
          paths that may contain another log's record
      `attributes`
          objects whose members become attributes
      `drop`
          members that become no attributes
      `errors`
          `all`, or `{ atLeast: severity, or: [ fields ] }`
      `completed`
          members of a record that says that an operation ended well (errctl help
          records): a list like `all` below `detect`. Of such a record count
          `time`, `origin`, `operation` and `attempt`

    key of a field:

      `from`
          a path or a list of paths: `a.b` finds `b` in `a` and the key `a.b`, the
          longer key first; `.` is the record itself. A path has at most 32 parts
      `as`
          how to read it: `time`, `seconds`, `milliseconds`, `microseconds`,
          `nanoseconds`, `epoch` (by size); `severity`, `syslog`, `priority`
          (facility and severity in one), `http` (a response's status), `bunyan`,
          `python`, `level` (a word; 10, 20 … 60 as Bunyan's, other numbers as
          OpenTelemetry's); `text`, `bytes`, `lastPart`; `integer`, `code`,
          `boolean`, `json`
      `format`
          the layout of a time, or a list of which the first that fits counts
      `values`
          the meaning of the log's words
      `default`, `where`
          the value if nothing was found; a path that must exist for that

    Mistakes in a mapping are reported with their place, as in rule files: by
    `errctl validate pay.mapping.yaml`, or when you use it. Editors complete and
    check mappings with `errctl schema mapping`.

    Times of your own

    `time: { from: ts, format: '%d.%m.%y %H:%M:%S' }` reads a time with the letters
    of strptime:

      `%Y`, `%y`
          year; with two digits, 69 to 99 are of the 20th century and 00 to 68 of
          the 21st
      `%m`, `%b`, `%B`, `%h`
          month; its English name
      `%d`, `%e`, `%j`
          day; day of the year
      `%a`, `%A`
          name of the weekday, which is not checked
      `%H`, `%I` with `%p`
          hour; hour of 12 with AM or PM
      `%M`, `%S`
          minute, second
      `%f`, `%L`
          digits of a fraction of a second, at most nine (`5` is half a second);
          milliseconds as a number (`5` is .005)
      `%z`, `%Z`
          an offset such as `+0200`, or `Z`; a name such as `CET`. Without one the
          zone is that of `--time-zone`
      `%s`
          seconds since 1970; `%s.%f` with a fraction
      `%F`, `%D`, `%T`, `%R`, `%%`
          `%Y-%m-%d`, `%m/%d/%y`, `%H:%M:%S`, `%H:%M`, a percent sign

    Numbers need no leading zeros. A space stands for any white space, or none. A
    layout needs a date and an hour. The year may be missing: it is known by the
    file. A value that fits no layout is no time and stays an attribute; `errctl
    inspect` says that it could not be read.

    Columns named by the log

    iis.mapping.yaml:

        mapping: 1
        name: iis
        skip: '#'
        table: { separator: space, header: '#Fields:' }
        extract: { from: cs-uri-stem, pattern: '^/(?P<area>[a-z]+)/' }
        fields:
          time: { from: date-time, format: '%F_%T' }
          origin: area
          status: sc-status
          severity: { from: sc-status, as: http }
          message: cs-uri-stem

    iis.log:

        #Software: Microsoft Internet Information Services 10.0
        #Fields: date-time sc-status cs-uri-stem
        2026-11-21_01:41:19 503 /pay/charge
        2026-11-21_01:41:20 200 /pay/charge

    $ errctl inspect iis.log --input iis.mapping.yaml --samples 1 | grep -v 'not found'

        iis.log: iis
          4 read: 1 error, 1 not an error, 2 skipped
          at 2026-11-21T01:41:19Z

        Errors
                1  /pay/charge

        Fields
                1  time       date-time as %F_%T
                1  origin     area
                1  status     sc-status
                1  message    cs-uri-stem
                1  severity   sc-status as http

        Sample 1
          before  2026-11-21_01:41:19 503 /pay/charge
          after   {"time":"2026-11-21T01:41:19Z","origin":"pay","status":503,"severity":"error","message":"/pay/charge"}

    The columns are those of the last such line. A column with a minus alone is
    empty. Where the columns `date` and `time` follow in this order, `date-time` is
    both, with a space. Quotes are those of CSV.

    A log of text

    pay.mapping.yaml:

        mapping: 1
        name: pay
        text:
          patterns:
            - '(?P<time>[0-9T:.Z-]+) (?P<level>[A-Z]) (?P<part>\w+): (?P<message>.*)'
        fields:
          time: time
          origin: part
          severity: { from: level, values: { E: error, W: warning } }
        logMessage: message
        stack: more

    pay.log:

        2026-11-20T08:00:00Z E cards: declined by the issuer
        2026-11-20T08:00:01Z I cards: all is well

    $ errctl inspect pay.log --input pay.mapping.yaml --samples 1

        pay.log: pay
          2 read: 1 error, 1 not an error
          at 2026-11-20T08:00:00Z

        Errors
                1  declined by the issuer

        Fields
                1  time       time
                1  origin     part
                1  message    stack trace in more; message
                1  severity   level

        Sample 1
          before  2026-11-20T08:00:00Z E cards: declined by the issuer
          after   {"time":"2026-11-20T08:00:00Z","origin":"cards","severity":"error","message":"declined by the issuer"}

    A trace whose lines have a prefix

    Some loggers write the prefix before each line of a message. `prefixed` joins
    the lines of a stack trace: those that have the same values of the groups
    `same`, as long as the trace goes on. `text` is the group of what the program
    wrote, and gets the text of all lines, so name it as `stack`.

        mapping: 1
        name: oslo
        text:
          patterns: '(?P<time>[0-9-]+ [0-9:.]+) (?P<pid>\d+) (?P<level>[A-Z]+) (?P<logger>[\w.]+) (?:\[[^\]]*\] )?(?P<message>.*)'
          prefixed: { same: [ pid, logger ], text: message }
        fields: { time: time, origin: logger, severity: level }
        logMessage: message
        stack: message

    COMMANDS FOR COMMON LOGS

    journald, today and live:

        journalctl -o json --since today -u shop | errctl replay rules.yaml -
        journalctl -o json -f -u shop | errctl replay rules.yaml - --resolutions -
        journalctl -o json --file '/var/log/journal/*/system.journal' -p err | errctl replay rules.yaml -

    Docker, whose `json-file` logs rotate by themselves:

        docker inspect -f '{{.LogPath}}' shop | xargs sudo cat | errctl replay rules.yaml -
        sudo errctl replay rules.yaml '/var/lib/docker/containers/*/*-json.log*' --order time --since 24h
        sudo errctl replay rules.yaml "$(docker inspect -f '{{.LogPath}}' shop)" --follow
        docker logs shop 2>&1 | errctl replay rules.yaml -

    Kubernetes: events, containers that ended or cannot start, and the logs of all
    pods of a deployment by time:

        kubectl get events -A -o json | errctl replay rules.yaml -
        kubectl get pods -A -o json | errctl inspect -
        mkdir logs && for pod in $(kubectl get pods -l app=shop -o name); do kubectl logs "$pod" > "logs/${pod#pod/}.log"; done
        errctl replay rules.yaml logs --order time

    CloudWatch, Google Cloud, Apple's unified log:

        aws logs filter-log-events --log-group-name /aws/lambda/pay --output json | errctl replay rules.yaml -
        aws s3 cp --recursive s3://logs/exported/ logs/ && errctl replay rules.yaml logs --order time
        gcloud logging read 'severity>=WARNING' --format=json | errctl replay rules.yaml -
        log show --last 1h --style ndjson | errctl replay rules.yaml -

    One hour of rotated and compressed logs, and a twentieth of its records:

        errctl replay rules.yaml '/var/log/shop/*.log*' --since 2026-11-22T05:00:00Z --until 2026-11-22T06:00:00Z --sample 1/20

    """##

  private static let policiesText = ##"""
    POLICIES OF OTHER SYSTEMS

    Retry policies stand in the configuration of many systems. errctl reads some of
    them as they are: `validate`, `replay`, `explain`, `diff` and `test` take such
    a file wherever they take a rule file, and their findings stand at its own
    lines. `errctl import` writes the rule file that says the same.

      `grpc` (errctl help grpc)
          `retryPolicy` and `retryThrottling` of a gRPC service config
      `asl` (errctl help asl)
          `Retry` and `Catch` of a state machine in the Amazon States Language (AWS
          Step Functions), JSON or YAML
      `botocore` (errctl help botocore)
          botocore's retry table, `_retry.json`, for boto3's retry mode `legacy`
      `envoy` (errctl help envoy)
          `retry_policy` of Envoy's routes, virtual hosts and clusters, YAML or
          JSON
      `istio` (errctl help istio)
          `retries` and `timeout` of the HTTP routes of an Istio VirtualService,
          YAML or JSON
      `gateway-api` (errctl help gateway-api)
          `retry` and `timeouts` of the rules of a Kubernetes HTTPRoute, YAML or
          JSON
      `buildkite` (errctl help buildkite)
          `retry` and `soft_fail` of the steps of a Buildkite pipeline
      `sentry` (errctl help sentry)
          Sentry's fingerprint rules, text or JSON: a category for each group
      `airflow` (errctl help airflow)
          an `ExceptionRetryPolicy` of Airflow 3.3, as its `serialize()` gives it,
          with its task's retries
      `temporal` (errctl help temporal)
          a `RetryPolicy` of Temporal: alone, in a workflow's history, or the
          server's defaults; JSON or YAML
      `resilience4j` (errctl help resilience4j)
          the retries of Resilience4j in a Spring Boot `application.yml`
      `polly` (errctl help polly)
          .NET's standard resilience handler, on Polly: its sections in an
          `appsettings.json`
      `gitlab` (errctl help gitlab)
          `retry` of the jobs of a GitLab CI/CD pipeline
      `kubernetes` (errctl help kubernetes)
          `podFailurePolicy` and limits of a Kubernetes Job or CronJob,
          `failurePolicy` of a JobSet

    A format is recognized by what no other document has. Nothing is approximated
    in silence:

    - `lost-in-import`, a note: a rule file can't say this, or says it otherwise.
    - `faulty-policy`, an error: the policy's own system rejects it; a warning if
      only some of its libraries do.

    Mistakes in public policies shows what errctl found in those of others.
    Findings about a policy have no fixes. A policy is read by `errctl` only; an
    app loads the rule file that `errctl import` writes.

    """##

  private static let grpcText = ##"""
    GRPC SERVICE CONFIGS

    service-config.json:

        {
          "methodConfig": [
            {
              "name": [{ "service": "shop.Cart" }],
              "timeout": "10s",
              "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.1s",
                "maxBackoff": "1s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"]
              }
            },
            { "name": [{ "service": "shop.Cart", "method": "Pay" }] }
          ],
          "retryThrottling": { "maxTokens": 10, "tokenRatio": 0.1 }
        }

    $ errctl import grpc service-config.json

        service-config.json:5:18: note: gRPC counts “timeout” from the start of a call; the rule's deadline begins with the first failure. [lost-in-import]
         5 |       "timeout": "10s",
           |                  ^^^^^
        # Imported from service-config.json (grpc). What is lost:
        # - line 5: gRPC counts “timeout” from the start of a call; the rule's deadline begins with the first failure.
        version: 1
        name: gRPC service config
        defaults:
          ignore: none
        responders:
          - id: client
            rules:
              # line 14: methodConfig[1]
              - id: shop.Cart.Pay.failed
                when: { attributes: { rpc.service: { equals: shop.Cart }, rpc.method: { equals: Pay } } }
                then: cancel
              # line 6: methodConfig[0].retryPolicy
              - id: shop.Cart
                when: { domain: grpc, code: [ UNAVAILABLE ], attributes: { rpc.service: { equals: shop.Cart } } }
                then:
                  retry:
                    maxAttempts: 4
                    backoff: { initial: 0.1s, multiplier: 2, max: 1s, jitter: 0.2 }
                    deadline: 10s
                    quota: { tokens: 10, ratio: 0.1 }
                    exhausted: cancel
              # line 3: methodConfig[0]
              - { id: shop.Cart.failed, when: { attributes: { rpc.service: { equals: shop.Cart } } }, then: cancel }
            otherwise: { then: cancel }

    A service config names no order: gRPC looks for the method's own entry, then
    for its service's, then for the one without a name. The rules stand in that
    order, and a rule behind each entry keeps its errors from the less specific
    ones.

    The rules ask for the attributes `rpc.service` and `rpc.method`, as
    OpenTelemetry names them, for the domain `grpc`, and for the status code as
    `code`, by name or by number:

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "operation": "1", "attempt": 1, "domain": "grpc", "code": "UNAVAILABLE", "attributes": {"rpc.service": "shop.Cart", "rpc.method": "Add"}}
        {"time": "2026-11-20T08:00:01Z", "operation": "1", "attempt": 2, "domain": "grpc", "code": "DEADLINE_EXCEEDED", "attributes": {"rpc.service": "shop.Cart", "rpc.method": "Add"}}
        {"time": "2026-11-20T08:00:05Z", "operation": "2", "attempt": 1, "domain": "grpc", "code": "UNAVAILABLE", "attributes": {"rpc.service": "shop.Cart", "rpc.method": "Pay"}}

    $ errctl replay service-config.json errors.ndjson --list

        service-config.json:5:18: note: gRPC counts “timeout” from the start of a call; the rule's deadline begins with the first failure. [lost-in-import]
         5 |       "timeout": "10s",
           |                  ^^^^^
        2026-11-20 08:00:00                  grpc UNAVAILABLE                         client/shop.Cart            retry 1/4
        2026-11-20 08:00:01                  grpc DEADLINE_EXCEEDED                   client/shop.Cart.failed     cancel
        2026-11-20 08:00:05                  grpc UNAVAILABLE                         client/shop.Cart.Pay.failed cancel

    Errors of a config stand where they are:

    orders.json:

        {
          "methodConfig": [
            {
              "name": [{ "service": "shop.Orders" }],
              "retryPolicy": {
                "maxAttempts": 3,
                "initialBackoff": "0.1s",
                "maxBackoff": "1s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"]
              }
            }
          ],
          "retryThrottling": { "maxTokens": 2, "tokenRatio": 0.5 }
        }

    $ errctl validate orders.json

        orders.json:14:37: warning: No call is ever tried again: one failure leaves no more than half of the tokens. Write 3 or more. [faulty-policy]
         14 |   "retryThrottling": { "maxTokens": 2, "tokenRatio": 0.5 }
            |                                     ^
        1 warning

      `maxAttempts`
          `maxAttempts`, at most 5: gRPC makes no more tries, whatever is written
      `initialBackoff`, `backoffMultiplier`, `maxBackoff`
          `backoff`, with `jitter: 0.2`: gRPC's delays vary by a fifth. A
          multiplier below 1 or above 1,000 is lost
      `retryableStatusCodes`
          `code` of the domain `grpc`
      `retryThrottling`
          `quota: { tokens, ratio }` of each rule. gRPC has one bucket for a
          server: with several retry policies that is lost. With 1 or 2 tokens no
          call is ever tried again, and there is no retry
      `timeout`
          `deadline`. gRPC counts from the start of a call, the rule from the first
          failure
      any other error of a method
          `cancel`: the call's caller gets the error
      `hedgingPolicy`
          lost
      `loadBalancingConfig`, `waitForReady`, `maxRequestMessageBytes`, …
          not read: they say nothing about errors

    What no config shows: a server may ask for another delay
    (`grpc-retry-pushback-ms`; a record has it as `retryAfter`, which only
    lengthens a rule's delay), and gRPC does not try again once a response has
    begun.

    Beside grpcio 1.85 on loopback, 200 random configs and 2,400 sequences of
    failing calls were compared: both try again after the same failures.

    The fifth is that of gRPC's core (`RETRY_BACKOFF_JITTER`), on which the
    libraries for C++, Python, Ruby and PHP stand. gRFC A6 drew delays from zero; a
    library that still does so waits less.

    Sources: gRFC A6
    (https://github.com/grpc/proposal/blob/master/A6-client-retries.md) (retries,
    throttling), service_config.proto
    (https://github.com/grpc/grpc-proto/blob/master/grpc/service_config/service_config.proto).

    """##

  private static let aslText = ##"""
    AMAZON STATES LANGUAGE

    order.asl.json:

        {
          "StartAt": "Reserve",
          "TimeoutSeconds": 3600,
          "States": {
            "Reserve": {
              "Type": "Task",
              "Resource": "arn:aws:states:::lambda:invoke",
              "Retry": [
                { "ErrorEquals": ["Lambda.TooManyRequestsException"], "MaxAttempts": 5, "JitterStrategy": "FULL" },
                { "ErrorEquals": ["OutOfStock"], "MaxAttempts": 0 },
                { "ErrorEquals": ["States.TaskFailed"], "IntervalSeconds": 2, "MaxAttempts": 1 }
              ],
              "Catch": [{ "ErrorEquals": ["OutOfStock"], "Next": "Refund" }],
              "Next": "Ship"
            },
            "Ship": {
              "Type": "Parallel",
              "Branches": [
                { "StartAt": "Pack", "States": { "Pack": { "Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "End": true } } },
                { "StartAt": "Tell", "States": { "Tell": { "Type": "Task", "Resource": "arn:aws:states:::sns:publish", "End": true } } }
              ],
              "Retry": [{ "ErrorEquals": ["States.ALL"], "IntervalSeconds": 60, "MaxAttempts": 1 }],
              "Catch": [{ "ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Refund" }],
              "End": true
            },
            "Refund": { "Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "End": true }
          }
        }

    $ errctl import asl order.asl.json

        order.asl.json:3:21: note: No rule can say that an execution ends after this time, its retries included. [lost-in-import]
         3 |   "TimeoutSeconds": 3600,
           |                     ^^^^
        order.asl.json:23:35: note: States.ALL does not stand for States.DataLimitExceeded, which fails the execution. Catch it by name. [terminal-error]
         23 |       "Catch": [{ "ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Refund" }],
            |                                   ^^^^^^^^^^^^
        # Imported from order.asl.json (asl). What is lost:
        # - line 3: No rule can say that an execution ends after this time, its retries included.
        version: 1
        name: state machine
        defaults:
          retry:
            maxAttempts: 4
            per: [ operation, origin ]
            within: 366d
            backoff: { initial: 1s, multiplier: 2, max: 366d, jitter: none }
            exhausted: escalate
          ignore: none
        responders:
          - { id: execution, unhandled: { evaluation: abort } }
          - id: Reserve
            parent: Reserve.Catch
            origins: [ Reserve ]
            rules:
              # line 9: States.Reserve.Retry[0]
              - id: Retry.0
                when: { type: { equals: Lambda.TooManyRequestsException } }
                then: { retry: { maxAttempts: 6, backoff: { jitter: full } } }
              # line 10: States.Reserve.Retry[1]
              - { id: Retry.1, when: { type: { equals: OutOfStock } }, then: escalate }
              # line 11: States.Reserve.Retry[2]
              - id: Retry.2
                when:
                  not:
                    type: { equals: [ States.HeartbeatTimeout, States.Timeout, States.DataLimitExceeded, States.Runtime ] }
                then: { retry: { maxAttempts: 2, backoff: { initial: 2s } } }
          - id: Reserve.Catch
            parent: execution
            rules:
              # line 13: States.Reserve.Catch[0]
              - { id: Catch.0, when: { type: { equals: OutOfStock } }, do: [ { set: { next: Refund } } ], then: proceed }
          - id: Ship
            parent: Ship.Catch
            origins: [ Ship, Pack, Tell ]
            rules:
              # line 22: States.Ship.Retry[0]
              - id: Retry.0
                when: { not: { type: { equals: [ States.DataLimitExceeded, States.Runtime ] } } }
                then: { retry: { maxAttempts: 2, per: [ operation, attributes.entered.Ship ], backoff: { initial: 60s } } }
          - id: Ship.Catch
            parent: execution
            rules:
              # line 23: States.Ship.Catch[0]
              - id: Catch.0
                when: { not: { type: { equals: [ States.DataLimitExceeded, States.Runtime ] } } }
                do: [ { set: { next: Refund } } ]
                then: proceed

    A state with `Retry` or `Catch` is a responder. What it does not handle climbs
    to the Parallel or Map state around it, and at last to `execution`, where it
    fails. Errors of a state without either begin at the state around it.

    The first retrier with the error's name decides. When it has no try left, the
    catchers are asked, and no other retrier: so the catchers of a state that has
    both are a responder of their own, and an exhausted retrier escalates to it. A
    catcher's action `set` says which state is next.

    A record's `type` is the error name, its `origin` the state, its `operation`
    the execution. Each retrier counts its own tries, anew whenever its state is
    entered. If a state may be entered more than once in an execution (it stands
    within a Map, within a Parallel state with a retrier, or on a cycle), or
    answers for the states within it, `entered` says by the state's name which
    entry the error belongs to. Without that the record's `attempt` counts, or else
    every retry is granted, untracked. This makes records of an execution's
    history, as `aws stepfunctions get-execution-history` writes it:

    records.py:

        import json, sys

        events = {event["id"]: event for event in json.load(sys.stdin)["events"]}
        for event in events.values():
            failed = next((part for part in event.values() if isinstance(part, dict) and "error" in part), None)
            if failed is None or event["type"].startswith("Execution"):
                continue
            entered, earlier = {}, event
            while earlier := events.get(earlier["previousEventId"]):
                if "stateEnteredEventDetails" in earlier:
                    entered.setdefault(earlier["stateEnteredEventDetails"]["name"], earlier["id"])
            record = {"time": event["timestamp"], "operation": sys.argv[1], "type": failed["error"], "entered": entered}
            print(json.dumps(record | {"origin": failed.get("state") or next(iter(entered))}))

    history.json:

        {
          "events": [
            {"id": 1, "previousEventId": 0, "timestamp": "2026-11-20T08:00:00Z", "type": "ExecutionStarted"},
            {"id": 2, "previousEventId": 0, "timestamp": "2026-11-20T08:00:00Z", "type": "TaskStateEntered", "stateEnteredEventDetails": {"name": "Reserve"}},
            {"id": 3, "previousEventId": 2, "timestamp": "2026-11-20T08:00:01Z", "type": "TaskFailed", "taskFailedEventDetails": {"error": "Lambda.Unknown"}},
            {"id": 4, "previousEventId": 3, "timestamp": "2026-11-20T08:00:04Z", "type": "TaskFailed", "taskFailedEventDetails": {"error": "OutOfStock"}},
            {"id": 5, "previousEventId": 4, "timestamp": "2026-11-20T08:00:04Z", "type": "TaskStateExited"},
            {"id": 6, "previousEventId": 5, "timestamp": "2026-11-20T08:00:05Z", "type": "TaskStateEntered", "stateEnteredEventDetails": {"name": "Refund"}},
            {"id": 7, "previousEventId": 6, "timestamp": "2026-11-20T08:00:06Z", "type": "TaskFailed", "taskFailedEventDetails": {"error": "Lambda.Unknown"}},
            {"id": 8, "previousEventId": 7, "timestamp": "2026-11-20T08:00:06Z", "type": "ExecutionFailed", "executionFailedEventDetails": {"error": "Lambda.Unknown"}}
          ]
        }

    $ python3 records.py order-1 <history.json >errors.ndjson && errctl replay order.asl.json errors.ndjson --list 2>/dev/null

        2026-11-20 08:00:01 Reserve          Lambda.Unknown                           Reserve/Retry.2       retry 1/2
        2026-11-20 08:00:04 Reserve          OutOfStock                               Reserve.Catch/Catch.0 proceed    set next
        2026-11-20 08:00:06 Refund           Lambda.Unknown                           –                     unhandled

    The checks find what AWS accepts and nobody wants. These retries stand in a
    public sample:

    backup.asl.json:

        {
          "StartAt": "List",
          "States": {
            "List": {
              "Type": "Task",
              "Resource": "arn:aws:states:::aws-sdk:config:listAggregateDiscoveredResources",
              "Retry": [
                { "ErrorEquals": ["States.Timeout", "States.TaskFailed"], "BackoffRate": 2, "IntervalSeconds": 5, "MaxAttempts": 20 }
              ],
              "End": true
            }
          }
        }

    $ errctl validate backup.asl.json

        backup.asl.json:8:9: warning: In the worst case an error is tried here up to 21 times in 60 d 16 h. Lower a budget or its delays. [long-retry]
         8 |         { "ErrorEquals": ["States.Timeout", "States.TaskFailed"], "BackoffRate": 2, "IntervalSeconds": 5, "MaxAttempts": 20 }
           |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        1 warning

      `ErrorEquals`
          `type`, equal to one of the names; `States.Timeout` is
          `States.HeartbeatTimeout`, too
      `States.ALL`
          any `type` but `States.DataLimitExceeded` and `States.Runtime`
      `States.TaskFailed`
          as `States.ALL`, without the two timeouts
      `States.Runtime` by name
          a warning: no retrier and no catcher gets it
      another name that begins with `States.`
          a warning: the language reserves such names
      `IntervalSeconds`, `BackoffRate`, `MaxDelaySeconds`, `JitterStrategy`
          `backoff`. A rate above 1,000 is lost. No delay is longer than 366 days,
          and no execution is
      `MaxAttempts`
          `maxAttempts`, which counts the first try, too; `escalate` for 0. More
          than 999 is lost
      `Next` of a catcher
          `proceed` with `set: { next }`
      `ResultPath`, `Output`, `Assign` of a catcher
          not read: they say where the error is put
      an inline Map, a Parallel state
          the parent of what is within it
      a distributed Map
          lost: its items are executions of their own. The Map state has the errors
          of which it is the origin
      `TimeoutSeconds` of the whole state machine
          lost
      everything else of a state
          not read

    Rejected, as by AWS: an empty `ErrorEquals`, `States.ALL` beside other names or
    before the last element, a `Next` that is no state beside the catcher's, the
    same name twice, `Retry` and `Catch` of other types than Task, Parallel and
    Map, and numbers outside of their bounds (`IntervalSeconds` 1–99999999,
    `MaxAttempts` 0–99999999, `BackoffRate` from 1, `MaxDelaySeconds` 1–31622399).

    Beside moto 5.2.5, 500 random state machines with 3,000 executions were
    compared, in which 15,116 tries failed: both try again by the same retrier and
    after the same delay, take the same catcher, or fail the execution. It leaves
    out where moto differs from AWS's documentation: its `States.TaskFailed` takes
    none of AWS's own errors, its `States.ALL` takes all, such an error that leaves
    a Map or Parallel state ends the execution at once, and a state that is entered
    again goes on with the counts of before.

    AWS's documentation says that `States.ALL` does not take
    `States.DataLimitExceeded`, and so do the rules. In an execution that
    LocalStack recorded
    (https://github.com/localstack/localstack/blob/main/tests/aws/services/stepfunctions/v2/error_handling/test_states_errors.snapshot.json)
    on AWS in March 2024, a catcher of `States.ALL` took it all the same.

    Sources: the specification (https://states-language.net/spec.html#errors),
    “Handling errors in Step Functions workflows”
    (https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html).

    """##

  private static let botocoreText = ##"""
    BOTOCORE'S RETRY TABLE

    Which requests a client of boto3 sends again in the retry mode `legacy`, a
    table says: `botocore/data/_retry.json`, or one in its place in
    `~/.aws/models`. This is a part of botocore's own:

    _retry.json:

        {
          "definitions": {
            "throttling": { "applies_when": { "response": { "service_error_code": "Throttling", "http_status_code": 400 } } },
            "too_many_requests": { "applies_when": { "response": { "http_status_code": 429 } } },
            "general_socket_errors": { "applies_when": { "socket_errors": ["GENERAL_CONNECTION_ERROR"] } },
            "service_unavailable": { "applies_when": { "response": { "http_status_code": 503 } } }
          },
          "retry": {
            "__default__": {
              "max_attempts": 5,
              "delay": { "type": "exponential", "base": "rand", "growth_factor": 2 },
              "policies": {
                "general_socket_errors": { "$ref": "general_socket_errors" },
                "service_unavailable": { "$ref": "service_unavailable" },
                "throttling": { "$ref": "throttling" },
                "too_many_requests": { "$ref": "too_many_requests" }
              }
            },
            "organizations": {
              "__default__": {
                "policies": {
                  "too_many_requests": {
                    "applies_when": { "response": { "service_error_code": "TooManyRequestsException", "http_status_code": 400 } }
                  }
                }
              }
            },
            "dynamodb": {
              "__default__": {
                "max_attempts": 10,
                "delay": { "type": "exponential", "base": 0.05, "growth_factor": 2 },
                "policies": { "crc32": { "applies_when": { "response": { "crc32body": "x-amz-crc32" } } } }
              }
            }
          }
        }

    $ errctl import botocore _retry.json

        # Imported from _retry.json (botocore). Nothing is lost.
        version: 1
        name: botocore's retry table
        defaults:
          retry: { within: 366d, backoff: { max: 366d }, exhausted: cancel }
          ignore: none
        responders:
          - id: client
            rules:
              # line 19: retry.organizations
              - id: organizations
                suppress:
                  code-without-domain: AWS's error codes have no domain.
                  vain-retry: The code tells which of these answers may succeed later.
                when:
                  attributes: { rpc.service: { equals: Organizations } }
                  any:
                    - { status: 503 }
                    - { status: 400, code: { equals: [ Throttling, TooManyRequestsException ] } }
                    - type:
                        - botocore.exceptions.ConnectionError
                        - botocore.exceptions.ConnectionClosedError
                        - botocore.exceptions.ReadTimeoutError
                        - botocore.exceptions.EndpointConnectionError
                        - botocore.exceptions.SSLError
                        - botocore.exceptions.ConnectTimeoutError
                        - botocore.exceptions.ProxyConnectionError
                then: { retry: { maxAttempts: 5, backoff: { initial: 1s, multiplier: 2, jitter: full } } }
              # line 19: retry.organizations
              - { id: organizations.failed, when: { attributes: { rpc.service: { equals: Organizations } } }, then: cancel }
              # line 28: retry.dynamodb
              - id: dynamodb
                suppress:
                  code-without-domain: AWS's error codes have no domain.
                  vain-retry: The code tells which of these answers may succeed later.
                when:
                  attributes: { rpc.service: { equals: DynamoDB } }
                  any:
                    - { status: [ 503, 429 ] }
                    - { status: 400, code: { equals: Throttling } }
                    - type:
                        - botocore.exceptions.ConnectionError
                        - botocore.exceptions.ConnectionClosedError
                        - botocore.exceptions.ReadTimeoutError
                        - botocore.exceptions.EndpointConnectionError
                        - botocore.exceptions.SSLError
                        - botocore.exceptions.ConnectTimeoutError
                        - botocore.exceptions.ProxyConnectionError
                        - botocore.exceptions.ChecksumError
                then: { retry: { maxAttempts: 10, backoff: { initial: 50ms, multiplier: 2, jitter: none } } }
              # line 28: retry.dynamodb
              - { id: dynamodb.failed, when: { attributes: { rpc.service: { equals: DynamoDB } } }, then: cancel }
              # line 9: retry.__default__
              - id: every-service
                suppress:
                  code-without-domain: AWS's error codes have no domain.
                  vain-retry: The code tells which of these answers may succeed later.
                when:
                  any:
                    - { status: [ 503, 429 ] }
                    - { status: 400, code: { equals: Throttling } }
                    - type:
                        - botocore.exceptions.ConnectionError
                        - botocore.exceptions.ConnectionClosedError
                        - botocore.exceptions.ReadTimeoutError
                        - botocore.exceptions.EndpointConnectionError
                        - botocore.exceptions.SSLError
                        - botocore.exceptions.ConnectTimeoutError
                        - botocore.exceptions.ProxyConnectionError
                then: { retry: { maxAttempts: 5, backoff: { initial: 1s, multiplier: 2, jitter: full } } }
            otherwise: { then: cancel }

    A service's settings are merged into the default ones key by key, its policies
    by their names. So those of `organizations` replace the default's
    `too_many_requests`: its clients do not try again after the status 429.

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "operation": "1", "attempt": 1, "status": 429, "code": "Throttled", "rpc.service": "Lambda", "rpc.method": "Invoke"}
        {"time": "2026-11-20T08:00:01Z", "operation": "2", "attempt": 1, "status": 429, "code": "Throttled", "rpc.service": "Organizations", "rpc.method": "ListAccounts"}
        {"time": "2026-11-20T08:00:02Z", "operation": "3", "attempt": 9, "type": "botocore.exceptions.ReadTimeoutError", "rpc.service": "DynamoDB", "rpc.method": "PutItem"}
        {"time": "2026-11-20T08:00:03Z", "operation": "3", "attempt": 10, "type": "botocore.exceptions.ReadTimeoutError", "rpc.service": "DynamoDB", "rpc.method": "PutItem"}

    $ errctl replay _retry.json errors.ndjson --list

        2026-11-20 08:00:00                  status 429                               client/every-service        retry 1/5
        2026-11-20 08:00:01                  status 429                               client/organizations.failed cancel
        2026-11-20 08:00:02                  botocore.exceptions.ReadTimeoutError     client/dynamodb             retry 9/10
        2026-11-20 08:00:03                  botocore.exceptions.ReadTimeoutError     client/dynamodb             cancel

    A record has what OpenTelemetry's instrumentation of AWS's SDKs
    (https://opentelemetry.io/docs/specs/semconv/cloud-providers/aws-sdk/) writes:
    the attributes `rpc.service`, an id such as `DynamoDB` or `Route 53`, and
    `rpc.method`, the operation. The table names a service by the prefix of its
    endpoints (`route53`; `email` is SES and SESv2); the rules name the ids that
    botocore 1.44 has for it. The error code is `code`, the HTTP status `status`,
    the class of an exception `type`. Records of other calls do not belong in the
    stream: the default rule asks for no service.

    The client's own name is a common mistake in a service's place, and so is an
    operation:

    own/_retry.json:

        {
          "retry": {
            "__default__": {
              "max_attempts": 5,
              "delay": { "type": "exponential", "base": "rand", "growth_factor": 2 },
              "policies": { "unavailable": { "applies_when": { "response": { "http_status_code": 503 } } } }
            },
            "cloudwatch": { "__default__": { "max_attempts": 1 } },
            "s3": {
              "PutObject": { "policies": { "slow": { "applies_when": { "response": { "http_status_code": 429 } } } } }
            }
          }
        }

    $ errctl validate own/_retry.json

        own/_retry.json:8:5: warning: “cloudwatch” is the endpoint prefix of no service that botocore 1.44 knows. Did you mean “monitoring”? [faulty-policy]
         8 |     "cloudwatch": { "__default__": { "max_attempts": 1 } },
           |     ^^^^^^^^^^^^
        own/_retry.json:10:7: warning: botocore's clients look up no operation: “PutObject” has no effect. Move its policies to “__default__”. [faulty-policy]
         10 |       "PutObject": { "policies": { "slow": { "applies_when": { "response": { "http_status_code": 429 } } } } }
            |       ^^^^^^^^^^^
        2 warnings

      a service, `__default__` of all
          a rule each. A rule behind a service's keeps its errors from the default
          one
      `http_status_code`, `service_error_code`
          `status`, and `code` beside it
      `GENERAL_CONNECTION_ERROR`
          `type`: botocore's `ConnectionError`, `ConnectionClosedError`,
          `ReadTimeoutError` and those below them
      `crc32body`
          `type`: botocore's `ChecksumError`, which its check raises
      `max_attempts`
          `maxAttempts`. No retry up to 1; more than 1,000 is lost
      `base`, `growth_factor`
          `backoff`. `rand` is `initial: 1s` with full jitter. A factor below 1 or
          above 1,000 is lost, and so are delays above 366 days
      a status below 300
          lost: botocore tries again after a success, and a rule is asked about
          errors only
      an operation
          a warning: botocore's clients look up their endpoint prefix in its place,
          and so only such an entry counts
      a status that is no number, a code that is no string, an empty list, socket
          errors beside `response`
          a warning: no error is like that
      checksums or socket errors as a client's only policy
          a warning: botocore catches nothing then
      an unknown endpoint prefix
          a warning
      any other key
          lost: botocore does not read it
      what checks can't know about AWS
          `suppress`, with its reason: error codes have no domain, and a request
          may succeed after the status 400

    Rejected, as by botocore: a `$ref` without its definition, missing settings, a
    policy or a response without a condition, unknown socket errors, another delay
    than `exponential`, a base that is neither `rand` nor above 0.

    What no table shows: in another retry mode, such as botocore's default
    `standard`, the table is not read. `AWS_MAX_ATTEMPTS` and a client's
    configuration replace `max_attempts`. botocore merges in place: once a session
    has made a client for `organizations`, its later clients for other services
    have that client's `too_many_requests`, too, and no longer try again after 429.
    The rules say what a session's first client does.

    Beside the retry handlers of botocore 1.44.8, 2,000 random tables and
    botocore's own were compared, by 11,968 requests of which 29,845 tries failed:
    both try again after the same ones and the same delay, random delays are inside
    their range, and both reject the same 235 tables. Each of botocore's 444
    services is found by its id.

    Sources: `_retry.json`
    (https://github.com/boto/botocore/blob/develop/botocore/data/_retry.json),
    `retryhandler.py`
    (https://github.com/boto/botocore/blob/develop/botocore/retryhandler.py),
    `translate.py`
    (https://github.com/boto/botocore/blob/develop/botocore/translate.py).

    """##

  private static let envoyText = ##"""
    ENVOY'S ROUTES

    Read are bootstrap files, discovery responses and route configurations by
    themselves, in both spellings of protocol buffers' JSON.

    envoy.yaml:

        static_resources:
          listeners:
            - address: { socket_address: { address: 0.0.0.0, port_value: 8080 } }
              filter_chains:
                - filters:
                    - name: envoy.filters.network.http_connection_manager
                      typed_config:
                        "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                        stat_prefix: front
                        route_config:
                          name: front
                          virtual_hosts:
                            - name: shop
                              domains: ["*"]
                              retry_policy: { retry_on: "5xx", num_retries: 3, per_try_timeout: 2s }
                              routes:
                                - match: { prefix: /pay }
                                  route:
                                    cluster: pay
                                    timeout: 5s
                                    retry_policy: { retry_on: "connect-failure,refused-stream", num_retries: 2 }
                                - match: { prefix: / }
                                  route: { cluster: shop }
                        http_filters:
                          - name: envoy.filters.http.router
                            typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router }
          clusters:
            - name: pay
              circuit_breakers: { thresholds: [{ max_retries: 5 }] }
            - name: shop

    $ errctl import envoy envoy.yaml

        envoy.yaml:15:89: note: No rule ends a try that is too slow: it is an error with the code “UT”. [lost-in-import]
         15 |                       retry_policy: { retry_on: "5xx", num_retries: 3, per_try_timeout: 2s }
            |                                                                                         ^^
        envoy.yaml:20:38: note: The timeout (5s) counts from the start of a request; the rule's deadline begins with the first failure. [lost-in-import]
         20 |                             timeout: 5s
            |                                      ^^
        envoy.yaml:29:55: note: Envoy limits how many retries of the cluster run at a time. A rule does not count those. [lost-in-import]
         29 |       circuit_breakers: { thresholds: [{ max_retries: 5 }] }
            |                                                       ^
        # Imported from envoy.yaml (envoy). What is lost:
        # - line 15: No rule ends a try that is too slow: it is an error with the code “UT”.
        # - line 20: The timeout (5s) counts from the start of a request; the rule's deadline begins with the first failure.
        # - line 29: Envoy limits how many retries of the cluster run at a time. A rule does not count those.
        version: 1
        name: Envoy's routes
        defaults:
          retry: { within: 366d, exhausted: cancel }
          ignore: none
        matchers:
          response: { code: { exists: false }, attributes: { http.response.header.x-envoy-ratelimited: { exists: false } } }
          reset: { code: [ UF, UC, UR, LR, UPE, OM ] }
        responders:
          - id: router
            rules:
              # line 21: static_resources.listeners[0].filter_chains[0].filters[0].typed_config.route_config.virtual_hosts[0].routes[0].route.retry_policy
              - id: shop.pay
                when:
                  attributes: { url.path: { hasPrefix: /pay } }
                  any: [ { code: UF }, { code: UR, attributes: { details: { contains: remote_refused_stream_reset } } } ]
                then:
                  retry: { maxAttempts: 3, backoff: { initial: 25ms, multiplier: 2, max: 250ms, jitter: full }, deadline: 5s }
              # line 17: static_resources.listeners[0].filter_chains[0].filters[0].typed_config.route_config.virtual_hosts[0].routes[0]
              - { id: shop.pay.failed, when: { attributes: { url.path: { hasPrefix: /pay } } }, then: cancel }
              # line 15: static_resources.listeners[0].filter_chains[0].filters[0].typed_config.route_config.virtual_hosts[0].retry_policy
              - id: shop
                when: { any: [ { matcher: response, status: 5xx }, { matcher: reset }, { code: UT } ] }
                then:
                  retry: { maxAttempts: 4, backoff: { initial: 25ms, multiplier: 2, max: 250ms, jitter: full }, deadline: 15s }
            otherwise: { then: cancel }

    The first virtual host with the request's host decides, exact domains before
    wildcards and longer ones before shorter ones; in it the first route that
    matches. A rule behind each keeps its errors from later ones. Policies are not
    merged: the route `/pay` has not the conditions of its virtual host. A
    cluster's policy replaces both.

    What Envoy decides on a failed try, it decides on a response or on the end of a
    stream. So a record has a `status`, or Envoy's response flag as `code`: `UF` if
    no connection was made, `UC` or `UR` if it ended or was reset, `UT` if the try
    took too long. Its attributes have OpenTelemetry's names: `url.path` without a
    query, `http.request.method`, `http.request.header.host`,
    `http.response.header.grpc-status`. A reset for a refused stream is known by
    Envoy's `details`. An access log has one line for a request; the router's
    `upstream_log` has one for each try: `%RESPONSE_CODE%`, `%RESPONSE_FLAGS%`, and
    `%REQ(X-REQUEST-ID)%` as `operation`.

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "operation": "1", "attempt": 1, "status": 503, "url.path": "/cart"}
        {"time": "2026-11-20T08:00:00.1Z", "operation": "1", "attempt": 2, "type": "reset", "code": "UC", "url.path": "/cart"}
        {"time": "2026-11-20T08:00:01Z", "operation": "2", "attempt": 1, "status": 503, "url.path": "/pay/7"}
        {"time": "2026-11-20T08:00:02Z", "operation": "3", "attempt": 1, "type": "reset", "code": "UF", "url.path": "/pay/8"}
        {"time": "2026-11-20T08:00:03Z", "operation": "4", "attempt": 1, "status": 404, "url.path": "/cart"}

    $ errctl replay envoy.yaml errors.ndjson --list 2>/dev/null

        2026-11-20 08:00:00                  status 503                               router/shop            retry 1/4
        2026-11-20 08:00:00                  reset                                    router/shop            retry 2/4
        2026-11-20 08:00:01                  status 503                               router/shop.pay.failed cancel
        2026-11-20 08:00:02                  reset                                    router/shop.pay        retry 1/3
        2026-11-20 08:00:03                  status 404                               router/otherwise       cancel

    Envoy says nothing about a condition that it does not know, and nothing about
    half of one:

    routes.yaml:

        name: outbound
        virtual_hosts:
          - name: orders
            domains: ["orders.example", "orders.example:8080"]
            routes:
              - match: { prefix: / }
                route:
                  cluster: orders
                  retry_policy:
                    retry_on: canceled,unavailable
                    retriable_headers: [{ name: x-retry }]
                    per_try_timeout: 15s

    $ errctl validate routes.yaml

        routes.yaml:10:13: note: The timeout (15s) counts from the start of a request; the rule's deadline begins with the first failure. [lost-in-import]
         10 |             retry_on: canceled,unavailable
            |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        routes.yaml:10:23: warning: “canceled” is no condition that Envoy knows. It has no effect. Did you mean “cancelled”? [faulty-policy]
         10 |             retry_on: canceled,unavailable
            |                       ^^^^^^^^^^^^^^^^^^^^
        routes.yaml:11:32: warning: “retriable_headers” has no effect: “retriable-headers” does not stand in “retry_on”. [faulty-policy]
         11 |             retriable_headers: [{ name: x-retry }]
            |                                ^^^^^^^^^^^^^^^^^^^
        routes.yaml:12:30: note: No rule ends a try that is too slow: it is an error with the code “UT”. [lost-in-import]
         12 |             per_try_timeout: 15s
            |                              ^^^
        routes.yaml:12:30: warning: “per_try_timeout” has no effect: the timeout of the whole request is no longer (15s). [faulty-policy]
         12 |             per_try_timeout: 15s
            |                              ^^^
        3 warnings, 2 notes

      domains of a virtual host, `match` of a route
          conditions on the request. Query parameters, fractions, metadata and the
          like are lost: the rule takes the other requests, too
      `5xx`, `gateway-error`, `retriable-4xx` (409), `retriable-status-codes`
          `status`, without a `code`
      `retriable-headers`, gRPC's `cancelled`, `unavailable`, …
          attributes of the response's headers, as Envoy reads them: a gRPC status
          in trailers counts for nothing
      `5xx`, `gateway-error`, `reset`
          also any reset but an overflow (`UO`), and `UT` where a try has a time of
          its own
      `connect-failure`, `refused-stream`, `envoy-ratelimited`
          `code: UF`; `UR` with its `details`; the header `x-envoy-ratelimited`,
          with which no other condition holds
      `reset-before-request`
          `code: UF`; lost: no record shows that another request had not been sent
      `http3-post-connect-failure`
          lost
      `num_retries` (1)
          `maxAttempts`, one more
      `retry_back_off`
          `backoff`: from 25 ms on, doubled up to ten times as long, with full
          jitter
      `timeout` (15 s)
          `deadline`. Envoy counts from the start of a request, the rule from the
          first failure
      `per_try_timeout`, `rate_limited_retry_back_off`, hedging, `max_retries` and
          budgets of clusters
          lost
      `retriable_request_headers`
          conditions on the request
      `retry_host_predicate`, `retry_priority` and others
          not read: they say where a try goes
      what Envoy does not know
          a warning; an error for a key in a bootstrap file, with which Envoy does
          not start

    What no config shows: headers such as `x-envoy-retry-on` and
    `x-envoy-max-retries` in a request add to its policy or replace it; Envoy does
    not try again once a response has begun, nor when the cluster already has three
    retries under way, unless it says otherwise. With several route configurations
    in a file each is a responder with its name, which a record has as its
    `origin`.

    Envoy is not to be had for this project's tests. The cases of its own tests of
    retries are held against the rules. Envoy's documentation names other bounds
    for delays, of an older version; the rules have those of the source.

    Sources: `route_components.proto`
    (https://github.com/envoyproxy/envoy/blob/main/api/envoy/config/route/v3/route_components.proto),
    `retry_state_impl.cc`
    (https://github.com/envoyproxy/envoy/blob/main/source/common/router/retry_state_impl.cc),
    `backoff_strategy.cc`
    (https://github.com/envoyproxy/envoy/blob/main/source/common/common/backoff_strategy.cc),
    the router's documentation
    (https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_filters/router_filter).

    """##

  private static let istioText = ##"""
    ISTIO'S VIRTUAL SERVICES

    shop.yaml:

        apiVersion: networking.istio.io/v1
        kind: VirtualService
        metadata: { name: shop }
        spec:
          hosts: [ shop.example ]
          http:
            - name: pay
              match: [ { uri: { prefix: /pay } } ]
              route: [ { destination: { host: pay } } ]
              retries: { attempts: 0 }
            - name: search
              match: [ { uri: { prefix: /search } } ]
              timeout: 2s
              retries: { attempts: 3, retryOn: "5xx,reset,429", backoff: 50ms }
              route: [ { destination: { host: search } } ]
            - name: rest
              route: [ { destination: { host: shop } } ]

    $ errctl import istio shop.yaml

        shop.yaml:13:16: note: The timeout (2s) counts from the start of a request; the rule's deadline begins with the first failure. [lost-in-import]
         13 |       timeout: 2s
            |                ^^
        # Imported from shop.yaml (istio). What is lost:
        # - line 13: The timeout (2s) counts from the start of a request; the rule's deadline begins with the first failure.
        version: 1
        name: Istio's routes
        defaults:
          retry: { within: 366d, exhausted: cancel }
          ignore: none
        matchers:
          response: { code: { exists: false }, attributes: { http.response.header.x-envoy-ratelimited: { exists: false } } }
          reset: { code: [ UF, UC, UR, LR, UPE, OM ] }
        responders:
          - id: mesh
            rules:
              # line 7: spec.http[0]
              - id: pay.failed
                when:
                  attributes:
                    http.request.header.host: { glob: [ shop.example, "shop.example:?*" ], ignoreCase: true }
                    url.path: { hasPrefix: /pay }
                then: cancel
              # line 14: spec.http[1].retries
              - id: search
                when:
                  attributes:
                    http.request.header.host: { glob: [ shop.example, "shop.example:?*" ], ignoreCase: true }
                    url.path: { hasPrefix: /search }
                  any: [ { matcher: response, status: [ 5xx, 429 ] }, { matcher: reset } ]
                then:
                  retry: { maxAttempts: 4, backoff: { initial: 50ms, multiplier: 2, max: 500ms, jitter: full }, deadline: 2s }
              # line 11: spec.http[1]
              - id: search.failed
                when:
                  attributes:
                    http.request.header.host: { glob: [ shop.example, "shop.example:?*" ], ignoreCase: true }
                    url.path: { hasPrefix: /search }
                then: cancel
              # line 16: spec.http[2]
              - id: rest
                when:
                  attributes: { http.request.header.host: { glob: [ shop.example, "shop.example:?*" ], ignoreCase: true } }
                  any:
                    - { matcher: response, attributes: { http.response.header.grpc-status: { equals: [ "1", "14" ] } } }
                    - { code: UF }
                    - { code: UR, attributes: { details: { contains: remote_refused_stream_reset } } }
                then: { retry: { maxAttempts: 3, backoff: { initial: 25ms, multiplier: 2, max: 250ms, jitter: full } } }
            otherwise: { then: cancel }

    A file may have other resources, too, as several documents or as a list.

    Istio makes routes of Envoy's (errctl help envoy) of it, so records are as they
    are there. What it adds is said by its source: a route without `retries` has
    two of them, after connections that fail, refused streams, and gRPC's
    UNAVAILABLE and CANCELLED. A route that must not be tried again says `attempts:
    0`.

    errors.ndjson:

        {"operation": "1", "attempt": 1, "type": "reset", "code": "UF", "url.path": "/pay", "http.request.header.host": "shop.example"}
        {"operation": "2", "attempt": 3, "status": 429, "url.path": "/search", "http.request.header.host": "shop.example:443"}
        {"operation": "3", "attempt": 1, "status": 503, "url.path": "/cart", "http.request.header.host": "shop.example"}
        {"operation": "4", "attempt": 1, "type": "reset", "code": "UF", "url.path": "/cart", "http.request.header.host": "shop.example"}

    $ errctl replay shop.yaml errors.ndjson --list 2>/dev/null

        –                                    reset                                    mesh/pay.failed    cancel
        –                                    status 429                               mesh/search        retry 3/4
        –                                    status 503                               mesh/otherwise     cancel
        –                                    reset                                    mesh/rest          retry 1/3

    Istio's webhook compares the words of `retryOn` with their spaces:

    cart.yaml:

        apiVersion: networking.istio.io/v1
        kind: VirtualService
        metadata: { name: cart }
        spec:
          hosts: [ cart ]
          http:
            - route: [ { destination: { host: cart } } ]
              retries: { attempts: 3, perTryTimeout: 2s, retryOn: "5xx, connect-failure" }
              timeout: 2s
            - match: [ { uri: { prefix: /api } } ]
              route: [ { destination: { host: cart } } ]

    $ errctl validate cart.yaml

        cart.yaml:8:46: note: No rule ends a try that is too slow: it is an error with the code “UT”. [lost-in-import]
         8 |       retries: { attempts: 3, perTryTimeout: 2s, retryOn: "5xx, connect-failure" }
           |                                              ^^
        cart.yaml:8:46: warning: “perTryTimeout” has no effect: the timeout of the whole request is no longer (2s). [faulty-policy]
         8 |       retries: { attempts: 3, perTryTimeout: 2s, retryOn: "5xx, connect-failure" }
           |                                              ^^
        cart.yaml:8:59: error: “ connect-failure” is no condition for retries. Istio rejects it. Write it without spaces around it. [faulty-policy]
         8 |       retries: { attempts: 3, perTryTimeout: 2s, retryOn: "5xx, connect-failure" }
           |                                                           ^^^^^^^^^^^^^^^^^^^^^^
        cart.yaml:9:16: note: The timeout (2s) counts from the start of a request; the rule's deadline begins with the first failure. [lost-in-import]
         9 |       timeout: 2s
           |                ^^
        cart.yaml:10:7: warning: This route has no effect: one before it takes every request. [faulty-policy]
         10 |     - match: [ { uri: { prefix: /api } } ]
            |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        1 error, 2 warnings, 2 notes

      `hosts`
          a condition on the attribute `http.request.header.host`, with a port or
          without. A short name is that of a service in any namespace; of several
          virtual services the one with the longest name comes first
      `match`
          conditions on the request; one of several. `sourceLabels`, `gateways`,
          `port`, `queryParams` and `sourceNamespace` are lost: the rule takes the
          other requests, too
      `attempts` (0)
          `maxAttempts`, one more
      `retryOn`
          as Envoy's `retry_on`; numbers are its `retriable_status_codes`
      `backoff` (25 ms)
          `backoff`: doubled up to ten times as long, with full jitter
      `timeout` (none)
          `deadline`. Istio counts from the start of a request, the rule from the
          first failure
      `perTryTimeout`
          lost
      `retryRemoteLocalities`, `retryIgnorePreviousHosts`
          not read: they say where a try goes
      `outlierDetection` and `maxRetries` of a DestinationRule
          lost
      a route behind one that takes every request, a key that there is not
          a warning

    Rejected, as by Istio: conditions and durations that it does not know,
    `perTryTimeout` or `retryOn` without `attempts`. What no file shows:
    `meshConfig.defaultHttpRetryPolicy` replaces what a route without `retries`
    does.

    Istio is not to be had for this project's tests. The cases of its own tests of
    retries and of their validation are held against the rules.

    Sources: `retry.go`
    (https://github.com/istio/istio/blob/master/pilot/pkg/networking/core/route/retry/retry.go),
    `route.go`
    (https://github.com/istio/istio/blob/master/pilot/pkg/networking/core/route/route.go),
    `validation.go`
    (https://github.com/istio/istio/blob/master/pkg/config/validation/agent/validation.go).

    """##

  private static let gatewayApiText = ##"""
    HTTP ROUTES OF THE GATEWAY API

    route.yaml:

        apiVersion: gateway.networking.k8s.io/v1
        kind: HTTPRoute
        metadata: { name: shop }
        spec:
          hostnames: [ shop.example ]
          rules:
            - name: all
              matches: [ { path: { value: / } } ]
              retry: { codes: [ 502, 503 ], attempts: 2, backoff: 100ms }
            - name: search
              matches: [ { path: { value: /search }, method: GET } ]
              timeouts: { request: 2s }
              retry: { codes: [ 500 ], attempts: 3, backoff: 50ms }
            - name: pay
              matches: [ { path: { type: Exact, value: /pay } } ]

    $ errctl import gateway-api route.yaml

        route.yaml:9:59: note: A gateway waits at least so long, and may wait longer. The rule does not. [lost-in-import]
         9 |       retry: { codes: [ 502, 503 ], attempts: 2, backoff: 100ms }
           |                                                           ^^^^^
        route.yaml:12:28: note: The timeout (2s) counts from the start of a request; the rule's deadline begins with the first failure. [lost-in-import]
         12 |       timeouts: { request: 2s }
            |                            ^^
        route.yaml:13:54: note: A gateway waits at least so long, and may wait longer. The rule does not. [lost-in-import]
         13 |       retry: { codes: [ 500 ], attempts: 3, backoff: 50ms }
            |                                                      ^^^^
        # Imported from route.yaml (gateway-api). What is lost:
        # - line 9: A gateway waits at least so long, and may wait longer. The rule does not.
        # - line 12: The timeout (2s) counts from the start of a request; the rule's deadline begins with the first failure.
        # - line 13: A gateway waits at least so long, and may wait longer. The rule does not.
        version: 1
        name: routes of the Gateway API
        defaults:
          retry: { within: 366d, exhausted: cancel }
          ignore: none
        matchers:
          response: { code: { exists: false }, attributes: { http.response.header.x-envoy-ratelimited: { exists: false } } }
          reset: { code: [ UF, UC, UR, LR, UPE, OM ] }
        responders:
          - id: gateway
            rules:
              # line 14: spec.rules[2]
              - id: pay.failed
                when:
                  attributes:
                    http.request.header.host: { glob: [ shop.example, "shop.example:?*" ], ignoreCase: true }
                    url.path: { equals: /pay }
                then: cancel
              # line 13: spec.rules[1].retry
              - id: search
                when:
                  attributes:
                    http.request.header.host: { glob: [ shop.example, "shop.example:?*" ], ignoreCase: true }
                    url.path: { matches: "^(?:/search(?:/.*)?)$" }
                    http.request.method: { equals: GET }
                  any: [ { matcher: response, status: 500 }, { matcher: reset } ]
                then:
                  retry: { maxAttempts: 4, backoff: { initial: 50ms, multiplier: 1, max: 50ms, jitter: none }, deadline: 2s }
              # line 10: spec.rules[1]
              - id: search.failed
                when:
                  attributes:
                    http.request.header.host: { glob: [ shop.example, "shop.example:?*" ], ignoreCase: true }
                    url.path: { matches: "^(?:/search(?:/.*)?)$" }
                    http.request.method: { equals: GET }
                then: cancel
              # line 9: spec.rules[0].retry
              - id: all
                when:
                  attributes: { http.request.header.host: { glob: [ shop.example, "shop.example:?*" ], ignoreCase: true } }
                  any: [ { matcher: response, status: [ 502, 503 ] }, { matcher: reset } ]
                then: { retry: { maxAttempts: 3, backoff: { initial: 100ms, multiplier: 1, max: 100ms, jitter: none } } }
            otherwise: { then: cancel }

    Not the first match decides but the most specific one: of the longest host
    name, an exact path, then the longest prefix, then one with a method, then the
    one with the most headers. The rules stand in that order. A gateway that has a
    retry of a rule tries again after its codes, and after connections that fail,
    end or take too long; records are as for Envoy's routes (errctl help envoy).

    errors.ndjson:

        {"operation": "1", "attempt": 1, "status": 503, "url.path": "/search", "http.request.method": "GET", "http.request.header.host": "shop.example"}
        {"operation": "2", "attempt": 1, "status": 503, "url.path": "/search", "http.request.method": "PUT", "http.request.header.host": "shop.example"}
        {"operation": "3", "attempt": 1, "type": "reset", "code": "UC", "url.path": "/searching", "http.request.header.host": "shop.example"}
        {"operation": "4", "attempt": 1, "status": 503, "url.path": "/pay", "http.request.header.host": "shop.example"}

    $ errctl replay route.yaml errors.ndjson --list 2>/dev/null

        –                                    status 503                               gateway/search.failed cancel
        –                                    status 503                               gateway/all           retry 1/3
        –                                    reset                                    gateway/all           retry 1/3
        –                                    status 503                               gateway/pay.failed    cancel

    faulty.yaml:

        apiVersion: gateway.networking.k8s.io/v1
        kind: HTTPRoute
        metadata: { name: shop }
        spec:
          rules:
            - retry: { codes: [ 200, 503 ], attempts: 0, backoff: 100ms }
              timeouts: { backendRequest: 5s, request: 5s }

    $ errctl validate faulty.yaml

        faulty.yaml:6:25: error: A code must be an integer from 400 to 599. Kubernetes rejects it. [faulty-policy]
         6 |     - retry: { codes: [ 200, 503 ], attempts: 0, backoff: 100ms }
           |                         ^^^
        faulty.yaml:6:47: error: “attempts” must be an integer of at least 1. It does not include the first try. [faulty-policy]
         6 |     - retry: { codes: [ 200, 503 ], attempts: 0, backoff: 100ms }
           |                                               ^
        faulty.yaml:6:59: note: A gateway waits at least so long, and may wait longer. The rule does not. [lost-in-import]
         6 |     - retry: { codes: [ 200, 503 ], attempts: 0, backoff: 100ms }
           |                                                           ^^^^^
        faulty.yaml:7:35: note: No rule ends a try that is too slow: it is an error with the code “UT”. [lost-in-import]
         7 |       timeouts: { backendRequest: 5s, request: 5s }
           |                                   ^^
        faulty.yaml:7:35: warning: “backendRequest” has no effect: the timeout of the whole request is no longer (5s). [faulty-policy]
         7 |       timeouts: { backendRequest: 5s, request: 5s }
           |                                   ^^
        faulty.yaml:7:48: note: The timeout (5s) counts from the start of a request; the rule's deadline begins with the first failure. [lost-in-import]
         7 |       timeouts: { backendRequest: 5s, request: 5s }
           |                                                ^^
        2 errors, 1 warning, 3 notes

      `hostnames`, `matches`
          conditions on the request. Query parameters are lost: the rule takes the
          other requests, too. An expression for a path comes before prefixes, as
          in Envoy Gateway; the Gateway API leaves that open
      `codes`
          `status`, without a `code`
      `retry`
          also any reset (`UF`, `UC`, `UR`, …), and `UT` where there is a
          `backendRequest`
      `attempts`
          `maxAttempts`, one more. Without it: 3, as Istio and Envoy Gateway do;
          that is lost
      `backoff`
          `backoff`, always the same: the least that a gateway may wait. Without
          it: Envoy's; that is lost
      `timeouts.request`
          `deadline`. A gateway counts from the start of a request, the rule from
          the first failure
      `timeouts.backendRequest`
          lost
      `retryConstraint` of an XBackendTrafficPolicy
          lost: a budget is a share of all requests
      a rule without `retry`
          `cancel`. A gateway may try again all the same: Istio does so twice

    The conformance tests of the Gateway API are held against the rules, but for
    the two that measure time.

    Sources: GEP-1731 (https://gateway-api.sigs.k8s.io/geps/gep-1731/),
    `httproute_types.go`
    (https://github.com/kubernetes-sigs/gateway-api/blob/main/apis/v1/httproute_types.go),
    `xbackendtrafficpolicy_types.go`
    (https://github.com/kubernetes-sigs/gateway-api/blob/main/apisx/v1alpha1/xbackendtrafficpolicy_types.go).

    """##

  private static let buildkiteText = ##"""
    BUILDKITE PIPELINES

    pipeline.yml:

        lost: &lost
          - exit_status: -1 # the agent was lost
            limit: 1
          - signal_reason: agent_stop
            limit: 1
        steps:
          - label: Compile
            key: compile
            command: make
            retry: { automatic: *lost }
          - wait
          - label: "Test {{matrix}}"
            command: make test TARGET={{matrix}}
            matrix: [ linux, darwin, windows ]
            timeout_in_minutes: 45
            soft_fail: [ { exit_status: 2 } ]
            retry:
              automatic:
                - exit_status: -1
                  limit: 1
                - signal_reason: cancel # timed out
                  limit: 1
          - label: Release
            key: release
            command: make release
            retry:
              automatic: *lost
              manual: { allowed: false, reason: A release is made once. }

    $ errctl import buildkite pipeline.yml

        pipeline.yml:28:15: note: No rule can say that nobody may try a job again by hand. [lost-in-import]
         28 |       manual: { allowed: false, reason: A release is made once. }
            |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        # Imported from pipeline.yml (buildkite). What is lost:
        # - line 28: No rule can say that nobody may try a job again by hand.
        version: 1
        name: Buildkite pipeline
        defaults:
          responder: job
          retry: { per: [ operation, origin ], within: 366d, backoff: { initial: 0s, jitter: none }, exhausted: escalate }
        responders:
          - id: build
            rules:
              # line 16: steps[2].soft_fail[0]
              - id: Test *.soft_fail
                when: { origin: { matches: "(?s)^Test .*$" }, domain: buildkite, code: 2 }
                then: proceed
            otherwise: { then: abort }
          - id: job
            parent: build
            rules:
              # line 2: lost[0]
              - id: compile.automatic.0
                when: { origin: { equals: compile }, domain: buildkite, code: -1 }
                then: { retry: { maxAttempts: 2 } }
              # line 4: lost[1]
              - id: compile.automatic.1
                when:
                  origin: { equals: compile }
                  domain: buildkite
                  code: 1...255
                  attributes: { signal_reason: { equals: agent_stop } }
                then: { retry: { maxAttempts: 2 } }
              # line 2: lost[0]
              - id: release.automatic.0
                when: { origin: { equals: release }, domain: buildkite, code: -1 }
                then: { retry: { maxAttempts: 2 } }
              # line 4: lost[1]
              - id: release.automatic.1
                when:
                  origin: { equals: release }
                  domain: buildkite
                  code: 1...255
                  attributes: { signal_reason: { equals: agent_stop } }
                then: { retry: { maxAttempts: 2 } }
              # line 19: steps[2].retry.automatic[0]
              - id: Test *.automatic.0
                when: { origin: { matches: "(?s)^Test .*$" }, domain: buildkite, code: -1 }
                then: { retry: { maxAttempts: 2 } }
              # line 21: steps[2].retry.automatic[1]
              - id: Test *.automatic.1
                when:
                  origin: { matches: "(?s)^Test .*$" }
                  domain: buildkite
                  code: 1...255
                  attributes: { signal_reason: { equals: cancel } }
                then: { retry: { maxAttempts: 2 } }

    A step's rules are asked in their order. The first one that matches decides,
    and counts its own tries of the job: so the rules count by `[ operation, origin
    ]`, whatever the record's `attempt`. A job that is not tried again climbs to
    the build, which goes on (`proceed`) after a soft failure, and fails (`abort`)
    after another one. Buildkite never tries a canceled job again; its record is
    `cancelled`, and ignored (errctl help rule-file).

    A record's `origin` is what the job is known by: its step's key, or else its
    label, or else its command. What a matrix, `%n` or a variable fills in may be
    anything. Its `domain` is `buildkite`, its `code` the exit status.

    The stream is Buildkite's own answer, read by the format `buildkite` (errctl
    help formats):

        curl -H "Authorization: Bearer $TOKEN" \
          "https://api.buildkite.com/v2/organizations/ORG/pipelines/PIPELINE/builds?include_retried_jobs=true&per_page=100" >builds.json

    All tries of a job are one operation; one that passed is a completed operation
    (errctl help records). Without `include_retried_jobs` the answer has the last
    try alone. A build is one record of the file, so large ones need `--limit
    record-bytes=16m --limit record-values=1m`.

    In oven-sh/bun#34684 (https://github.com/oven-sh/bun/issues/34684) somebody
    counted by hand what the automatic retries of tests that had timed out were
    good for: of 669 jobs that were tried again, 465 timed out again, 182 were
    canceled and 22 failed. Those builds can't be had, so this script writes others
    with the same numbers, in the form of the API:

    builds.py:

        import json

        ends = [("timed_out", 143, "cancel")] * 465 + [("canceled", None, "cancel")] * 182 + [("failed", 1, None)] * 22
        builds = []
        for place, (state, status, reason) in enumerate(ends):
            day, minute = divmod(place, 25)
            if minute == 0:
                builds.append({"number": 1000 + day, "state": "failed", "pipeline": {"slug": "app"}, "jobs": []})
            job = {"type": "script", "step_key": None, "name": "Test " + ("linux", "darwin", "windows")[place % 3], "signal": None}
            tries = [("timed_out", 143, "cancel", minute), (state, status, reason, minute + 30)]
            for attempt, (state, status, reason, minute) in enumerate(tries, 1):
                end = {"id": f"{place}-{attempt}", "state": state, "exit_status": status, "signal_reason": reason}
                end |= {"finished_at": f"2026-07-{day + 1:02}T08:{minute:02}:00Z", "retried": attempt == 1}
                builds[-1]["jobs"].append(job | end | {"retried_in_job_id": f"{place}-2" if attempt == 1 else None})
        print(json.dumps(builds))

    $ python3 builds.py >builds.json && errctl replay pipeline.yml builds.json --load 2>/dev/null | sed -n '/^What/,/^Categories/p; /^Retries/,/^  tries/p' | grep -v '^Categories'

        What would happen
          retry         669   50.0 %  ████████████  try again
          cancel        182   13.6 %  ███▎  give up the operation, stay
          abort         487   36.4 %  ████████▊  leave the flow
          182 ignored as cancellations

        Retries
            matched  granted  exhausted  avg delay  rule
              1,134      669        465       0 ms  job/Test *.automatic.1
          exhausted: 465 by maxAttempts
          total delay: 0 ms

        Load of the retries
          669 tries added, at most 1 per minute (2026-07-01 08:00 UTC)
          delay: median 0 ms, p95 0 ms, maximum 0 ms
          669 operations retried: 0 would have recovered, 669 would have failed for good
          time until giving up: 30 min on average, 30 min at most
          tries with the retries     ███·██·███·██·███·██·███·██·███·██·█▇

    None of them recovered; a canceled one is given up, too. With the limit 0 for
    jobs that timed out, none is tried again:

    $ sed '/timed out/{n;s/1/0/}' pipeline.yml >next.yml && errctl diff pipeline.yml next.yml builds.json 2>/dev/null | sed -n '/^Changes/,/^$/p; /^Retries/,/^  new/p'

        Changes in the rules
          job/Test *.automatic.1  then: { retry: { maxAttempts: 2 } } → escalate

        Retries
                   tries  peak/min  max delay  recovered  given up  unknown
          old        669         1       0 ms          0       669        0
          new          0         0       0 ms          0         0        0

    The checks find rules that are never asked. `*` is every exit status from 1 to
    255, so nothing is left for the third rule, but −1 is for the second:

    tests.yml:

        steps:
          - label: Tests
            command: make test
            retry:
              automatic:
                - { exit_status: "*", limit: 2 }
                - { exit_status: -1, limit: 3 }
                - { exit_status: 137, limit: 10 }

    $ errctl validate tests.yml

        tests.yml:8:11: warning: This rule never takes effect: “job/Tests.automatic.0” matches every error that it matches, with another verdict. Move it before, or delete it. [unreachable-rule]
         8 |         - { exit_status: 137, limit: 10 }
           |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          note: job/Tests.automatic.0, with another verdict: tests.yml:6:11
         6 |         - { exit_status: "*", limit: 2 }
           |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        tests.yml:8:38: warning: “job/Tests.automatic.2” makes up to 11 tries without a delay. Set a delay, or a smaller budget. [hot-retry]
         8 |         - { exit_status: 137, limit: 10 }
           |                                      ^^
        2 warnings

      `automatic: true`
          `exit_status: "*"` with the limit 2
      `exit_status`
          `code` of the domain `buildkite`; `*`, the default, is 1 to 255: not the
          −1 of a lost agent, and no job without an exit status
      `signal`, `signal_reason`
          attributes; a signal in any case, with or without `SIG`; `none` is a
          missing attribute
      `limit`
          `maxAttempts`, which counts the first try, too; 2 by default. `escalate`
          for 0: the rule matches, and nothing is tried again
      a retry
          at once, without a delay
      `soft_fail`
          `proceed` in the responder of the build
      `soft_fail` of a matrix's adjustment
          lost: a record does not tell the jobs of a matrix apart
      two steps whose jobs have the same name
          lost if they say different things: the rules are the first one's
      `manual`
          lost if it forbids a retry: no rule can
      a number that a variable fills in
          the variable's default, or else Buildkite's, and a note
      merge keys (`<<`), groups, the notation `- command: { … }`, several
          documents, a list of steps alone
          read
      everything else
          not read

    Rejected, as by Buildkite: unknown keys below `retry` and its rules, `retry` of
    other steps, a key of two steps, limits outside of 0–10, unknown signal
    reasons, statuses that are no integers. Warned about: texts in place of
    integers, which Buildkite's schema forbids; a status outside of −1 to 255;
    unknown signals; empty lists.

    What no pipeline and no export shows: jobs of a build that is canceled are not
    tried again.

    Buildkite's service can't run here, and no table of its tests is public: the
    rules follow its documentation.

    Sources: “Retry” (https://buildkite.com/docs/pipelines/configure/retry), “Soft
    fail” (https://buildkite.com/docs/pipelines/configure/soft-fail),
    pipeline-schema (https://github.com/buildkite/pipeline-schema), go-pipeline
    (https://github.com/buildkite/go-pipeline), Builds API
    (https://buildkite.com/docs/apis/rest-api/builds).

    """##

  private static let sentryText = ##"""
    SENTRY'S FINGERPRINT RULES

    They say which errors are one group, and decide nothing. So each is a category,
    and no error is handled; what a replay shows is how many errors each group
    gets. Add responders to the imported file to decide something.

    A text is read as fingerprint rules if its name ends neither in .yaml, .yml nor
    .json and a line of it is such a rule. The JSON in which Sentry stores them is
    read, too.

    fingerprints.txt:

        # Outages
        error.type:DatabaseUnavailable -> system-down
        error.type:ConnectionError message:"*refused*" !tags.region:test -> system-down

        logger:shop.payment.* level:error -> payment-{{ tags.provider }}, title="Payment failed"
        error.value:"*[Tt]imed out*" -> timeouts
        stack.module:shop.legacy.* -> legacy

    $ errctl import sentry fingerprints.txt

        fingerprints.txt:5:46: note: Each value of “tags.provider” makes a group of its own. The category has all of them. [lost-in-import]
         5 | logger:shop.payment.* level:error -> payment-{{ tags.provider }}, title="Payment failed"
           |                                              ^^^^^^^^^^^^^^^^^^^
        fingerprints.txt:7:1: note: No record shows “module”: the rule is left out, and its errors go on to the next ones. [lost-in-import]
         7 | stack.module:shop.legacy.* -> legacy
           | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        # Imported from fingerprints.txt (sentry). What is lost:
        # - line 5: Each value of “tags.provider” makes a group of its own. The category has all of them.
        # - line 7: No record shows “module”: the rule is left out, and its errors go on to the next ones.
        version: 1
        name: Sentry's fingerprint rules
        defaults:
          ignore: none
        categories:
          # line 2: rules[0]
          - name: system-down
            suppress:
              endless-category: Fingerprint rules group errors and decide nothing.
              localised-text: Sentry groups by what the program said.
            when:
              any:
                - { inside: { type: DatabaseUnavailable } }
                - all:
                    - { not: { attributes: { tags.region: { equals: test } } } }
                    - { inside: { message: { glob: "*refused*", ignoreCase: true } } }
                    - { inside: { type: ConnectionError } }
          # line 5: rules[2]
          - name: payment- {{ tags.provider }}
            description: Payment failed
            suppress: { endless-category: Fingerprint rules group errors and decide nothing. }
            when: { all: [ { origin: { glob: shop.payment.* } }, { severity: error } ] }
          # line 6: rules[3]
          - name: timeouts
            suppress:
              endless-category: Fingerprint rules group errors and decide nothing.
              localised-text: Sentry groups by what the program said.
            when: { inside: { message: { matches: "(?s)^(?:.*[Tt]imed out.*)$", ignoreCase: true }, type: { exists: true } } }
        responders:
          - { id: events, unhandled: { report: none } }

    The first rule that matches decides, and so does the first category. Rules one
    after the other with the same fingerprint are one category. Records are those
    that errctl makes of Sentry's events (errctl help formats) (`--input sentry`):
    the exceptions of an event are the error and its causes, its logger is the
    `origin`, tags and release are attributes.

    events.jsonl:

        {"event_id": "1", "timestamp": "2026-11-20T08:00:00Z", "level": "error", "platform": "python", "exception": {"values": [{"type": "ConnectionError", "value": "connection refused"}, {"type": "CheckoutError", "value": "no stock"}]}}
        {"event_id": "2", "timestamp": "2026-11-20T08:00:01Z", "level": "error", "platform": "python", "logger": "shop.payment.card", "logentry": {"formatted": "declined"}, "tags": {"provider": "acme"}}
        {"event_id": "3", "timestamp": "2026-11-20T08:00:02Z", "level": "error", "platform": "python", "exception": {"values": [{"type": "ReadTimeout", "value": "Request timed out"}]}}
        {"event_id": "4", "timestamp": "2026-11-20T08:00:03Z", "level": "error", "platform": "python", "exception": {"values": [{"type": "KeyError", "value": "'user'"}]}}

    $ errctl replay fingerprints.txt events.jsonl --resolutions - 2>/dev/null | grep -o '"id":"[^"]*"\|"category":"[^"]*"' | paste -sd' '

        "id":"1" "category":"system-down" "id":"2" "category":"payment- {{ tags.provider }}" "id":"3" "category":"timeouts" "id":"4"

    A rule behind one that takes its errors has no effect. Sentry says nothing
    about that, or about a glob that is none:

    shadowed.txt:

        error.type:TimeoutError -> timeouts
        error.type:TimeoutError message:"*payment*" -> payment-timeouts
        message:"[payment] failed*" -> payments
        message:"[payment failed*" -> payment-failures

    $ errctl validate shadowed.txt

        shadowed.txt:2:1: warning: No error gets this category: “category timeouts” matches every error that it does. Move it up. [unreachable-category]
         2 | error.type:TimeoutError message:"*payment*" -> payment-timeouts
           | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          note: category timeouts: shadowed.txt:1:1
         1 | error.type:TimeoutError -> timeouts
           | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        shadowed.txt:4:1: warning: “[payment failed*” is no glob, so it matches nothing. Write a backslash before a bracket that means itself. [faulty-policy]
         4 | message:"[payment failed*" -> payment-failures
           | ^^^^^^^^^^^^^^^^^^^^^^^^^^
        2 warnings

      the fingerprint
          `name`. A value such as `{{ tags.provider }}` is lost: the category has
          all of them
      `title=`
          `description`
      `error.type`, `error.value`
          `inside: { type, message }`: both of the same exception. A type has its
          module before it, in which a glob may match, too: that is lost
      `message`
          `inside: { message }`, of an exception or of the event
      `logger`, `level`, `release`, `tags.NAME`
          `origin`, `severity`, attributes
      `family`
          the attribute `platform`
      `!`
          `not`; of exceptions, one for which the others hold
      globs with `[a-z]`, `{a,b}`, `**`
          `matches`. Sentry compares bytes: `?` is one byte, and only of ASCII's
          letters case does not count
      `stack.*`, `app`, `sdk`, `thread.*`, callers and callees
          lost: no record has a stack. The rule is left out
      a rule of a group whose earlier rules have others behind them
          a category of its own; that is lost
      an unknown matcher or attribute, a line that is no rule
          an error
      an unknown variable, a glob that is none, a level that is none
          a warning

    Sentry is not to be had for this project's tests, but its globs are: beside
    sentry-relay 0.9.31, 2,000 random rules and 10,000 errors were compared. Each
    got the same group. The cases of Sentry's own tests of the text and of matching
    are held against the rules.

    Sources: `fingerprinting/`
    (https://github.com/getsentry/sentry/tree/master/src/sentry/grouping/fingerprinting)
    (grammar, matchers), globset (https://docs.rs/globset/latest/globset/),
    “Fingerprint rules”
    (https://docs.sentry.io/concepts/data-management/event-grouping/fingerprint-rules/).

    """##

  private static let airflowText = ##"""
    AIRFLOW'S RETRY POLICIES

    A task of Airflow 3.3 or later may have a `retry_policy`, which decides by the
    exception whether the task is tried again. A DAG holds an
    `ExceptionRetryPolicy` as Python objects, and Airflow writes it nowhere: a
    serialized DAG only says that there is one (`has_retry_policy`). Three lines
    write a task's policy as a file, with the arguments that count beside it:

        task = dag.get_task("load")
        names = ["retries", "retry_delay", "retry_exponential_backoff", "max_retry_delay"]
        print(json.dumps({name: getattr(task, name) for name in names} | {"retry_policy": task.retry_policy.serialize()},
                         default=lambda delay: delay.total_seconds()))

    The policy below is one of Airflow's own examples, at a task with two retries:

    policy.json:

        {
          "retries": 2,
          "retry_delay": 60.0,
          "retry_policy": {
            "__type": "ExceptionRetryPolicy",
            "rules": [
              {
                "exception": "requests.exceptions.HTTPError",
                "action": "retry",
                "match_subclasses": true,
                "retry_delay": 300.0,
                "reason": "Rate limit, backing off"
              },
              {
                "exception": "google.auth.exceptions.RefreshError",
                "action": "fail",
                "match_subclasses": true,
                "reason": "Auth failure, not retryable"
              },
              { "exception": "builtins.ConnectionError", "action": "retry", "match_subclasses": true, "retry_delay": 30.0 }
            ],
            "default": "default"
          }
        }

    $ errctl import airflow policy.json

        # Imported from policy.json (airflow). Nothing is lost.
        version: 1
        name: Airflow's retry policy
        defaults:
          retry:
            maxAttempts: 3
            within: 366d
            backoff: { initial: 1m, multiplier: 1, max: 366d, jitter: none }
            exhausted: cancel
          ignore: none
        matchers:
          ConnectionError:
            type:
              - ConnectionError*
              - builtins.ConnectionError
              - BrokenPipeError*
              - builtins.BrokenPipeError
              - ConnectionAbortedError*
              - builtins.ConnectionAbortedError
              - ConnectionRefusedError*
              - builtins.ConnectionRefusedError
              - ConnectionResetError*
              - builtins.ConnectionResetError
        responders:
          - id: task
            suppress: { order-decides: Airflow asks the rules in this order. }
            rules:
              # line 1
              - id: never-retried
                when:
                  type:
                    - airflow.sdk.exceptions.AirflowFailException
                    - airflow.sdk.exceptions._AirflowExecuteWithInactiveAssetExecption
                    - airflow.sdk.exceptions.AirflowInactiveAssetInInletOrOutletException
                    - airflow.sdk.exceptions.AirflowSensorTimeout
                    - airflow.sdk.exceptions.AirflowTaskTerminated
                then: cancel
              # line 7: retry_policy.rules[0]
              - id: HTTPError
                description: Rate limit, backing off
                when: { type: requests.exceptions.HTTPError }
                then: { retry: { backoff: { initial: 5m, multiplier: 1, max: 366d, jitter: none } } }
              # line 14: retry_policy.rules[1]
              - id: RefreshError
                description: Auth failure, not retryable
                when: { type: google.auth.exceptions.RefreshError }
                then: cancel
              # line 20: retry_policy.rules[2]
              - id: ConnectionError
                when: { matcher: ConnectionError }
                then: { retry: { backoff: { initial: 30s, multiplier: 1, max: 366d, jitter: none } } }
              # line 22: retry_policy.default
              - { id: default, suppress: { vain-retry: A task's own retries ask for no exception. }, then: retry }

    Airflow compares classes with `isinstance`, and so the rules need an
    exception's ancestors: a record has them as `is`, as
    `[f"{base.__module__}.{base.__qualname__}" for base in
    type(exception).__mro__]` gives them. For a log without them errctl knows the
    classes of Python itself, of requests and of Airflow's task SDK. `type` is the
    class's name with its module, which Python's own classes may leave out;
    `attempt` is Airflow's `try_number`, `operation` the task's run:

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "operation": "1", "attempt": 1, "type": "requests.exceptions.HTTPError"}
        {"time": "2026-11-20T08:05:00Z", "operation": "1", "attempt": 2, "type": "ConnectionResetError"}
        {"time": "2026-11-20T08:05:30Z", "operation": "1", "attempt": 3, "type": "ValueError"}
        {"time": "2026-11-20T08:30:00Z", "operation": "2", "attempt": 1, "type": "google.auth.exceptions.RefreshError", "is": ["google.auth.exceptions.GoogleAuthError", "Exception"]}
        {"time": "2026-11-20T09:00:00Z", "operation": "3", "attempt": 1, "type": "requests.exceptions.ConnectionError"}

    $ errctl replay policy.json errors.ndjson --list

        2026-11-20 08:00:00                  requests.exceptions.HTTPError            task/HTTPError       retry 1/3
        2026-11-20 08:05:00                  ConnectionResetError                     task/ConnectionError retry 2/3
        2026-11-20 08:05:30                  ValueError                               task/default         cancel
        2026-11-20 08:30:00                  google.auth.exceptions.RefreshError      task/RefreshError    cancel
        2026-11-20 09:00:00                  requests.exceptions.ConnectionError      task/default         retry 1/3

    The replay shows what the example does not: the task calls `requests.get`,
    whose `ConnectionError` is not Python's, and so the third rule never matches
    it. It is tried again after a minute, not after 30 s.

    Rules are asked in order, and a class takes those below it. So an ancestor must
    come last:

    ancestors.json:

        {
          "retries": 3,
          "retry_policy": {
            "__type": "ExceptionRetryPolicy",
            "rules": [
              { "exception": "builtins.ConnectionError", "action": "retry", "match_subclasses": true, "retry_delay": 30.0 },
              { "exception": "builtins.ConnectionRefusedError", "action": "fail", "match_subclasses": true },
              { "exception": "requests.exceptions.HTTPErorr", "action": "fail", "match_subclasses": true, "retry_delay": 5.0 }
            ],
            "default": "fail"
          }
        }

    $ errctl validate ancestors.json

        ancestors.json:7:7: warning: This rule never takes effect: “task/ConnectionError” matches every error that it matches, with another verdict. Move it before, or delete it. [unreachable-rule]
         7 |       { "exception": "builtins.ConnectionRefusedError", "action": "fail", "match_subclasses": true },
           |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          note: task/ConnectionError, with another verdict: ancestors.json:6:7
         6 |       { "exception": "builtins.ConnectionError", "action": "retry", "match_subclasses": true, "retry_delay": 30.0 },
           |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        ancestors.json:8:22: warning: Airflow finds no exception class here, and never matches it. Did you mean “requests.exceptions.HTTPError”? [faulty-policy]
         8 |       { "exception": "requests.exceptions.HTTPErorr", "action": "fail", "match_subclasses": true, "retry_delay": 5.0 }
           |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        ancestors.json:8:114: warning: “retry_delay” has no effect beside the action “fail”. Delete one of them. [faulty-policy]
         8 | …ption": "requests.exceptions.HTTPErorr", "action": "fail", "match_subclasses": true, "retry_delay": 5.0 }
           |                                                                                                      ^^^
        3 warnings

      `exception`
          `type`: the class, those that are known to be below it, and a record's
          `is`. A star behind one of Python's own (`OSError*`) keeps it from being
          the end of a longer name. `builtins.Exception` is any but the few that
          Python or Airflow derive from `BaseException`; `builtins.BaseException`
          is every error
      `match_subclasses: false`
          `type: { equals: … }`, which asks no ancestor
      a path to import a class by (`requests.HTTPError`, `builtins.IOError`,
          `socket.timeout`)
          the class's own name (`requests.exceptions.HTTPError`, `OSError`,
          `TimeoutError`), for the modules named above
      `action: fail`, `default: fail`
          `cancel`: the task has failed
      `action: retry`, `action: default`
          `retry`, with the rule's `retry_delay` or the task's
      `reason`
          `description`
      `retries`
          `maxAttempts`, which counts the first try, too. Not known: 1,000, and
          lost
      `retry_delay` of the task
          `backoff`; 5 minutes if it is not known
      `retry_exponential_backoff`, `max_retry_delay`
          `backoff`, whose delays are as random as Airflow's: between the delay and
          twice as much. Airflow cuts off the drawn one, the rule the one before:
          lost
      other arguments of a task
          not read
      `AirflowFailException`, `AirflowSensorTimeout`, `AirflowTaskTerminated`
          `never-retried`: Airflow does not ask the policy
      a `retry_delay` beside another action than `retry`
          a warning: it has no effect
      a class that is not in its module, a name that is no path, an empty list
          a warning: Airflow logs it, and never matches

    Rejected, as by the task SDK: missing `rules`, `exception` or `action`, an
    unknown action, a class without its module, a delay that is no number of
    seconds.

    What no policy shows: with Airflow's configuration `core.max_task_retry_delay`
    no random delay is longer than a day. Whoever clears a task adds to its tries.
    Nobody waits for most tasks, so `.errctl.yaml` (errctl help checks) may have a
    higher limit for `long-retry`.

    Beside the task runner of Airflow's task SDK 1.3.2 and the scheduler's delays
    of Airflow 3.3.2, 2,000 random policies were compared, by 8,000 tasks of which
    17,350 tries failed: both try again after the same ones, and after the same
    delay or inside the same bounds; and both reject the same 12 mistakes. Each of
    the 124 classes of Python, requests and Airflow is recorded without its
    ancestors, too, and found by each of its ancestors' names.

    Sources: `retry_policy.py`
    (https://github.com/apache/airflow/blob/main/task-sdk/src/airflow/sdk/definitions/retry_policy.py),
    `task_runner.py`
    (https://github.com/apache/airflow/blob/main/task-sdk/src/airflow/sdk/execution_time/task_runner.py),
    `taskinstance.py`
    (https://github.com/apache/airflow/blob/main/airflow-core/src/airflow/models/taskinstance.py).

    """##

  private static let temporalText = ##"""
    TEMPORAL'S RETRY POLICIES

    Temporal's server tries activities and workflows again by a `RetryPolicy`. Code
    has most of them; in files they stand in three forms, which errctl reads: the
    policy alone, as protocol buffers have it in JSON; a workflow's history, as
    `temporal workflow show --output json` writes it; and the defaults in the
    server's dynamic configuration. This history is of a workflow with two
    activities:

    history.json:

        {
          "events": [
            {
              "eventId": "1",
              "eventType": "EVENT_TYPE_WORKFLOW_EXECUTION_STARTED",
              "workflowExecutionStartedEventAttributes": { "workflowType": { "name": "Order" } }
            },
            {
              "eventId": "5",
              "eventType": "EVENT_TYPE_ACTIVITY_TASK_SCHEDULED",
              "activityTaskScheduledEventAttributes": {
                "activityId": "5",
                "activityType": { "name": "charge" },
                "startToCloseTimeout": "10s",
                "retryPolicy": {
                  "initialInterval": "1s",
                  "backoffCoefficient": 2,
                  "maximumInterval": "30s",
                  "maximumAttempts": 5,
                  "nonRetryableErrorTypes": ["CardDeclined"]
                }
              }
            },
            {
              "eventId": "11",
              "eventType": "EVENT_TYPE_ACTIVITY_TASK_SCHEDULED",
              "activityTaskScheduledEventAttributes": {
                "activityId": "11",
                "activityType": { "name": "ship" },
                "scheduleToCloseTimeout": "60s",
                "retryPolicy": { "initialInterval": "2s", "backoffCoefficient": 3, "maximumInterval": "200s" }
              }
            }
          ]
        }

    $ errctl import temporal history.json

        history.json:30:35: note: Temporal counts “scheduleToCloseTimeout” from the start; the rule's deadline begins with the first failure. [lost-in-import]
         30 |         "scheduleToCloseTimeout": "60s",
            |                                   ^^^^^
        history.json:31:24: note: Temporal tries again until a timeout of its own ends it; the rule tries 1,000 times. [lost-in-import]
         31 |         "retryPolicy": { "initialInterval": "2s", "backoffCoefficient": 3, "maximumInterval": "200s" }
            |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        # Imported from history.json (temporal). What is lost:
        # - line 30: Temporal counts “scheduleToCloseTimeout” from the start; the rule's deadline begins with the first failure.
        # - line 31: Temporal tries again until a timeout of its own ends it; the rule tries 1,000 times.
        version: 1
        name: Temporal's retries
        defaults:
          responder: none
          retry: { within: 366d, backoff: { jitter: none }, exhausted: cancel }
          ignore: none
        responders:
          - id: charge
            origins: [ charge ]
            rules:
              # line 11: events[1].activityTaskScheduledEventAttributes
              - id: failed
                when:
                  any:
                    - type:
                        equals:
                          - TemporalTimeout:ScheduleToStart
                          - TemporalTimeout:ScheduleToClose
                          - TemporalTimeout:Unspecified
                          - CardDeclined
                    - { attributes: { nonRetryable: true } }
                    - { cancelled: true }
                then: cancel
              # line 11: events[1].activityTaskScheduledEventAttributes
              - id: retry
                suppress: { vain-retry: Temporal tries again after every failure that is not excluded. }
                then: { retry: { maxAttempts: 5, backoff: { initial: 1s, multiplier: 2, max: 30s } } }
          - id: ship
            origins: [ ship ]
            rules:
              # line 27: events[2].activityTaskScheduledEventAttributes
              - id: failed
                when:
                  any:
                    - type:
                        equals:
                          - TemporalTimeout:ScheduleToStart
                          - TemporalTimeout:ScheduleToClose
                          - TemporalTimeout:Unspecified
                    - { attributes: { nonRetryable: true } }
                    - { cancelled: true }
                then: cancel
              # line 27: events[2].activityTaskScheduledEventAttributes
              - id: retry
                suppress: { vain-retry: Temporal tries again after every failure that is not excluded. }
                then: { retry: { maxAttempts: 1000, backoff: { initial: 2s, multiplier: 3, max: 200s }, deadline: 1m } }

    An error begins at the activity that its `origin` names. `type` is the type of
    an application failure, or `TemporalTimeout:` with the kind of a timeout;
    `attempt` is the activity's attempt, `operation` the workflow's run with the
    activity's id. The attribute `nonRetryable` is that of the failure.

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "origin": "charge", "operation": "1", "attempt": 1, "type": "GatewayTimeout"}
        {"time": "2026-11-20T08:00:01Z", "origin": "charge", "operation": "1", "attempt": 2, "type": "shop.errors.CardDeclined"}
        {"time": "2026-11-20T08:00:03Z", "origin": "charge", "operation": "1", "attempt": 3, "type": "CardDeclined"}
        {"time": "2026-11-20T08:05:00Z", "origin": "ship", "operation": "2", "attempt": 4, "type": "TemporalTimeout:StartToClose", "elapsed": 30}

    $ errctl replay history.json errors.ndjson --list

        history.json:30:35: note: Temporal counts “scheduleToCloseTimeout” from the start; the rule's deadline begins with the first failure. [lost-in-import]
         30 |         "scheduleToCloseTimeout": "60s",
            |                                   ^^^^^
        history.json:31:24: note: Temporal tries again until a timeout of its own ends it; the rule tries 1,000 times. [lost-in-import]
         31 |         "retryPolicy": { "initialInterval": "2s", "backoffCoefficient": 3, "maximumInterval": "200s" }
            |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        2026-11-20 08:00:00 charge           GatewayTimeout                           charge/retry  retry 1/5
        2026-11-20 08:00:01 charge           shop.errors.CardDeclined                 charge/retry  retry 2/5
        2026-11-20 08:00:03 charge           CardDeclined                             charge/failed cancel
        2026-11-20 08:05:00 ship             TemporalTimeout:StartToClose             ship/retry    cancel

    Temporal compares the whole name: `shop.errors.CardDeclined` is not
    `CardDeclined`, and is tried again. Nor does it know that a class is below
    another one.

    The server's defaults are in force where a policy leaves something out. Of a
    value that it can't read, or a key that it does not know, the server says
    nothing but a line in its log:

    dynamicconfig.yaml:

        history.defaultActivityRetryPolicy:
          - value:
              InitialIntervalInSeconds: 1
              MaximumIntervalInSeconds: 100
              BackoffCoefficient: 2.0
              MaximumAttempts: 3
        workflow.defaultWorkflowRetryPolicy:
          - value: { InitialIntervalInSeconds: 1s, MaximumAttempts: 10 }

    $ errctl validate dynamicconfig.yaml

        dynamicconfig.yaml:4:7: warning: Temporal's server does not read “MaximumIntervalInSeconds”. Write “MaximumIntervalCoefficient”. [faulty-policy]
         4 |       MaximumIntervalInSeconds: 100
           |       ^^^^^^^^^^^^^^^^^^^^^^^^
        dynamicconfig.yaml:7:1: warning: Temporal's server reads no “workflow.defaultWorkflowRetryPolicy”. Write “history.defaultWorkflowRetryPolicy”. [faulty-policy]
         7 | workflow.defaultWorkflowRetryPolicy:
           | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        2 warnings

      an activity type, a workflow type of a history; `activity` and `workflow` of
          a server's defaults
          a responder each. A workflow without a policy is not tried again, and has
          none
      `nonRetryableErrorTypes`
          `type`, the whole name and no ancestor's
      failures that are never tried again
          `type` for the timeouts ScheduleToStart and ScheduleToClose, and the
          attribute `nonRetryable`. A cancelled one is ignored
      `maximumAttempts`
          `maxAttempts`. 0, or none, is any number: lost, as is more than 1,000
      `initialInterval`, `backoffCoefficient`, `maximumInterval`
          `backoff`, without jitter: by default 1 s, 2, and 100 times the first. A
          coefficient above 1,000 is lost
      `scheduleToCloseTimeout`, `workflowExecutionTimeout`
          `deadline`. Temporal counts from the start, the rule from the first
          failure
      `InitialIntervalInSeconds`, `MaximumIntervalCoefficient` (without what is
          behind its point), `BackoffCoefficient`, `MaximumAttempts`
          the same, as the server's defaults
      `constraints: { namespace }`
          the attribute `namespace`. The entry for a namespace comes before the one
          for all, and the first one for the same stands; an entry with another
          constraint is never asked, which is a warning
      another policy for the same activity in one history
          lost: the first one stands
      other events, other settings of the server
          not read

    Rejected, as by Temporal: a negative or unreadable duration, a coefficient
    below 1, a `maximumInterval` below `initialInterval`, a negative
    `maximumAttempts`, a timeout that does not exist; with `maximumAttempts: 1`
    only what can't be read. Warnings are for settings that the server does not
    read.

    What no policy shows: an application failure may ask for another delay
    (`nextRetryDelay`; a record has it as `retryAfter`, which only lengthens a
    rule's delay). SDKs retry local activities themselves.

    Temporal's server does not run in errctl's tests. The tables of its own tests
    do: `TestIsRetryableFailure`, `TestEnsureRetryPolicyDefaults`,
    `TestValidateRetryPolicy` and `Test_nextBackoffInterval`, 40 cases.

    Sources: `retry_policy.go`
    (https://github.com/temporalio/temporal/blob/main/common/retrypolicy/retry_policy.go),
    `retry.go`
    (https://github.com/temporalio/temporal/blob/main/service/history/workflow/retry.go),
    `RetryPolicy`
    (https://github.com/temporalio/api/blob/master/temporal/api/common/v1/message.proto),
    the dynamic configuration
    (https://docs.temporal.io/references/dynamic-configuration).

    """##

  private static let resilience4jText = ##"""
    RESILIENCE4J'S RETRIES

    A Spring Boot application has the retries of Resilience4j
    (https://resilience4j.readme.io/docs/getting-started-3) in its properties,
    mostly in `application.yml`, among everything else that stands there:

    application.yml:

        spring:
          application: { name: shop }
        resilience4j:
          retry:
            configs:
              default:
                maxAttempts: 3
                waitDuration: 500ms
                ignoreExceptions: [ io.github.resilience4j.circuitbreaker.CallNotPermittedException ]
            instances:
              payments:
                waitDuration: 1s
                enable-exponential-backoff: true
                exponential-backoff-multiplier: 2
                retryExceptions:
                  - org.springframework.web.client.ResourceAccessException
                  - org.springframework.web.client.HttpServerErrorException
              search: { baseConfig: default }
          circuitbreaker:
            instances:
              payments: { slidingWindowSize: 10, failureRateThreshold: 50, waitDurationInOpenState: 10s }

    $ errctl import resilience4j application.yml

        application.yml:21:7: note: The circuit breaker “payments” opens at a share of failed calls; one of a rule file opens at a number of errors. [lost-in-import]
         21 |       payments: { slidingWindowSize: 10, failureRateThreshold: 50, waitDurationInOpenState: 10s }
            |       ^^^^^^^^
        # Imported from application.yml (resilience4j). What is lost:
        # - line 21: The circuit breaker “payments” opens at a share of failed calls; one of a rule file opens at a number of errors.
        version: 1
        name: Resilience4j's retries
        defaults:
          responder: default
          retry: { within: 366d, exhausted: cancel }
          ignore: none
        matchers:
          HttpServerErrorException:
            type:
              - org.springframework.web.client.HttpServerErrorException
              - org.springframework.web.client.HttpServerErrorException$BadGateway
              - org.springframework.web.client.HttpServerErrorException$GatewayTimeout
              - org.springframework.web.client.HttpServerErrorException$InternalServerError
              - org.springframework.web.client.HttpServerErrorException$NotImplemented
              - org.springframework.web.client.HttpServerErrorException$ServiceUnavailable
        responders:
          - id: payments
            origins: [ payments ]
            rules:
              # line 11: resilience4j.retry.instances
              - { id: ignored, when: { type: io.github.resilience4j.circuitbreaker.CallNotPermittedException }, then: cancel }
              # line 11: resilience4j.retry.instances
              - id: retry
                when:
                  any:
                    - { matcher: HttpServerErrorException }
                    - { type: org.springframework.web.client.ResourceAccessException }
                then: { retry: { maxAttempts: 3, backoff: { initial: 1s, multiplier: 2, max: 366d, jitter: none } } }
            otherwise: { then: cancel }
          - id: search
            origins: [ search ]
            rules:
              # line 18: resilience4j.retry.instances
              - { id: ignored, when: { type: io.github.resilience4j.circuitbreaker.CallNotPermittedException }, then: cancel }
              # line 18: resilience4j.retry.instances
              - id: retry
                then: { retry: { maxAttempts: 3, backoff: { initial: 500ms, multiplier: 1, max: 366d, jitter: none } } }
            otherwise: { then: cancel }
          - id: default
            rules:
              # line 6: resilience4j.retry.configs
              - { id: ignored, when: { type: io.github.resilience4j.circuitbreaker.CallNotPermittedException }, then: cancel }
              # line 6: resilience4j.retry.configs
              - id: retry
                then: { retry: { maxAttempts: 3, backoff: { initial: 500ms, multiplier: 1, max: 366d, jitter: none } } }
            otherwise: { then: cancel }

    An error begins at the instance that its `origin` names. Java compares classes
    with their ancestors: a record has them as `is`. For a log without them errctl
    knows the exceptions of the JDK, and those of Spring, Feign and Resilience4j
    that calls over HTTP end with. Names are those of `Class.getName()`, with a
    dollar sign before a nested class. A call's retries count its tries as
    `attempt`.

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "origin": "payments", "operation": "1", "attempt": 1, "type": "org.springframework.web.client.HttpServerErrorException$BadGateway"}
        {"time": "2026-11-20T08:00:01Z", "origin": "payments", "operation": "1", "attempt": 2, "type": "io.github.resilience4j.circuitbreaker.CallNotPermittedException"}
        {"time": "2026-11-20T08:00:05Z", "origin": "payments", "operation": "2", "attempt": 1, "type": "org.springframework.web.client.HttpClientErrorException$TooManyRequests"}
        {"time": "2026-11-20T08:00:09Z", "origin": "search", "operation": "3", "attempt": 1, "type": "java.lang.NullPointerException"}

    $ errctl replay application.yml errors.ndjson --list

        application.yml:21:7: note: The circuit breaker “payments” opens at a share of failed calls; one of a rule file opens at a number of errors. [lost-in-import]
         21 |       payments: { slidingWindowSize: 10, failureRateThreshold: 50, waitDurationInOpenState: 10s }
            |       ^^^^^^^^
        2026-11-20 08:00:00 payments         org.springframework.web.client.HttpServerErrorException$BadGateway payments/retry     retry 1/3
        2026-11-20 08:00:01 payments         io.github.resilience4j.circuitbreaker.CallNotPermittedException payments/ignored   cancel
        2026-11-20 08:00:05 payments         org.springframework.web.client.HttpClientErrorException$TooManyRequests payments/otherwise cancel
        2026-11-20 08:00:09 search           java.lang.NullPointerException           search/retry       retry 1/3

    What has no effect is said, since Spring says nothing about it:

    mistakes/application.yml:

        resilience4j.retry:
          instances:
            orders:
              maxRetryAttempts: 5
              enableExponentialBackoff: true
              exponentialBackoffMultiplier: 2
            stock:
              maxAttempts: ${STOCK_TRIES:4}
              waitDuration: 200ms
              exponentialMaxWaitDuration: 5s
              retryExceptions: [ java.io.SocketTimeoutException ]

    $ errctl validate mistakes/application.yml

        mistakes/application.yml:3:5: warning: This retries every error, even those that can't succeed. Limit it to some statuses, codes or types. [vain-retry]
         3 |     orders:
           |     ^^^^^^
          shown by: errctl explain mistakes/application.yml --error '{"status": 404}'
        mistakes/application.yml:4:7: warning: Resilience4j 2 has no “maxRetryAttempts”, which has no effect. Write “maxAttempts”. [faulty-policy]
         4 |       maxRetryAttempts: 5
           |       ^^^^^^^^^^^^^^^^
        mistakes/application.yml:5:33: warning: “enableExponentialBackoff” has no effect without “waitDuration”, which is nowhere beside it. [faulty-policy]
         5 |       enableExponentialBackoff: true
           |                                 ^^^^
        mistakes/application.yml:8:20: note: “${STOCK_TRIES:4}” may have another value where the application runs; the rules have this one. [lost-in-import]
         8 |       maxAttempts: ${STOCK_TRIES:4}
           |                    ^^^^^^^^^^^^^^^^
        mistakes/application.yml:10:35: warning: “exponentialMaxWaitDuration” has no effect without “enableExponentialBackoff: true”, which is nowhere beside it. [faulty-policy]
         10 |       exponentialMaxWaitDuration: 5s
            |                                   ^^
        mistakes/application.yml:11:26: warning: There is no class “java.io.SocketTimeoutException” that Java 17 has: the application does not start. Did you mean “java.net.SocketTimeoutException”? [faulty-policy]
         11 |       retryExceptions: [ java.io.SocketTimeoutException ]
            |                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        5 warnings, 1 note

      an instance (`instances`, or `backends` as of old)
          a responder, with the instance's name as `origin`
      the config `default`
          what an instance has that names no `baseConfig`; and a responder for
          origins that are no instance
      `baseConfig`
          as Resilience4j merges it: the config's tries, delays and lists, each
          replaced by the instance's own; the flags and bounds of its delays also
          beside an instance's own `waitDuration`
      `maxAttempts`
          `maxAttempts`; 3 by default. 1 is no retry, more than 1,000 is lost
      `ignoreExceptions`
          a rule before the retry, with `cancel`
      `retryExceptions`
          `type` of the retry's rule; without it all errors
      `retryExceptionPredicate`
          `custom`, with the class's name: a plugin, or `--stub` in a replay. It is
          asked beside `retryExceptions`
      `java.lang.Throwable`, `java.lang.Exception`
          all errors; all but the errors that are known as such
      `waitDuration`
          `backoff`; 500 ms by default
      `enableExponentialBackoff`, `exponentialBackoffMultiplier`,
          `exponentialMaxWaitDuration`
          `backoff`. Resilience4j rounds each delay down to a millisecond: where
          that makes a difference it is lost
      `enableRandomizedWait`, `randomizedWaitFactor`
          `jitter`, as a share. With a longest delay: lost, since Resilience4j cuts
          off what it has drawn
      `resultPredicate`, `intervalBiFunction`
          lost: they are code
      circuit breakers
          lost: they open at a share of failed calls
      `${NAME:default}`
          the default, and lost; without a default as if it were not written
      bulkheads, rate limiters, time limiters, customizers in code, everything else
          of the application
          not read

    Rejected, as by Resilience4j or Spring: a config that does not exist or is
    based on itself, numbers outside of their bounds, what is no duration. Warnings
    are for what has no effect, `maxRetryAttempts` among it, which version 2 no
    longer has, and for classes that the JDK does not have. Of several documents in
    a file a later one replaces what the earlier ones say; one for a profile is
    left out, which is lost.

    Around a call Spring's aspects stand in this order: the retry, the circuit
    breaker, the rate limiter, the time limiter, the bulkhead. So a retry gets a
    breaker's `CallNotPermittedException`, too, and repeats the call while the
    breaker is open, unless it ignores that class.

    Resilience4j does not run in errctl's tests. The tables of its own tests do: of
    `RetryConfigurationPropertiesTest`, `CommonRetryConfigurationPropertiesTest`,
    `RetryConfigBuilderTest` and `IntervalFunctionTest`, 58 cases.

    Sources: `CommonRetryConfigurationProperties`
    (https://github.com/resilience4j/resilience4j/blob/master/resilience4j-framework-common/src/main/java/io/github/resilience4j/common/retry/configuration/CommonRetryConfigurationProperties.java),
    `RetryConfig`
    (https://github.com/resilience4j/resilience4j/blob/master/resilience4j-retry/src/main/java/io/github/resilience4j/retry/RetryConfig.java),
    `IntervalFunction`
    (https://github.com/resilience4j/resilience4j/blob/master/resilience4j-core/src/main/java/io/github/resilience4j/core/IntervalFunction.java).

    """##

  private static let pollyText = ##"""
    .NET'S STANDARD RESILIENCE HANDLER

    Microsoft.Extensions.Http.Resilience
    (https://learn.microsoft.com/dotnet/core/resilience/http-resilience) repeats
    the requests of an `HttpClient` with Polly's strategies. Its options are bound
    to sections of an application's settings:

    appsettings.json:

        {
          "Logging": { "LogLevel": { "Default": "Information" } },
          "Resilience": {
            "Catalog": {
              "Retry": { "MaxRetryAttempts": 2, "Delay": "00:00:01", "BackoffType": "Constant" },
              "AttemptTimeout": { "Timeout": "00:00:03" },
              "TotalRequestTimeout": { "Timeout": "00:00:20" }
            },
            "Payments": {
              "Retry": { "MaxRetryAttempts": 1, "Delay": "00:00:00.5", "UseJitter": false },
              "CircuitBreaker": { "FailureRatio": 0.5, "MinimumThroughput": 10 }
            }
          }
        }

    $ errctl import polly appsettings.json

        appsettings.json:7:43: note: The whole request's timeout counts from its start, the rule's deadline from the first failure. [lost-in-import]
         7 |       "TotalRequestTimeout": { "Timeout": "00:00:20" }
           |                                           ^^^^^^^^^^
        appsettings.json:11:25: note: This breaker opens at a share of failed calls; one of a rule file opens at a number of errors. [lost-in-import]
         11 |       "CircuitBreaker": { "FailureRatio": 0.5, "MinimumThroughput": 10 }
            |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        # Imported from appsettings.json (polly). What is lost:
        # - line 7: The whole request's timeout counts from its start, the rule's deadline from the first failure.
        # - line 11: This breaker opens at a share of failed calls; one of a rule file opens at a number of errors.
        version: 1
        name: .NET's standard resilience handler
        defaults:
          responder: none
          ignore: none
        responders:
          - id: Catalog
            origins: [ Catalog ]
            rules:
              # line 5: Resilience.Catalog.Retry
              - id: retry
                when:
                  any:
                    - { status: [ 408, 429 ] }
                    - { status: { atLeast: 500 } }
                    - { type: [ System.Net.Http.HttpRequestException, Polly.Timeout.TimeoutRejectedException ] }
                    - type: [ System.OperationCanceledException, System.Threading.Tasks.TaskCanceledException ]
                      underlying: { type: System.TimeoutException }
                then:
                  retry:
                    maxAttempts: 3
                    within: 366d
                    backoff: { initial: 1s, multiplier: 1, max: 366d, jitter: 0.25 }
                    deadline: 20s
                    exhausted: cancel
            otherwise: { then: cancel }
          - id: Payments
            origins: [ Payments ]
            rules:
              # line 10: Resilience.Payments.Retry
              - id: retry
                when:
                  any:
                    - { status: [ 408, 429 ] }
                    - { status: { atLeast: 500 } }
                    - { type: [ System.Net.Http.HttpRequestException, Polly.Timeout.TimeoutRejectedException ] }
                    - type: [ System.OperationCanceledException, System.Threading.Tasks.TaskCanceledException ]
                      underlying: { type: System.TimeoutException }
                then:
                  retry:
                    maxAttempts: 2
                    within: 366d
                    backoff: { initial: 500ms, multiplier: 2, max: 366d, jitter: none }
                    deadline: 30s
                    exhausted: cancel
            otherwise: { then: cancel }

    An error begins at the section that its `origin` names; if there is one
    section, all do. An answer has its `status`, an exception its full name as
    `type`:

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "origin": "Catalog", "operation": "1", "attempt": 1, "status": 503}
        {"time": "2026-11-20T08:00:01Z", "origin": "Catalog", "operation": "1", "attempt": 2, "type": "Polly.Timeout.TimeoutRejectedException"}
        {"time": "2026-11-20T08:00:02Z", "origin": "Catalog", "operation": "1", "attempt": 3, "status": 503}
        {"time": "2026-11-20T08:01:00Z", "origin": "Payments", "operation": "2", "attempt": 1, "status": 404}

    $ errctl replay appsettings.json errors.ndjson --list

        appsettings.json:7:43: note: The whole request's timeout counts from its start, the rule's deadline from the first failure. [lost-in-import]
         7 |       "TotalRequestTimeout": { "Timeout": "00:00:20" }
           |                                           ^^^^^^^^^^
        appsettings.json:11:25: note: This breaker opens at a share of failed calls; one of a rule file opens at a number of errors. [lost-in-import]
         11 |       "CircuitBreaker": { "FailureRatio": 0.5, "MinimumThroughput": 10 }
            |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        2026-11-20 08:00:00 Catalog          status 503                               Catalog/retry      retry 1/3
        2026-11-20 08:00:01 Catalog          Polly.Timeout.TimeoutRejectedException   Catalog/retry      retry 2/3
        2026-11-20 08:00:02 Catalog          status 503                               Catalog/retry      cancel
        2026-11-20 08:01:00 Payments         status 404                               Payments/otherwise cancel

    .NET binds what it knows and says nothing about the rest; other mistakes keep
    the application from starting:

    mistakes.json:

        {
          "HttpStandardResilience": {
            "Retry": { "MaxRetries": 5, "Delay": 2, "UseJitter": true, "BackoffType": "Exponential" },
            "AttemptTimeout": { "Timeout": "00:00:30" },
            "TotalRequestTimeout": { "Timeout": "00:00:20" }
          }
        }

    $ errctl validate mistakes.json

        mistakes.json:3:16: warning: “Retry” has no “MaxRetries”, which has no effect. [faulty-policy]
         3 |     "Retry": { "MaxRetries": 5, "Delay": 2, "UseJitter": true, "BackoffType": "Exponential" },
           |                ^^^^^^^^^^^^
        mistakes.json:3:42: error: “Delay” must be from 0s to 1d. “2” is a number of days. [faulty-policy]
         3 |     "Retry": { "MaxRetries": 5, "Delay": 2, "UseJitter": true, "BackoffType": "Exponential" },
           |                                          ^
        mistakes.json:3:79: note: Polly draws each delay with those before it in mind, from 0 to about twice its median; the rule draws up to a half more or less. [lost-in-import]
         3 |     "Retry": { "MaxRetries": 5, "Delay": 2, "UseJitter": true, "BackoffType": "Exponential" },
           |                                                                               ^^^^^^^^^^^^^
        mistakes.json:4:36: error: The timeout of an attempt, 30s, must not be longer than that of the whole request, 20s: the application fails. [faulty-policy]
         4 |     "AttemptTimeout": { "Timeout": "00:00:30" },
           |                                    ^^^^^^^^^^
        mistakes.json:4:36: error: The breaker's sampling duration, 30s by default, must be at least twice the timeout of an attempt, 30s: the application fails. [faulty-policy]
         4 |     "AttemptTimeout": { "Timeout": "00:00:30" },
           |                                    ^^^^^^^^^^
        mistakes.json:5:41: note: The whole request's timeout counts from its start, the rule's deadline from the first failure. [lost-in-import]
         5 |     "TotalRequestTimeout": { "Timeout": "00:00:20" }
           |                                         ^^^^^^^^^^
        3 errors, 1 warning, 2 notes

      a section with `Retry` and one of the handler's other strategies or options
          a responder, with the section's key as `origin` where there are several
      what the handler takes for transient
          `status` 408, 429 and 500 or more; `type` `HttpRequestException` and
          `TimeoutRejectedException`; a cancellation that a `TimeoutException`
          caused
      `MaxRetryAttempts`
          `maxAttempts`, which counts the first try, too; 3 retries by default.
          More than 999 is lost
      `Delay`, `BackoffType`, `MaxDelay`
          `backoff`; 2 s and `Exponential`, which doubles, by default. `Linear` is
          lost: the rule's delays stay as they are
      `UseJitter`, on by default
          `jitter: 0.25`, as Polly draws constant delays. Of exponential ones each
          draw depends on the one before: lost, and `jitter: 0.5` has the same
          median
      `TotalRequestTimeout`
          `deadline`, 30 s by default. It counts from the start of a request, the
          deadline from the first failure
      `AttemptTimeout`
          not in the rules: it ends in a `TimeoutRejectedException`
      `CircuitBreaker`
          lost: it opens at a share of failed calls
      any other key of these sections
          a warning: it has no effect
      `RateLimiter`, everything else of the application
          not read

    Rejected, as by .NET: values outside of their bounds, what is no TimeSpan (a
    number without colons is one of days), an `AttemptTimeout` above
    `TotalRequestTimeout`, a `SamplingDuration` below twice the `AttemptTimeout`,
    defaults included.

    What no settings show: code may configure the handler after them. A
    `Retry-After` header replaces the delay, unless `ShouldRetryAfterHeader` is
    off; a record has it as `retryAfter`, which only lengthens a rule's delay. POST
    and other unsafe methods are repeated, too, unless the code says
    `DisableForUnsafeHttpMethods`. A file with comments is not JSON for errctl:
    delete them first.

    .NET does not run in errctl's tests. The tables of the originals' tests do:
    `HttpClientResiliencePredicatesTests` and
    `HttpStandardResilienceOptionsCustomValidatorTests` of .NET's extensions and
    `RetryHelperTests` of Polly, 28 cases.

    Sources: `HttpStandardResilienceOptions`
    (https://github.com/dotnet/extensions/blob/main/src/Libraries/Microsoft.Extensions.Http.Resilience/Resilience/HttpStandardResilienceOptions.cs),
    `HttpClientResiliencePredicates`
    (https://github.com/dotnet/extensions/blob/main/src/Libraries/Microsoft.Extensions.Http.Resilience/Polly/HttpClientResiliencePredicates.cs),
    `RetryHelper`
    (https://github.com/App-vNext/Polly/blob/main/src/Polly.Core/Retry/RetryHelper.cs).

    """##

  private static let gitlabText = ##"""
    GITLAB CI/CD PIPELINES

    .gitlab-ci.yml:

        default:
          retry: { max: 2, when: [ runner_system_failure, stuck_or_timeout_failure ] }
        include: templates/deploy.yml
        .flaky:
          retry: { max: 1, when: script_failure, exit_codes: [ 137, 139 ] }
        build:
          script: make
        rspec:
          extends: .flaky
          script: rspec
          parallel: 5
        lint:
          script: make lint
          retry: 0

    $ errctl import gitlab .gitlab-ci.yml

        .gitlab-ci.yml:3:10: note: Included files are not read: their jobs and templates are not among the rules. [lost-in-import]
         3 | include: templates/deploy.yml
           |          ^^^^^^^^^^^^^^^^^^^^
        # Imported from .gitlab-ci.yml (gitlab). What is lost:
        # - line 3: Included files are not read: their jobs and templates are not among the rules.
        version: 1
        name: GitLab pipeline
        defaults:
          retry: { within: 366d, backoff: { initial: 0s, jitter: none }, exhausted: cancel }
          ignore: none
        matchers:
          final:
            domain: gitlab
            type:
              equals:
                - ci_quota_exceeded
                - no_matching_runner
                - missing_dependency_failure
                - forward_deployment_failure
                - environment_creation_failure
        responders:
          - id: pipeline
            rules:
              # line 5: .flaky.retry
              - id: rspec
                when:
                  origin: { matches: '^rspec( [0-9]+/[0-9]+|: \[.*\])?$' }
                  domain: gitlab
                  any: [ { type: { equals: script_failure } }, { code: [ 137, 139 ] } ]
                  not: { matcher: final }
                then: { retry: { maxAttempts: 2 } }
              # line 8
              - id: rspec.scheduler
                when: { origin: { matches: '^rspec( [0-9]+/[0-9]+|: \[.*\])?$' }, domain: gitlab, type: scheduler_failure }
                then: { retry: { maxAttempts: 3 } }
              # line 8
              - { id: rspec.failed, when: { origin: { matches: '^rspec( [0-9]+/[0-9]+|: \[.*\])?$' } }, then: cancel }
              # line 14: lint.retry
              - { id: lint, when: { origin: { equals: lint }, domain: gitlab, not: { matcher: final } }, then: cancel }
              # line 12
              - id: lint.scheduler
                when: { origin: { equals: lint }, domain: gitlab, type: scheduler_failure }
                then: { retry: { maxAttempts: 3 } }
              # line 12
              - { id: lint.failed, when: { origin: { equals: lint } }, then: cancel }
              # line 2: default.retry
              - id: default
                when:
                  domain: gitlab
                  type:
                    equals:
                      - runner_system_failure
                      - stuck_or_timeout_failure
                      - stuck_pending_with_matching_runners
                      - stuck_pending_no_matching_runners
                      - no_updates_running
                      - no_updates_canceling
                then: { retry: { maxAttempts: 3 } }
              # line 1
              - { id: scheduler, when: { domain: gitlab, type: scheduler_failure }, then: { retry: { maxAttempts: 3 } } }
            otherwise: { then: cancel }

    A job has its own `retry`, with what it extends merged into it key by key, or
    else that of `default`, unless it inherits none. The first rules are those of
    the jobs. If `default` has a `retry`, two more rules of each of these jobs keep
    its errors from it.

    GitLab counts all retries of a job together, whatever failed: a rule's try is
    the record's `attempt`. Retries come at once. After `scheduler_failure` GitLab
    tries twice again on its own; after `ci_quota_exceeded`, `no_matching_runner`,
    `missing_dependency_failure`, `forward_deployment_failure` and
    `environment_creation_failure` it never does.

    A record's `origin` is the job's name (`rspec 2/5`), its `domain` is `gitlab`,
    its `type` the reason of the failure, its `code` the exit code, its `operation`
    the job in its pipeline. This makes records of what the API says about jobs
    (`/api/v4/projects/ID/pipelines/PIPELINE/jobs?include_retried=true`), which has
    no exit codes:

    records.py:

        import collections, json, sys

        attempts = collections.Counter()
        for job in sorted(json.load(sys.stdin), key=lambda job: job["id"]):
            operation = f"{job['pipeline']['id']}/{job['name']}"
            attempts[operation] += 1
            record = {"time": job["finished_at"], "origin": job["name"], "operation": operation, "attempt": attempts[operation]}
            if job["status"] == "success":
                print(json.dumps(record | {"completed": True}))
            elif job["status"] == "failed":
                print(json.dumps(record | {"domain": "gitlab", "type": job["failure_reason"], "stage": job["stage"]}))

    jobs.json:

        [
          {"id": 14, "name": "lint", "stage": "test", "status": "failed", "failure_reason": "script_failure", "finished_at": "2026-11-20T08:04:00Z", "pipeline": {"id": 7}},
          {"id": 13, "name": "rspec 2/5", "stage": "test", "status": "failed", "failure_reason": "script_failure", "finished_at": "2026-11-20T08:03:00Z", "pipeline": {"id": 7}},
          {"id": 12, "name": "rspec 2/5", "stage": "test", "status": "failed", "failure_reason": "script_failure", "finished_at": "2026-11-20T08:02:00Z", "pipeline": {"id": 7}},
          {"id": 11, "name": "build", "stage": "build", "status": "success", "finished_at": "2026-11-20T08:01:00Z", "pipeline": {"id": 7}},
          {"id": 10, "name": "build", "stage": "build", "status": "failed", "failure_reason": "no_updates_running", "finished_at": "2026-11-20T08:00:00Z", "pipeline": {"id": 7}}
        ]

    $ python3 records.py <jobs.json >errors.ndjson && errctl replay .gitlab-ci.yml errors.ndjson --list 2>/dev/null

        2026-11-20 08:00:00 build            no_updates_running                       pipeline/default         retry 1/3
        2026-11-20 08:02:00 rspec 2/5        script_failure                           pipeline/rspec           retry 1/2
        2026-11-20 08:03:00 rspec 2/5        script_failure                           pipeline/rspec           cancel
        2026-11-20 08:04:00 lint             script_failure                           pipeline/lint            cancel

    GitLab takes a `retry` that says no number, and never tries anything again by
    it:

    tests/.gitlab-ci.yml:

        rspec:
          script: rspec
          retry: { when: [ runner_system_failure, no_matching_runner ] }

    $ errctl validate tests/.gitlab-ci.yml

        tests/.gitlab-ci.yml:3:10: warning: Without “max”, GitLab tries nothing again. Write how many retries there are, 1 or 2. [faulty-policy]
         3 |   retry: { when: [ runner_system_failure, no_matching_runner ] }
           |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        tests/.gitlab-ci.yml:3:43: warning: GitLab never tries a job again after “no_matching_runner”. Delete it. [faulty-policy]
         3 |   retry: { when: [ runner_system_failure, no_matching_runner ] }
           |                                           ^^^^^^^^^^^^^^^^^^
        2 warnings

      `retry: 2`, `max`
          `maxAttempts`, which counts the first try, too; `cancel` for 0
      `when`
          `type`. `stuck_or_timeout_failure` and `job_execution_timeout` stand for
          the reasons into which GitLab has divided them, too
      `exit_codes`
          `code`: either is enough, the reason or the code
      neither
          any reason
      a reason after which GitLab never tries again, no `max`
          a warning
      `extends`, `!reference`, anchors, merge keys, `inherit`
          followed. A merge key replaces what stands before it in its mapping, as
          in Ruby
      `include`
          lost: included files are not read. What may stand in them is not missed
      `$[[ inputs.name ]]`
          the input's default, and a note
      `parallel`
          the jobs' numbers and values may follow their name
      hidden jobs (`.name`)
          rules only if the file has no others
      a job without `retry`
          the default one, or `cancel`
      everything else
          not read: `allow_failure` says what a failed job means for its pipeline

    Rejected, as by GitLab: numbers outside of 0–2, unknown keys and reasons, codes
    that are no integers, `retry` of trigger jobs and at the top level, `extends`
    and references that lead nowhere or in a circle.

    GitLab can't run here: the cases of its own tests of `retry` and of automatic
    retries are among errctl's.

    Sources: `retry` (https://docs.gitlab.com/ci/yaml/#retry), `entry/retry.rb`
    (https://gitlab.com/gitlab-org/gitlab/-/blob/master/lib/gitlab/ci/config/entry/retry.rb),
    `auto_retry.rb`
    (https://gitlab.com/gitlab-org/gitlab/-/blob/master/lib/gitlab/ci/build/auto_retry.rb),
    `extendable/entry.rb`
    (https://gitlab.com/gitlab-org/gitlab/-/blob/master/lib/gitlab/ci/config/extendable/entry.rb).

    """##

  private static let kubernetesText = ##"""
    KUBERNETES JOBS

    job.yaml:

        apiVersion: batch/v1
        kind: Job
        metadata: { name: report }
        spec:
          backoffLimit: 2
          activeDeadlineSeconds: 3600
          podFailurePolicy:
            rules:
              - { action: Ignore, onPodConditions: [ { type: DisruptionTarget } ] }
              - { action: FailJob, onExitCodes: { containerName: main, operator: In, values: [ 42 ] } }
              - { action: Count, onExitCodes: { operator: NotIn, values: [ 137 ] } }
          template:
            spec:
              restartPolicy: Never
              containers: [ { name: main, image: report }, { name: proxy, image: proxy } ]

    $ errctl import kubernetes job.yaml

        job.yaml:6:26: note: Kubernetes counts this from the start of the job; the rules' deadline begins with the first failure. [lost-in-import]
         6 |   activeDeadlineSeconds: 3600
           |                          ^^^^
        job.yaml:9:19: note: A rule makes at most 1,000 tries, so this one does. [lost-in-import]
         9 |       - { action: Ignore, onPodConditions: [ { type: DisruptionTarget } ] }
           |                   ^^^^^^
        # Imported from job.yaml (kubernetes). What is lost:
        # - line 6: Kubernetes counts this from the start of the job; the rules' deadline begins with the first failure.
        # - line 9: A rule makes at most 1,000 tries, so this one does.
        version: 1
        name: Kubernetes jobs
        defaults:
          responder: none
          ignore: none
        responders:
          - id: report.backoffLimit
            rules:
              # line 5: spec.backoffLimit
              - id: count
                when: { domain: kubernetes }
                then:
                  retry:
                    maxAttempts: 3
                    per: [ operation, origin ]
                    within: 366d
                    backoff: { initial: 10s, multiplier: 2, max: 10m, jitter: none }
                    deadline: 3600s
                    exhausted: abort
            otherwise: { then: abort }
          - id: report
            parent: report.backoffLimit
            origins: [ report ]
            rules:
              # line 9: spec.podFailurePolicy.rules[0]
              - id: rules.0
                when: { domain: kubernetes, attributes: { conditions.DisruptionTarget: { equals: "True" } } }
                then:
                  retry:
                    maxAttempts: 1000
                    per: [ operation, origin ]
                    within: 366d
                    backoff: { initial: 10s, multiplier: 2, max: 10m, jitter: none }
                    deadline: 3600s
                    exhausted: abort
              # line 10: spec.podFailurePolicy.rules[1]
              - { id: rules.1, when: { domain: kubernetes, attributes: { containers.main: 42 } }, then: abort }
              # line 11: spec.podFailurePolicy.rules[2]
              - id: rules.2
                when: { domain: kubernetes, attributes: { exitCodes: [ -2147483648...-1, 1...136, 138...2147483647 ] } }
                then: escalate

    A file may have many objects, in documents and lists; those that are no Job,
    CronJob or JobSet are passed over. A job is two responders. The first has the
    rules, of which the first that matches a failed pod decides. What it counts,
    and what none matches, climbs to the second one, which counts it. So failures
    count together, whichever rule they match, and those that are ignored do not.

    A record's `origin` is the job's name, that of a CronJob, or `SET.REPLICATED`
    for a job of a JobSet. Its `domain` is `kubernetes`, its `operation` one run of
    the job, `exitCodes` those of its containers, `containers` each by its name,
    `conditions` the pod's, `index` that of an indexed job. This makes records of
    `kubectl get pods -o json`:

    records.py:

        import json, re, sys

        for pod in json.load(sys.stdin)["items"]:
            labels, status = pod["metadata"]["labels"], pod["status"]
            if status["phase"] != "Failed" or "batch.kubernetes.io/job-name" not in labels:
                continue
            containers = status.get("initContainerStatuses", []) + status.get("containerStatuses", [])
            ended = {each["name"]: each["state"]["terminated"] for each in containers if "terminated" in each["state"]}
            record = {
                "time": max((end["finishedAt"] for end in ended.values()), default=pod["metadata"].get("creationTimestamp")),
                "domain": "kubernetes",
                "type": status.get("reason", "Failed"),
                "origin": re.sub(r"-\d+$", "", labels["batch.kubernetes.io/job-name"]),
                "operation": labels["batch.kubernetes.io/controller-uid"],
                "exitCodes": [end["exitCode"] for end in ended.values()],
                "containers": {name: end["exitCode"] for name, end in ended.items()},
                "conditions": {each["type"]: each["status"] for each in status.get("conditions", [])},
                "index": labels.get("batch.kubernetes.io/job-completion-index"),
            }
            print(json.dumps(record))

    pods.json:

        {
          "items": [
            {
              "metadata": { "labels": { "batch.kubernetes.io/job-name": "report", "batch.kubernetes.io/controller-uid": "7f3a" } },
              "status": {
                "phase": "Failed",
                "containerStatuses": [
                  { "name": "main", "state": { "terminated": { "exitCode": 1, "finishedAt": "2026-11-20T08:01:00Z" } } },
                  { "name": "proxy", "state": { "terminated": { "exitCode": 42, "finishedAt": "2026-11-20T08:01:01Z" } } }
                ]
              }
            },
            {
              "metadata": { "labels": { "batch.kubernetes.io/job-name": "report", "batch.kubernetes.io/controller-uid": "7f3a" } },
              "status": {
                "phase": "Failed",
                "conditions": [{ "type": "DisruptionTarget", "status": "True" }],
                "containerStatuses": [{ "name": "main", "state": { "terminated": { "exitCode": 137, "finishedAt": "2026-11-20T08:09:00Z" } } }]
              }
            },
            {
              "metadata": { "labels": { "batch.kubernetes.io/job-name": "report", "batch.kubernetes.io/controller-uid": "7f3a" } },
              "status": {
                "phase": "Failed",
                "containerStatuses": [{ "name": "main", "state": { "terminated": { "exitCode": 42, "finishedAt": "2026-11-20T08:11:00Z" } } }]
              }
            }
          ]
        }

    $ python3 records.py <pods.json >errors.ndjson && errctl replay job.yaml errors.ndjson --list 2>/dev/null

        2026-11-20 08:01:01 report           Failed                                   report.backoffLimit/count     retry 1/3
        2026-11-20 08:09:00 report           Failed                                   report/rules.0                retry 1/1000
        2026-11-20 08:11:00 report           Failed                                   report/rules.1                abort

    In a JobSet, a failed job may restart all of them. Here the second rule is
    never asked:

    set.yaml:

        apiVersion: jobset.x-k8s.io/v1alpha2
        kind: JobSet
        metadata: { name: train }
        spec:
          failurePolicy:
            maxRestarts: 3
            rules:
              - { name: restart, action: RestartJobSet, targetReplicatedJobs: [ workers ] }
              - { name: fatal, action: FailJobSet, onJobFailureReasons: [ PodFailurePolicy ], targetReplicatedJobs: [ workers ] }
          replicatedJobs:
            - { name: workers, replicas: 4, template: { spec: { backoffLimit: 0 } } }

    $ errctl validate set.yaml

        set.yaml:9:9: warning: This rule never takes effect: “train/restart” matches every error that it matches, with another verdict. Move it before, or delete it. [unreachable-rule]
         9 |       - { name: fatal, action: FailJobSet, onJobFailureReasons: [ PodFailurePolicy ], targetReplicatedJobs: [ workers ] }
           |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          note: train/restart, with another verdict: set.yaml:8:9
         8 |       - { name: restart, action: RestartJobSet, targetReplicatedJobs: [ workers ] }
           |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        1 warning

      `FailJob`
          `abort`
      `FailIndex`
          `cancel`
      `Ignore`
          `retry`, which does not count. More than 1,000 tries are lost
      `Count`, no rule
          `escalate` to the count
      `onExitCodes`
          `exitCodes`, of which one is enough, or the named container's of
          `containers`; never 0
      `onPodConditions`
          `conditions`, one of the patterns. `status` is True if not written
      `backoffLimit`
          `maxAttempts` of the count, 6 retries by default; then `abort`
      `backoffLimitPerIndex`
          the same for each `index`; then `cancel`. A `backoffLimit` beside it and
          `maxFailedIndexes` are lost
      `activeDeadlineSeconds`
          `deadline`. Kubernetes counts from the start of the job, the rules from
          the first failure
      delays between pods
          10 s, twice as long each time, at most 10 minutes
      `restartPolicy: OnFailure`
          lost: Kubernetes counts restarts of containers, the rules count failed
          pods
      `maxRestarts` of a JobSet
          `maxAttempts` of its count; 0 if not written
      `FailJobSet`, `RestartJobSet` and `RestartJob`, the two that ignore the limit
          `abort`, `escalate` to the count, `retry` without it
      `onJobFailureReasons`, `onJobFailureMessagePatterns`, `targetReplicatedJobs`
          `type`, `message`, `replicatedJob` of a record about a failed job, whose
          `origin` is the set's name
      a name that is made when the object is created
          lost, but for `generateName`
      everything else
          not read

    Rejected, as by the API: unknown keys and actions, a rule with none or both of
    its conditions, values out of order, twice, 0 for `In` or more than 255,
    containers that the template does not have, texts that are no status, more than
    20 rules or patterns, `FailIndex` without `backoffLimitPerIndex`, that without
    indexes, pods that restart; in a JobSet unknown reasons and replicated jobs.

    What no object shows: a JobSet asks its rules about all jobs that have failed
    since, the first rule first.

    Kubernetes can't run here: the cases of its own tests of
    `matchPodFailurePolicy`, and of JobSet's, are among errctl's.

    Sources: “Pod failure policy”
    (https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy),
    `pod_failure_policy.go`
    (https://github.com/kubernetes/kubernetes/blob/master/pkg/controller/job/pod_failure_policy.go),
    `validation.go`
    (https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/batch/validation/validation.go),
    `failure_policy.go`
    (https://github.com/kubernetes-sigs/jobset/blob/main/pkg/controllers/failure_policy.go)
    of JobSet.

    """##

  private static let exportText = ##"""
    RULES AS ANOTHER SYSTEM'S POLICY

    `errctl export` writes what a rule file says as the retry policy of another
    system, and proves that it says the same.

    rules.yaml:

        version: 1
        responders:
          - id: shop
            rules:
              - id: pay
                when: { domain: grpc, attributes: { rpc.service: { equals: shop.Cart }, rpc.method: { equals: Pay } } }
                then: cancel
              - id: again
                when: { domain: grpc, code: [UNAVAILABLE, RESOURCE_EXHAUSTED] }
                then:
                  retry: { maxAttempts: 4, backoff: { initial: 100ms, multiplier: 2, max: 1s, jitter: 0.2 }, exhausted: cancel }
              - id: offline
                when: { domain: NSURLErrorDomain }
                then: abort
            otherwise: { then: cancel }

    $ errctl export grpc rules.yaml

        rules.yaml: proved: the policy says the same as the rules of every error that grpc knows
        {
          "methodConfig": [
            {
              "name": [{}],
              "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.1s",
                "maxBackoff": "1s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["RESOURCE_EXHAUSTED", "UNAVAILABLE"]
              }
            },
            { "name": [{ "service": "shop.Cart", "method": "Pay" }] }
          ]
        }

    The policy is not made of the rules' text, but of what the rules do: errctl
    evaluates each kind of error that the other system knows, first fresh, then
    with all tries used up. Whatever the rules are written with (patterns,
    categories, several responders, imports) is written if it comes to the same. At
    most 500,000 errors are tried; rules that name more are not exported.

    Then the policy is read again, as `errctl import` (errctl help policies) does,
    and compared with the rules, as `errctl diff` compares: for every error that
    the other system knows, not for examples. Rules about other errors, such as
    `offline`, do not count. It ends in one of four ways:

    - `proved`: the policy says the same.
    - `lost-in-export`, a note at the rule: the other system can't say this, or
      says it otherwise; or an error is shown that ends otherwise. The policy has
      all the rest.
    - `proved for single errors`: no error ends otherwise, but two entries of the
      policy count tries that one rule counts together.
    - `not proved`: neither an error was found that ends otherwise, nor that there
      is none.

    `--strict` ends with status 1 unless it is proved.

    more.yaml:

        version: 1
        responders:
          - id: shop
            rules:
              - id: quota
                when: { domain: grpc, message: { contains: quota } }
                then: abort
              - id: again
                when: { domain: grpc, code: UNAVAILABLE }
                then: { retry: { maxAttempts: 4, exhausted: cancel } }
            otherwise: { then: cancel }

    $ errctl export grpc more.yaml -o config.json

        more.yaml:5:13: note: An error ends otherwise: “abort by shop/quota” here, “retry by client/every-method” in grpc: {"domain": "grpc", "code": 14, "message": "quota", "attributes": {"rpc.service": "other", "rpc.method": "other"}} [lost-in-export]
         5 |       - id: quota
           |             ^^^^^
        more.yaml:5:13: note: An error ends otherwise: “abort by shop/quota” here, “cancel by client/otherwise” in grpc: {"domain": "grpc", "code": 2, "message": "quota", "attributes": {"rpc.service": "other", "rpc.method": "other"}} [lost-in-export]
         5 |       - id: quota
           |             ^^^^^
        more.yaml:10:15: note: gRPC's delays vary by a fifth, which is “jitter: 0.2”. [lost-in-export]
         10 |         then: { retry: { maxAttempts: 4, exhausted: cancel } }
            |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

      `grpc`
          a service config (errctl help grpc): a `retryPolicy` for all methods, for
          each service and each method of which the rules speak
          domain `grpc`, a status code, the attributes `rpc.service` and
          `rpc.method`
      `asl`
          states (errctl help asl) with `Retry` and `Catch`, one for each origin.
          What a state does (`Resource`, `Next`) is not in the rules: copy the two
          lists into your machine
          an origin of the rules, and a type other than `States.Runtime`
      `envoy`
          a route configuration (errctl help envoy): a `retry_policy` for each path
          of which the rules speak. The clusters are not in the rules: copy the
          policies into your routes
          a `status`, or one of Envoy's flags as `code`; the attribute `url.path`

    What a rule has to say so that it can be written:

      `grpc`
          at most 5 tries, `jitter: 0.2`, `exhausted: cancel`, one rule for a
          method. `deadline` becomes `timeout`, which counts from the start of the
          call
          `then: cancel`, as in `otherwise`
      `asl`
          `per: [operation, origin]`, `within: 366d`, delays in whole seconds,
          `jitter: none` or `full`, `exhausted: escalate`
          `do: [{ set: { next: STATE } }]` with `then: proceed` is a catcher;
          anything else is `unhandled: { evaluation: abort }` of the root, with
          `defaults: { ignore: none }`
      `envoy`
          `multiplier: 2`, `jitter: full`, `within: 366d`, `exhausted: cancel`, one
          rule for a path. `deadline` becomes `timeout`, which counts from the
          start of the request
          `then: cancel`

    Parallel and Map states are not written: each state gets what its errors meet
    on their whole way up the chain.

    Random policies of each format were imported, exported and read again: each was
    proved to say the same.

    """##

  private static let languageServerText = ##"""
    THE LANGUAGE SERVER

    `errctl lsp` brings errctl into editors that speak the Language Server
    Protocol. It checks rule files in YAML and JSON, test suites, mappings and
    `.errctl.yaml` while you type, completes keys and names, explains them, and
    renames them in every file. It works beside yaml-language-server, or without
    it. Above each rule it shows how many errors of a recorded log the rule
    answers.

    An editor starts `errctl lsp` and talks to it over standard input and output.
    This is Neovim 0.7.2; other editors need the same three things, a command, the
    kinds of files, and the folder of the project:

        local clients = {} -- one for each project
        vim.api.nvim_create_autocmd("FileType", { pattern = { "yaml", "json" }, callback = function(event)
          local mark = vim.fn.findfile(".errctl.yaml", vim.fn.expand("%:p:h") .. ";")
          local root = mark ~= "" and vim.fn.fnamemodify(mark, ":p:h") or vim.fn.getcwd()
          clients[root] = clients[root] or vim.lsp.start_client { name = "errctl", cmd = { "errctl", "lsp" }, root_dir = root }
          vim.lsp.buf_attach_client(event.buf, clients[root])
        end })

    WHAT IS CHECKED

      a rule file
          if it has `version` and the keys of a rule file, or names the rule file's
          schema in a comment. Other YAML and JSON files are left alone
      a policy of another system (errctl help policies)
          if an `.errctl.yaml` is in its folder or above
      `NAME.test.yaml`
          with the rule files that it tests
      `NAME.mapping.yaml`, `.errctl.yaml`
          by their names

    Texts that you have not saved count, in every file that imports them. Beside
    the open files, the server checks the rule files that import them and the
    suites of both, if they are in a folder that the editor has open. It does not
    look into hidden folders and `node_modules`.

    The findings are those of `errctl validate` for the folder, with its levels,
    options and suppressions (errctl help checks). They come in two steps:

    1. Syntax, keys, values and names: at once.
    2. The checks, which prove what rules do: after 40 ms without a keystroke, on
       another thread. The next change stops them. What an earlier run found stays
       where it stands until then, unless you change its text.

    A check that needs a stream does not run. The steps of the checks are those of
    one rule file (`--limit check-steps=N`), while `errctl validate` divides them
    among all files.

    FIXES

    Where `errctl validate --fix` has a safe fix, the finding has a quick fix. The
    action `source.fixAll.errctl` applies all of them to the file, round by round,
    as `--fix` does; some editors can run it whenever a file is saved.

    THE LOG BESIDE THE RULES

    Name recorded errors in `.errctl.yaml` (errctl help checks), and the server
    replays them with the text as it is typed:

        version: 1
        stream: errors.ndjson

      above a rule
          `answered 57 of 354 · 12 exhausted · explain`: the errors that it
          answers, of all; how many retries it refused because their budget was
          used up; also how many it `passed on`, if it only ran
          explains the first record that the rule answers, runs for or refuses
      above a responder
          `answered 120 of 354 · 33.9 %`: the share of its rules and `otherwise`
      above a suite and each case
          `run`
          runs all of its tests, or this one

    The counts are those of `errctl replay` with the same stream, seed 0, and no
    other option. Counting begins after 40 ms without a keystroke, behind the
    proofs; the next change stops it. Until it is done, the earlier counts stand
    where their rules stand now; a file that can't be used keeps them, too. The
    stream is read piece by piece and never held. It is read again when the rules
    change, and when it changes on the disk if its name ends in `.ndjson`, `.jsonl`
    or `.json`. A client that does not watch files has it read again when a file is
    saved. If it can't be read, a message says why. In an imported file the counts
    are those of the rule set that imports it.

    COMMANDS

    Where the editor shows no code lenses, its code actions have these commands for
    the rule at the cursor. Each takes one mapping:

      `errctl.explain`
          `uri`, `rule`, `record`
          explains a record of the stream, as `errctl explain`: the first that the
          rule answers, or `record`, an id or a number; with both, why the rule did
          or did not answer it
      `errctl.showChanges`
          `uri`, `from`
          compares the rules with the saved files, or with a revision of git such
          as HEAD, as `errctl diff --witnesses 1`
      `errctl.runTests`
          `uri`, `rule` or `case`
          runs the tests of a suite or a rule file, as `errctl test`; with `rule`
          those that expect it or in which it runs
      `errctl.writeTest`
          `uri`, `rule` or `record`
          adds a case with such a record to the first suite that tests the rules,
          or to a new one beside them. It expects what the rules make of the record
          by itself, and has none of its secrets

    `uri` is that of the rule file, `rule` is written `responder/rule`. The text
    that a command finds is its result, as `text`, with a `title`. If the client
    supports `window/showDocument`, the text is also in a file that only you may
    read, which the client is asked to show; the file is removed when the server
    ends. Otherwise it is shown as a message. Passed tests are always a message.
    Secrets of the log are hidden, as in all reports. A new test is sent as
    `workspace/applyEdit`, or as `edit` in the result if the client can't be asked.

    HINTS AND COLOURS

    Behind a `retry` without `maxAttempts` an inlay hint shows the one that
    applies. Behind `from` of a responder that extends another, it shows the rules
    that are inherited. Semantic tokens colour the names, each kind in its own way,
    and the words of verdicts.

    COMPLETION AND HOVER

    Completion offers what may stand at the cursor, each with its description:
    keys; words such as verdicts; names of lists (`$name`), matchers, categories,
    alerts, breakers, responders, rules, events, types with their cases, and
    actions; domains, and the symbols of the domain beside the cursor; in suites
    the rules, categories and named errors; the paths of files below `imports`,
    `rules`, `stream` and `suites`; placeholders behind a `{`; in `.errctl.yaml`,
    below `suppress` and behind `# errctl: ignore` the codes of findings. If there
    is a sample stream, also the types, cases, domains, codes, origins, events and
    operations in its first 32 MiB. It looks at the text before the cursor only, so
    it works in a file that cannot be read at the moment. Names are then those of
    the last text that could be, or, if there was none, those without the lines
    that can't be read.

      a key
          its description, its default, an example, its words; of a matcher, errors
          that it matches and does not match
      a rule
          what it matches, in words; the rules before it; the worst case of its
          retries
      a category
          what it matches, and which rules ask for it
      a list, matcher, alert, breaker or responder
          its declaration, and in how many places it is used
      a code, or a symbol of a domain
          the other one; errno numbers by platform
      a code of a finding
          its page, as `errctl codes CODE`

    NAMES

      definition
          where the name is declared, in this file or an imported one; an event:
          where it is emitted; a path below `imports`, `rules` or `stream`: the
          file
      references
          all places in the rule sets that share the declaration, and in the suites
          that test them
      rename
          changes all of them. The new name is of letters, digits, `-`, `_` and
          `.`, and not taken. A suite that tests several rule files ties their
          names: all of them change

    Names of the app can't be renamed here: actions, types, and codes that are not
    declared under `codes`.

    The outline lists the responders with their rules and verdicts, beside what
    they use; a responder's detail names its parent. Lists, mappings and comments
    of several lines fold. A selection grows from a value to its member and the
    mapping around it. Formatting writes the layout of `errctl fmt`, and fails with
    the first finding of a file that cannot be read.

    THE PROTOCOL

    Version 3.17 over standard input and output, one message for each
    `Content-Length`.

      positions
          in UTF-8 if the client offers it (`general.positionEncodings`), else in
          UTF-16
      texts
          incremental changes; after a change that cannot be applied, the document
          has no findings until the client sends its whole text or opens it again
      diagnostics
          pushed, with the version of the text, related places, and a tag for what
          is unused or never reached
      files on the disk
          watched by the client if it can (`workspace/didChangeWatchedFiles`); else
          they are read again whenever a file is saved
      cancellation
          a request that is cancelled before it is answered gets the error −32800,
          one about an older text −32801
      wrong messages
          answered with an error; nothing of a message with a mistake is applied
      end
          after `exit` the status is 0 if `shutdown` came before, otherwise 1; also
          1 if the input ends, or if the client's process does

    `errctl/synchronize`, a request without parameters, is answered with null once
    all findings of the texts so far are published and the sample stream is
    counted. Tests and scripts need it.

    """##

  private static let agentsText = ##"""
    AGENTS

    `errctl mcp` gives agents errctl's commands as tools, over the Model Context
    Protocol. They check rules, preview what the rules do with recorded errors, and
    explain why, with the same results as the commands.

    An agent's program starts it and talks to it over standard input and output.
    Most take this configuration, some under another key:

        {
          "mcpServers": {
            "errctl": { "command": "errctl", "args": ["mcp", "--root", "/path/to/the/project"] }
          }
        }

      `--root FOLDER`
          the folder whose files the tools may read (the working directory)
      `--write`
          the tool `fix` writes its changes; otherwise it only shows them

    TOOLS

      `validate`
          `errctl validate`
          `files` (all of the folder), `streams`, `no_suppressions`, `config`
      `fix`
          `errctl validate --fix`, without `--write` as a dry run
          `files`, `config`
      `explain`
          `errctl explain`
          `rules`, `error` (an object) or `streams` with `id` or `record`; `rule`;
          the choice of records
      `replay`
          `errctl replay`
          `rules`, `streams`, `kinds`, `load`, `fail_on`; the choice of records
      `diff`
          `errctl diff`
          `old`, `new` (files, or `REV:PATH`), `streams`, `witnesses`, `fail_on`;
          the choice of records
      `test`
          `errctl test` (errctl help tests)
          `files`, `cases`, `streams`, `config`
      `inspect`
          `errctl inspect`
          `streams`, `samples`, `input`
      `codes`
          `errctl codes`
          `code`

    The choice of records: `where`, `since`, `until`, `sample`, `order`, `seed`,
    `answers` and `input`, as the options of the same names.

    Each call runs the command with `--format json`. The result is the command's
    JSON, as text and as structured content; a list stands under `streams`
    (`inspect`) or `codes`. What the command writes on standard error is a second
    text. `_meta` has the exit status under `errctl/exitStatus`: findings, failed
    tests and conditions of `fail_on` that hold (1), and rules with errors (2), are
    results of the call. A file that can't be used, or a wrong argument, is its
    error (`isError`) with the command's message, so that the agent can correct it.

    `fix` without `--write` returns the `difference` and the findings that would be
    `left`.

    Results hide secrets of the log.

    WHAT A CLIENT CAN'T DO

    - Read a file outside the folder: by `..`, an absolute path, a link, an import,
      a suite's `rules`, a configuration above the folder, or a path in a revision.
      The message does not tell whether such a file exists.
    - Write a file, without `--write`. With it, only `fix` writes, and only files
      that it read.
    - Keep the machine busy: at most two commands run at the same time and 64 wait.
      A cancelled call ends its command, and so does the end of the input. A result
      has at most 16 MiB, a message at most 8 MiB.

    It is no sandbox against someone else who changes links in the folder while a
    command runs.

    THE PROTOCOL

    A message is a line of JSON. The versions 2024-11-05, 2025-06-18 and 2025-11-25
    begin with `initialize`; requests of the version 2026-07-28 name it under
    `_meta`. 2025-03-26 is answered with 2025-11-25, because it has several
    requests in one message. There are tools only: no resources, prompts or
    notifications.

    JSON is read strictly: duplicate keys, half surrogate pairs and bytes that are
    not UTF-8 are errors. A line that is not a message is answered with an error,
    and nothing of it is done.

    """##

  private static let workbenchText = ##"""
    THE WORKBENCH

    `errctl serve` opens a rule file in a browser, beside recorded errors. While
    you type you see what becomes of the errors, which ones move, and why each of
    them ends as it does.

        errctl serve rules/shop/rules.yaml rules/shop/stream.ndjson

    It prints an address. Open it in a browser on the same machine; `--open` does
    that for you. `errctl serve` ends with Ctrl-C, or with its terminal. It is in
    builds with the workbench: `./dev install --workbench`. The playground is the
    same page without a server.

    !The rules of the shop in an editor at the left; at the right the outcomes of
    354 errors as cards

      `--input FORMAT`
          the format of the streams, as for `errctl replay` (errctl help formats)
          (detected)
      `--port PORT`
          the port on 127.0.0.1, 0 to 65535 (0: one that the system chooses)
      `--open`
          opens the page in the browser
      `--limit NAME=VALUE`
          changes a limit

    The status is that of the signal that ends it (129, 130, 143), 2 if a file or
    the port can't be used, and 64 for wrong usage or a build without the
    workbench.

    THE EDITOR

    The rule file, the files that it imports and its suites are tabs. Findings,
    completion, hover, fixes and renames are those of the language server (errctl
    help language-server). The margin shows how many errors each rule handled.

      Ctrl-S
          saves the file
      Ctrl-Space
          completes the word
      F1
          says what is at the cursor
      F2
          renames the name at the cursor, in all open files
      F8, Shift-F8
          goes to the next or the previous finding
      Ctrl-.
          offers the fixes of a finding
      F12
          goes to the declaration of a name
      F6
          goes from the editor to the results and back
      Ctrl-Z, Ctrl-Y
          undoes and redoes, also after the page was loaded again

    The file is saved in the layout of `errctl fmt`. If another program has changed
    it meanwhile, it is not overwritten: you choose between your text and the
    file's.

    THE RESULTS

    Preview: the outcomes, over time, by rule, by kind of error, with retries: the
    figures of `errctl replay` (errctl help preview), for the text in the editor. A
    rule's name leads to its lines and its records, an outcome to its records.
    *Save as a page* keeps it as a page. If the rules can't be used, the last
    figures stay, with the reason.

    Records: the list of records, filtered by text, outcome, rule and category. A
    record is explained step by step; a step leads to the lines of its rule. *Make
    a test of it* adds a case to the suite, which you then save. *Try a variant*
    takes the record to *Try an error*. For an error that nobody handles, *Draft a
    rule for it* adds a rule to the responder where it ends. The rule matches its
    type and case, its domain and code, or whatever else is the narrowest condition
    of which errctl proves that it matches no error that is handled now. You write
    what it is to do.

    Difference: the records that end otherwise than with the saved file, or with a
    revision that you name (`HEAD`, `main`, a commit), in groups. *Compare for all
    errors* proves what can change at all, as `errctl diff` does.

    Tests: the suites of the rules, run on the text in the editor. Until the next
    change, a circle in the margin marks lines of which no test covers (errctl help
    tests) some part.

    Try an error: an error that you write, as a record (errctl help records) in
    JSON, explained again at each change of the rules.

    !A record explained step by step, below the list of records, in dark colours on
    a narrow screen

    LONG STREAMS

    At each change the first 10,000 records are evaluated, or the first 32 MiB.
    *Evaluate all records* reads the streams to their end and shows its progress;
    the figures are those of the rules when it began.

    WHAT OTHERS CAN DO

    - Other machines: nothing. The server listens on 127.0.0.1.
    - Other pages in your browser: nothing. They don't know the token, and requests
      from another origin, or to another host name, are refused.
    - The page: read the files that you named, and rule files, suites and
      configurations in the folder of the rules (with an `.errctl.yaml`, in its
      folder); write the rules, what they import, and their suites. It loads
      nothing from a network.
    - Whoever sees the address can do what the page can. It is valid until `errctl
      serve` ends.

    Secrets of the log are hidden. The address of the page changes with each start,
    and with it what the browser keeps: save before you end `errctl serve`.

    MEASURED

    `Tests/EndToEnd/Workbench/figures.py` with the shop's rules, Debian's Chromium
    156 on the same two cores (2026-11-27, an AMD EPYC, nothing else running, four
    runs). With builds beside it, p95 was up to 151 ms.

      `errctl serve` listens after
          19 to 40 ms
      first paint, median
          144 to 168 ms
      from a keystroke to the new preview of 10,000 records on the screen
          median 75 to 82 ms, p95 95 to 112 ms
      all records of 1 GB
          1.9 s
      memory (resident, highest), with 1 GB
          80 MB

    With the workbench, `errctl` has 76 MB, and 30 MB without it.

    """##

  private static let checksText = ##"""
    CONFIGURATION AND SUPPRESSION

    `.ERRCTL.YAML`

    `.errctl.yaml` sets the levels and options of checks, what makes `replay` and
    `diff` fail, and what editors show beside the rules. For each rule file, the
    nearest one in its folder or above applies; `--config FILE` names one for all.
    It is read as strictly as a rule file: an unknown key, code, level or option is
    an error (status 2). It is validated whenever it is used.

    .errctl.yaml:

        version: 1
        levels:                             # by code: off, note, warning or error
          missing-id: off
          code-without-domain: error
        options:                            # by code, then by name: the check's page lists them
          long-retry: { tries: 30, time: 30m }
        exclude: [ generated, "old/*.yaml" ]
        fail-on:                            # by command: replay, diff
          replay: [ "unhandled > 1 %" ]
          diff: [ "retry->abort > 0" ]
        stream: errors.ndjson               # for editors: recorded errors, counted above each rule
        suites: rules.test.yaml             # for editors: the tests of the rules

      `version`
          1
      `levels`
          the level of a code's findings. `off`: the check does not run. A finding
          that makes a file unusable stays an error
      `options`
          settings of a check; `errctl codes CODE` lists them
      `exclude`
          paths that are skipped in folders, relative to this file's folder; `*`
          stands for any characters. Excluding a folder excludes its contents;
          files that you name explicitly are always checked
      `fail-on`
          expressions as `replay --fail-on` (errctl help preview) and `diff
          --fail-on` take them, by command. Each holds beside those of the command
          line. If one holds, the status is 1. An expression of `diff` that needs a
          stream is not evaluated without one, which `diff` says
      `stream`
          for editors (errctl help language-server): recorded errors, a path or a
          list of paths relative to this file's folder: files, folders and
          patterns, as `replay` takes them. They have to be in this file's folder
          or in one that the editor has open. No command reads them by itself
      `input`
          how to read `stream`: a format, `mixed`, or the path of a mapping, as
          `replay --input` (errctl help formats) takes it. Default: detected
      `suites`
          for editors: suites or folders of suites, a path or a list of paths.
          Suites that the editor has in an open folder are found without it; a new
          test goes to the first that tests the rules

    SUPPRESSION

    Suppress a finding that you know and accept at its place, with the reason:

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              # errctl: ignore code-without-domain -- every library here uses the same table
              - { id: no-file, when: { code: 4 }, then: cancel }
              - id: interrupted
                when: { code: 5 }             # errctl: ignore code-without-domain -- the same until 2999-12-31
                then: cancel
              - id: no-memory
                when: { code: 12 }
                then: cancel
                suppress: { code-without-domain: { reason: the same, until: 2999-12-31 } }
            otherwise: { then: cancel }

    $ errctl validate rules.yaml && echo nothing to report

        nothing to report

    - A comment on a line of its own applies to the element or key that begins on
      the next line, to its end. A comment at the end of a line applies to what
      begins on that line.
    - Write several suppressions on one line, each after its own `#`, or on
      consecutive lines.
    - `suppress` applies to the whole responder, rule, event rule or category that
      contains it; it is the form for JSON. The reason is a text, or `{ reason,
      until }`.
    - `until` is the last day (UTC). After it the findings are reported again, and
      so is the suppression.
    - A suppression without a reason, or of an unknown code, has no effect and is
      reported. So is one that suppresses nothing; the finding says on which line
      the code is found instead.
    - For a whole file or folder, change the level. A finding that makes a file
      unusable cannot be suppressed.
    - `errctl validate --no-suppressions` reports everything.

    """##

  private static let testsText = ##"""
    TESTS OF RULES

    `errctl test` checks that the rules still do what you expect. It runs the test
    suites beside them and the `examples` inside them, and reports what no test
    covers. Time is virtual, so nothing waits.

    A SUITE

    rules.yaml:

        version: 1
        categories:
          - { name: offline, when: { domain: NSURLErrorDomain, code: -1009 } }
        responders:
          - id: app
            rules:
              - id: again
                when: { any: [ { category: offline }, { status: 5xx } ] }
                then: { retry: { maxAttempts: 3, backoff: { initial: 1s, jitter: none } } }
                examples: { match: [ { status: 503 } ], noMatch: [ { status: 404 } ] }
            otherwise:
              do:
                - present:
                    title: Something went wrong
                    buttons: [ { title: Try again, then: retry }, { title: Cancel, then: cancel } ]
            always: [ { perform: track } ]

    rules.test.yaml:

        version: 1
        errors:
          down: { status: 503 }
        cases:
          - name: a server that is down is tried again
            error: { use: down, attempt: 1 }
            expect: { evaluation: retry, by: app/again, retry: { delay: 1s } }
          - name: after three tries a person decides
            error: { use: down, attempt: 3, answers: [ Cancel ] }
            expect: { evaluation: cancel, answer: Cancel, actions: [ { perform: track } ] }

    $ errctl test rules.yaml

        rules.yaml: 2 cases and 2 examples: all passed; coverage 71.4% (5 of 7)

    `NAME.test.yaml` tests the rule files of the same name beside it, or those that
    it lists under `rules`. Name either file, or a folder: a rule file includes its
    suite, and a suite its rule files. The files under `rules` and `stream` are
    regular files in the suite's folder, or in the folder that is named on the
    command line; `--allow-outside` lets a suite name others.

    key of a suite:

      `version`  (type: 1; default: required)
          The version of the format.
      `description`  (type: text; default: none)
          A description for readers.
      `rules`  (type: path, or list of paths; default: those of the same name)
          The rule files under test, relative to this file.
      `stream`  (type: text; default: none)
          The recorded errors that `record` refers to, relative to this file.
      `stubs`  (type: names to booleans; default: none)
          The results of custom matchers that no plugin provides.
      `seed`  (type: 0–2,147,483,647; default: 0)
          The seed of random delays.
      `start`  (type: time; default: 1970-01-01T00:00:00Z)
          The time at which each case begins.
      `errors`  (type: names to errors; default: none)
          Named errors, for `use`.
      `expectations`  (type: names to expectations; default: none)
          Named expectations, for `use`.
      `cases`  (type: list of cases; default: required)
          The test cases.

    key of a case:

      `name`  (type: text)
          The behaviour that the case tests, in words; unique in its suite.
      `description`  (type: text)
          A longer description for readers.
      `error`  (type: error (errctl help records), or its name)
          The error, or the name of one under `errors`; beside `record`, members
          that override the record's.
      `record`  (type: id or ordinal)
          The record of the suite's stream with this id; for records without an id,
          the ordinal.
      `performed`  (type: result (errctl help actions), or list of results)
          The result of each action with `failed`, in the order they run: `ok`,
          `failed` or `timeout`. It replaces the record's own; more than there are
          is no fault.
      `expect`  (type: expectation, or its name)
          The expected outcome; beside `steps`, of each step.
      `steps`  (type: list of steps)
          Several errors, one after the other.
      `table`  (type: table)
          Several cases that differ in some values.
      `todo`  (type: true, or text)
          Why the case may still fail; it runs if possible, and its failure is not
          counted.

    Each case starts without any state. `use` includes one or several named errors
    or expectations; own members win, then those of the name that comes last. A
    named error may use others.

    EXPECTATIONS

    An expectation lists what matters; the rest may be anything.

      `evaluation`
          The evaluation: `proceed`, `retry`, `cancel` or `abort`.
      `handled`
          Whether a rule decided.
      `by`
          What decided: `RESPONDER/RULE`, a rule's id where it is the only one,
          `RESPONDER/otherwise`, `ignore`, or `nobody`.
      `responder`
          The responder whose rule or `otherwise` decided.
      `rules`
          Rules that matched and ran, in this order; others may have run as well.
      `path`
          Exactly the responders visited, in order.
      `category`
          The category of the error at the end.
      `retry`
          The number of the try (`attempt`), `maxAttempts`, and the `delay`, which
          is a duration.
      `actions`
          The actions, in this order; other actions may run between them.
      `alert`
          An alert by the members that matter, and its answer.
      `answer`
          The title of the button that a person chose, or null for no answer.
      `assumed`
          Whether an answer was assumed.
      `error`
          The error at the end, by the members that matter.
      `events`
          Events that were emitted, in this order; others may be emitted between
          them.
      `raised`
          The resolution of the error that an event rule raised.
      `unknownCategory`
          The error's own category, if the rule file does not list it.
      `outOfContract`
          Exactly the responders whose contract does not promise this.
      `never`
          What must not happen.
      `only`
          The only things that may happen.
      `use`
          The expectations under `expectations` that this one takes.

    Write actions and events as a resolution (errctl help resolutions) has them,
    with the members that matter: `{ perform: track }` holds with any `with`, and
    `present` alone for any alert. Mappings compare member by member, lists as a
    whole. A value may also be an operator: `equals`, `contains`, `hasPrefix`,
    `hasSuffix`, `glob`, `matches` (texts), `atLeast`, `atMost`, `lessThan`,
    `greaterThan` (numbers; durations for `delay`), `exists`.

    key of `never`:

      `evaluation`
          Evaluations that it must not get.
      `by`
          The rule or responder that must not decide.
      `rules`
          Rules that must not run.
      `path`
          Responders that must not be visited.
      `category`
          Categories that it must not get.
      `actions`
          Actions that must not run.
      `answer`
          Answers that must not be given to an alert.
      `events`
          Events that must not be emitted.

    key of `only`:

      `rules`
          Only these rules may run.
      `path`
          Only these responders may be visited.
      `actions`
          Only these actions may run; with `[]`, none.
      `events`
          Only these events may be emitted.

    A name that the rules do not have is an error, also under `never`.

    STEPS, TABLES, RECORDS

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - id: storm
                when: { status: 5xx, rate: { atLeast: 3, within: 10s } }
                do: [ { perform: pause } ]
                then: cancel
              - { id: again, when: { status: 5xx }, then: { retry: { maxAttempts: 3, per: attributes.host, within: 1m } } }
            otherwise: { then: abort }

    errors.ndjson:

        {"id": "a1", "type": "Shop.NetworkError", "status": 503, "host": "a"}

    rules.test.yaml:

        version: 1
        stream: errors.ndjson
        cases:
          - name: three in ten seconds are a storm
            steps:
              - { error: { status: 500, host: a }, times: 2, every: 4s, expect: { by: app/again } }
              - { after: 1s, error: { status: 500, host: b }, expect: { by: app/storm } }
              - { at: 2m, error: { status: 500, host: a }, expect: { by: app/again, retry: { attempt: 1 } } }
          - name: by status
            error: { host: a }
            expect: { handled: true }
            table:
              columns: [ error.status, expect.evaluation, expect.retry.attempt ]
              rows:
                - [ 503, retry, 1 ]
                - [ 404, abort, ~ ]
          - name: as it was recorded
            record: a1
            expect: { evaluation: retry, retry: { attempt: 1, delay: { atMost: 200ms } } }
          - name: the same, but for its status
            record: a1
            error: { status: 200 }
            expect: { evaluation: abort }

    $ errctl test rules.test.yaml

        rules.yaml: 5 cases: all passed; coverage 85.7% (6 of 7)

    key of a step:

      `at`  (type: duration; default: none)
          The time of the step, counted from the start of the case.
      `after`  (type: duration; default: 0)
          The time since the last error of the step above.
      `times`  (type: 1–10,000; default: 1)
          How many times it happens.
      `every`  (type: duration; default: 0)
          The time between repetitions.
      `error`  (type: error (errctl help records), or its name; default: none)
          The error, or a completed operation, which gives tokens back to quotas
          and has no outcome to expect.
      `record`  (type: id or ordinal; default: none)
          The record of the suite's stream with this id; for records without an id,
          the ordinal.
      `performed`  (type: result (errctl help actions), or list of results;
          default: none)
          The result of each action with `failed`, in the order they run: `ok`,
          `failed` or `timeout`. It replaces the record's own; more than there are
          is no fault.
      `expect`  (type: expectation, or its name; default: none)
          The expected outcome of each of them.

    If a step has `at`, `after` or `every`, the steps of its case get their `time`
    from the case; if none has, each error has its own, or none. The clock of a
    case never goes back.

    key of a table:

      `columns`
          The columns of the rows, in order: `name`, `record`, `error` and `expect`
          (a name or a mapping, in place of the case's), `error.FIELD`,
          `expect.KEY`, and parts of them such as `error.problem.type` and
          `expect.retry.delay`.
      `rows`
          One case per row, added to the members of the case itself; an empty cell
          (null) changes nothing.

    FAILURES

    A failed expectation is shown as a difference (`-` expected, `+` found), with
    an explanation of the error:

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules: [ { id: again, when: { status: 5xx }, then: retry } ]
            otherwise: { do: [ { perform: report } ], then: cancel }

    rules.test.yaml:

        version: 1
        cases:
          - name: nobody is told of a busy server
            error: { status: 429 }
            expect: { evaluation: cancel, by: again, never: { actions: [ { perform: report } ] } }

    $ errctl test rules.yaml; echo "status $?"

        rules.test.yaml:3:11: failed: nobody is told of a busy server
            evaluation: cancel
          - by: again
          + by: app/otherwise
          - never.actions: [{ "perform": "report" }]
          + never.actions: { "perform": "report", "responder": "app", "otherwise": true }

            status 429  record 1

            app  starts here; the record has no origin
              ✗ again      status is 429, not 5xx
              ✓ otherwise  no rule of this responder decided
                           performed report
                           → verdict: cancel

            outcome
              cancel
              app/otherwise handled it. app is the root.

        rules.yaml: 1 case: 1 failed; coverage 40% (2 of 5)
        status 1

    The first twenty failures are shown in full, the others by name. The status is
    1 if a test fails. It is 2 if a suite cannot be used: an unknown key, rule or
    record, an impossible time, a contradiction in an expectation, a case whose
    error never reaches the expected rule, or a suite without tests.

    `--case NAME` runs only the cases and examples of a name (`*` stands for any
    characters); if there is none, the status is 2. `--format json` has every test
    with its differences (or a `refusal`: the reason why an example is not an
    error), and the coverage. `junit` is for CI; `github` shows failures and
    uncovered lines beside the changed lines.

    COVERAGE

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: again, when: { status: 5xx }, then: retry, examples: { match: [ { status: 503 } ] } }
              - { id: busy, when: { status: 503, attempt: 1 }, then: cancel }
              - { id: gone, when: { status: 410 }, then: proceed }

    $ errctl test rules.yaml --coverage --min-coverage 90; echo "status $?"

        coverage of rules.yaml: 28.5% (rules 1 of 3, verdicts 1 of 4)
             0×     5 |       - { id: again, when: { status: 5xx }, then: retry, examples: { match: [ { status: 503 } ] } }
                      ! app/again: exhausted: it matched once, and its budget was never exhausted
             0×     6 |       - { id: busy, when: { status: 503, attempt: 1 }, then: cancel }
                      ! app/busy: it never takes effect: shadowed by app/again
             0×     7 |       - { id: gone, when: { status: 410 }, then: proceed }
                      ! app/gone: never evaluated: app/again handled everything that reached “app”

        rules.yaml: 1 example: all passed; coverage 28.5% (2 of 7)
        errctl: The coverage is 28.5% (2 of 7), less than 90%.
        status 1

    These items are counted: each rule, each verdict (a granted and an exhausted
    retry, an action that failed), each button of an alert, each category, each
    `otherwise` and event rule, each escalation from a responder to its parent,
    each entry of `defaults.unwrap` and each breaker that opens. A disabled rule
    does not count, an inherited one counts once, and a responder whose `otherwise`
    handles everything has no escalation. The percentage is never rounded up.
    Unreachable items are reported as proven unreachable (`shadowed by …`); for the
    others the report says what the tests lack.

    `--stream LOG` counts recorded errors, too. With `--min-coverage PERCENT` the
    status is 1 below it.

    Coverage shows that a test reached a rule, not that it checked anything.
    Mutation testing shows that.

    GENERATED CASES

    `errctl test RULES --generate` writes a suite for everything that no test
    covers, to standard output: for each item an error that reaches it, and for
    each rule near misses. A near miss has one member changed or removed; numbers
    go to the last one that the rule matches and the first that it does not. Each
    case was run before it is written. It expects the present outcome, which may
    not be the one you want, so review the cases.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: busy, when: { status: 429, type: Shop.ApiProblem }, then: cancel }
              - { id: again, when: { status: 4xx }, then: escalate }
              - { id: odd, when: { status: 451 }, then: proceed }

    $ errctl test rules.yaml --generate

        version: 1
        rules: rules.yaml
        cases:
          - { name: app/busy, error: { type: Shop.ApiProblem, status: 429 }, expect: { evaluation: cancel, by: app/busy } }
          - { name: app/again, error: { status: 404 }, expect: { evaluation: cancel, by: nobody, rules: app/again } }
          - name: "app/busy, near miss: not status 429"
            error: { type: Shop.ApiProblem, origin: app }
            expect: { evaluation: cancel, by: nobody, never: { rules: app/busy } }
          - name: "app/busy, near miss: not type Shop.ApiProblem"
            error: { status: 429, origin: app }
            expect: { evaluation: cancel, by: nobody, never: { rules: app/busy } }
          - name: "app/busy, near miss: status 430"
            error: { type: Shop.ApiProblem, status: 430 }
            expect: { evaluation: cancel, by: nobody, never: { rules: app/busy } }
          - name: "app/busy, near miss: status 428"
            error: { type: Shop.ApiProblem, status: 428 }
            expect: { evaluation: cancel, by: nobody, never: { rules: app/busy } }
          - name: "app/again, near miss: not status 4xx"
            error: { type: SomeError, origin: app }
            expect: { evaluation: cancel, by: nobody, never: { rules: app/again } }
          - name: "app/again, boundary: status 499"
            error: { status: 499 }
            expect: { evaluation: cancel, by: nobody, rules: app/again }
          - name: "app/again, near miss: status 500"
            error: { status: 500 }
            expect: { evaluation: cancel, by: nobody, never: { rules: app/again } }
          - name: "app/again, boundary: status 400"
            error: { status: 400 }
            expect: { evaluation: cancel, by: nobody, rules: app/again }
          - name: "app/again, near miss: status 399"
            error: { status: 399 }
            expect: { evaluation: cancel, by: nobody, never: { rules: app/again } }
          # No case for app/odd: it never takes effect: shadowed by app/again
          # No case for app/odd: proceed: it never takes effect: shadowed by app/again
        No case for app/odd: it never takes effect: shadowed by app/again
        No case for app/odd: proceed: it never takes effect: shadowed by app/again
        11 cases written, 2 items without a case.

    If an item cannot have a case, standard error says why. Start a suite with
    `errctl test rules.yaml --generate >rules.test.yaml`. If you already have one,
    write to a file of another name: the shell empties a file before errctl reads
    it.

    EXAMPLES INSIDE RULES

    `examples: { match, noMatch }` of a rule are raised at the rule's responder,
    whatever their origin.

    - A rule that ends the escalation must decide each error of `match`. A rule
      that does not end it (`continue`, `escalate`, `transform`, `unwrap`, or any
      rule under `match: all`) must match each.
    - For `noMatch` the opposite holds.
    - Examples of an abstract responder's rule are raised at each responder that
      extends it; a `match` must hold at one of them.

    """##

  private static let recipesText = ##"""
    RECIPES

    Eleven problems that most apps and services have, each with a rule file, a few
    records and the output of errctl. Every test run validates the rule files and
    compares the outputs. A table of outcomes has a line for each record: its id,
    the outcome, the rule that decided, the category, and the responders from the
    origin upwards. The actions follow below it.

    - Refresh the token and try again
    - Show one offline banner
    - A payment whose outcome is unknown
    - Background sync
    - Payments are down
    - Wrapped errors
    - Rate-limited APIs
    - An outage that does not become a storm
    - Several questions in a row
    - A deploy gate in CI
    - A month of logs on call

    REFRESH THE TOKEN AND TRY AGAIN

    The access token has expired. Refresh it and send the request once more. If
    that fails, or if the server still rejects the request, log out.

    rules.yaml:

        version: 1
        name: refresh
        categories:
          - { name: signedOut, when: { status: 401 } }
        responders:
          - id: app
            rules:
              - id: refresh
                when: { category: signedOut }
                do: [ { perform: refreshToken, failed: continue, limit: none } ]
                then: { retry: { maxAttempts: 2, exhausted: continue, backoff: { initial: 0ms, jitter: none } } }
              - id: log-out
                when: { category: signedOut }
                do: [ { perform: showLogin } ]
                then: abort
            otherwise: { then: cancel }

    errors.ndjson:

        {"status": 401, "operation": "loadFeed", "attempt": 1, "performed": ["ok"]}
        {"status": 401, "operation": "loadFeed", "attempt": 2}
        {"status": 401, "operation": "loadFeed", "attempt": 1, "performed": ["failed"]}

    `errctl replay rules.yaml errors.ndjson`: the first failure refreshes and
    retries; the second logs out, and so does the third, whose refresh fails.

    Outcomes:

        1   retry              app/refresh            [signedOut]   app
              try 1 of 2 failed; the next after 0 ms
              perform refreshToken
        2   abort              app/log-out            [signedOut]   app
              perform showLogin
        3   abort              app/log-out            [signedOut]   app
              perform refreshToken (failed)  (app/refresh)
              perform showLogin

    In the app, `perform("refreshToken")` is awaited before the retry. It may ask
    the person to sign in again, so it has no limit. `failed: continue` goes on
    with the next rule, which logs out; the retry that was granted is not counted.
    The recorder writes how the refresh ended, as `performed`, so that a replay
    does the same.

    SHOW ONE OFFLINE BANNER

    Ten requests fail when a train enters a tunnel. Show one banner, not ten, and
    retry nothing: the person decides when to try again.

    rules.yaml:

        version: 1
        name: offline
        lists: { unreachable: [ NSURLErrorNotConnectedToInternet, NSURLErrorNetworkConnectionLost ] }
        categories:
          - { name: offline, when: { domain: NSURLErrorDomain, code: $unreachable } }
        responders:
          - id: app
            rules:
              - id: banner
                when: { category: offline }
                do:
                  - present: { title: You are offline, style: inline, for: 5s }
                    throttle: { every: 60s }
                then: cancel
            otherwise: { do: [ { present: { title: Something went wrong } } ], then: cancel }

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "domain": "NSURLErrorDomain", "code": -1009, "operation": "feed"}
        {"time": "2026-11-20T08:00:01Z", "domain": "NSURLErrorDomain", "code": -1005, "operation": "avatar"}
        {"time": "2026-11-20T08:01:30Z", "domain": "NSURLErrorDomain", "code": -1009, "operation": "feed"}

    Outcomes:

        1   cancel             app/banner             [offline]   app
              present “You are offline”, style inline, for 5s [OK]
        2   cancel             app/banner             [offline]   app
              present “You are offline”, style inline, for 5s [OK] (throttled)
        3   cancel             app/banner             [offline]   app
              present “You are offline”, style inline, for 5s [OK]

    For an alert with buttons, use `coalesce` (errctl help actions): errors that
    arrive while the alert is open take the answer that the person gives. What it
    cannot do: rules see errors only, so your app removes a lasting banner itself
    when a request succeeds.

    A PAYMENT WHOSE OUTCOME IS UNKNOWN

    A timeout after the request was sent does not say whether the card was charged.
    Retry only requests that certainly never reached the server. For all others,
    look the payment up and leave the flow.

    rules.yaml:

        version: 1
        name: payment
        categories:
          - { name: neverSent, when: { domain: NSURLErrorDomain, code: [ NSURLErrorNotConnectedToInternet, NSURLErrorCannotConnectToHost ] } }
          - name: unknownOutcome
            when: { any: [ { domain: NSURLErrorDomain, code: [ NSURLErrorTimedOut, NSURLErrorNetworkConnectionLost ] }, { status: [ 500, 502, 504 ] } ] }
        responders:
          - id: app
            otherwise: { do: [ { present: { title: Something went wrong } } ], then: cancel }
          - id: checkout
            parent: app
            origins: [ com.shop.checkout.* ]
            rules:
              - id: again
                when: { category: neverSent }
                then: { retry: { maxAttempts: 3, backoff: { initial: 1s, jitter: none } } }
              - id: look-up
                when: { category: unknownOutcome, operation: pay }
                do:
                  - { perform: lookUpPayment, with: { order: "{attributes.order}" } }
                  - { present: { title: We are checking your payment, message: You will get a message. Please do not pay again. } }
                then: abort

    errors.ndjson:

        {"domain": "NSURLErrorDomain", "code": -1004, "origin": "com.shop.checkout.card", "operation": "pay", "attempt": 1, "order": "A7"}
        {"domain": "NSURLErrorDomain", "code": -1001, "origin": "com.shop.checkout.card", "operation": "pay", "attempt": 2, "order": "A7"}
        {"status": 504, "origin": "com.shop.checkout.card", "operation": "quote", "attempt": 1}

    Outcomes:

        1   retry              checkout/again         [neverSent]   checkout
              try 1 of 3 failed; the next after 1 s
        2   abort              checkout/look-up       [unknownOutcome]   checkout
              perform lookUpPayment, with { order: “A7” }
              present “We are checking your payment”, “You will get a message. Please do not pay again.” [OK]
        3   cancel             app/otherwise          [unknownOutcome]   checkout → app
              present “Something went wrong” [OK]

    If you send an idempotency key with `pay`, a retry is safe, and `look-up` may
    retry, too. What it cannot do: no verdict depends on the result of
    `lookUpPayment`. If it turns out that the card was declined, raise another
    error.

    BACKGROUND SYNC

    Nobody watches a background job. Retry patiently, never show an alert, and page
    somebody only if many jobs fail.

    rules.yaml:

        version: 1
        name: sync
        responders:
          - id: sync
            origins: [ com.notes.sync.* ]
            rules:
              - id: outage
                when: { status: 5xx, rate: { atLeast: 3, within: 5m } }
                do: [ { perform: pageSomebody, throttle: { every: 1h } } ]
                then: cancel
              - id: patient
                when: { status: [ 429, 5xx ] }
                then: { retry: { maxAttempts: 5, backoff: { initial: 10s, max: 5m, jitter: none } } }
            otherwise: { do: [ { log: "sync gave up: {error.message}", level: warning } ], then: proceed }

    errors.ndjson:

        {"time": "2026-11-20T03:00:00Z", "status": 503, "origin": "com.notes.sync.pull", "operation": "pull", "attempt": 1}
        {"time": "2026-11-20T03:00:10Z", "status": 503, "origin": "com.notes.sync.pull", "operation": "pull", "attempt": 2}
        {"time": "2026-11-20T03:00:20Z", "status": 503, "origin": "com.notes.sync.push", "operation": "push", "attempt": 1}
        {"time": "2026-11-20T03:20:00Z", "status": 409, "origin": "com.notes.sync.push", "operation": "push", "message": "The note changed on the server."}

    Outcomes:

        1   retry              sync/patient           sync
              try 1 of 5 failed; the next after 10 s
        2   retry              sync/patient           sync
              try 2 of 5 failed; the next after 20 s
        3   cancel             sync/outage            sync
              perform pageSomebody
        4   proceed            sync/otherwise         sync
              log “sync gave up: The note changed on the server.”, level warning

    `proceed` keeps the loop running: the next sync is the natural way to go on.
    `outage` stops retries one error at a time; to hold back jobs that have not
    failed yet, use a breaker.

    PAYMENTS ARE DOWN

    When the payment service fails again and again, stop retrying, tell everybody
    the same, and let nobody begin who would only fail.

    rules.yaml:

        version: 1
        name: shop
        breakers:
          payments: { when: { origin: "com.shop.pay.*", status: 5xx }, atLeast: 3, within: 1m, stays: 30s }
        responders:
          - id: app
            otherwise: { do: [ { present: { title: Something went wrong } } ], then: cancel }
          - id: pay
            parent: app
            origins: [ com.shop.pay.* ]
            rules:
              - id: down
                when: { open: payments }
                do:
                  - { present: { title: Payments are down, message: Please try again in a minute. }, throttle: { every: 30s } }
                then: cancel
              - { id: again, when: { status: 5xx }, then: { retry: { maxAttempts: 3, backoff: { jitter: none } } } }

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "status": 503, "origin": "com.shop.pay.card", "operation": "pay", "attempt": 1}
        {"time": "2026-11-20T08:00:01Z", "status": 502, "origin": "com.shop.pay.wallet", "operation": "charge", "attempt": 1}
        {"time": "2026-11-20T08:00:02Z", "status": 503, "origin": "com.shop.pay.card", "operation": "pay", "attempt": 2}
        {"time": "2026-11-20T08:00:10Z", "status": 503, "origin": "com.shop.pay.card", "operation": "refund", "attempt": 1}
        {"time": "2026-11-20T08:00:45Z", "status": 422, "origin": "com.shop.pay.card", "operation": "pay", "attempt": 1}

    Outcomes:

        1   retry              pay/again              pay
              try 1 of 3 failed; the next after 200 ms
        2   retry              pay/again              pay
              try 1 of 3 failed; the next after 200 ms
        3   cancel             pay/down               pay
              present “Payments are down”, “Please try again in a minute.” [OK]
        4   cancel             pay/down               pay
              present “Payments are down”, “Please try again in a minute.” [OK] (throttled)
        5   cancel             app/otherwise          pay → app
              present “Something went wrong” [OK]

    In the app, `try await chain.withErrorHandling(from: "com.shop.pay.card",
    unless: "payments") { … }` throws without asking the service while the breaker
    is open, and after that lets one payment go first. `chain.isOpen("payments")`
    greys out the button.

    WRAPPED ERRORS

    Your networking layer throws `APIError.transport(URLError)`. Remove the wrapper
    before anybody is asked, so that every rule and every category sees the
    `URLError`.

    rules.yaml:

        version: 1
        name: wrapped
        defaults:
          unwrap:
            - { when: { case: APIError.transport }, path: payload.0 }
            - { when: { type: RequestError }, path: underlying }
        responders:
          - id: app
            rules:
              - id: offline
                when: { domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet }
                do: [ { present: { title: You are offline } } ]
                then: cancel
            otherwise: { do: [ { present: { title: Something went wrong } } ], then: cancel }
          - { id: feed, parent: app, origins: [ com.news.feed.* ] }
          - id: article
            parent: app
            origins: [ com.news.article.* ]
            rules:
              - { id: gone, when: { case: APIError.notFound }, do: [ { perform: goBack } ], then: abort }

    errors.ndjson:

        {"type": "APIError", "case": "transport", "payload": [{"type": "URLError", "domain": "NSURLErrorDomain", "code": -1009}], "origin": "com.news.feed.list"}
        {"type": "APIError", "case": "notFound", "origin": "com.news.article.body"}
        {"type": "RequestError", "underlying": [{"type": "APIError", "case": "transport", "payload": [{"type": "URLError", "domain": "NSURLErrorDomain", "code": -1009}]}], "origin": "com.news.article.body"}

    Outcomes:

        1   cancel             app/offline            feed → app
              present “You are offline” [OK]
              ended as URLError
        2   abort              article/gone           article
              perform goBack
        3   cancel             app/offline            article → app
              present “You are offline” [OK]
              ended as URLError

    To unwrap at one responder only, use the verdict `unwrap` (errctl help
    verdicts). To match an inner error and keep the wrapper, use `inside`,
    `rootCause` or `underlying` (errctl help matchers).

    RATE-LIMITED APIS

    The server says how long to wait. Wait if the delay is short; show an alert if
    it is long. Count tries for each host, whatever the operation.

    rules.yaml:

        version: 1
        name: limits
        responders:
          - id: app
            rules:
              - id: too-long
                when: { status: 429, retryAfter: { greaterThan: 1m } }
                do: [ { present: { title: Too many requests, message: "Try again in {error.retryAfter}." } } ]
                then: cancel
              - id: wait
                when: { status: 429 }
                then:
                  retry:
                    maxAttempts: 3
                    per: attributes.host
                    within: 10m
                    backoff: { initial: 2s, jitter: none }
                    deadline: 30s               # nobody waits for longer
            otherwise: { then: cancel }

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "status": 429, "host": "api.example", "retryAfter": "5s", "operation": "search"}
        {"time": "2026-11-20T08:00:01Z", "status": 429, "host": "api.example", "operation": "suggest"}
        {"time": "2026-11-20T08:00:02Z", "status": 429, "host": "api.example", "operation": "search"}
        {"time": "2026-11-20T08:00:03Z", "status": 429, "host": "maps.example", "retryAfter": "10m", "operation": "route"}
        {"time": "2026-11-20T08:00:30Z", "status": 429, "host": "maps.example", "retryAfter": "20s", "operation": "route", "elapsed": "12s"}

    Outcomes:

        1   retry              app/wait               app
              try 1 of 3 failed; the next after 5 s
        2   retry              app/wait               app
              try 2 of 3 failed; the next after 4 s
        3   cancel             app/otherwise          app
        4   cancel             app/too-long           app
              present “Too many requests”, “Try again in 10m.” [OK]
        5   cancel             app/otherwise          app

    A delay is never shorter than `retryAfter`. At the third record the budget of
    its host is exhausted, so it ends with `otherwise`. The last record asks for 20
    s more, which would end 32 s after its first failure. What it cannot do: rules
    see errors only; they cannot slow requests down before the server rejects one.

    AN OUTAGE THAT DOES NOT BECOME A STORM

    A host is down. Every request to it fails, and three tries of each would be
    three times the load when it comes back. Let only a part of them try again: of
    pictures two retries of a host in ten seconds, of payments as many as gRPC
    would grant, which are fewer the more of them fail.

    rules.yaml:

        version: 1
        name: storm
        responders:
          - id: app
            rules:
              - id: checkout                    # as gRPC throttles its retries
                when: { status: 503, origin: { hasPrefix: shop.checkout } }
                then:
                  retry:
                    maxAttempts: 4
                    backoff: { initial: 1s, jitter: none }
                    quota: { tokens: 6, ratio: 0.5 }
                    exhausted: cancel
              - id: browse
                when: { status: 503 }
                then:
                  retry:
                    maxAttempts: 3
                    backoff: { initial: 1s, jitter: none }
                    quota: { retries: 2, within: 10s, per: attributes.host }
                    exhausted: cancel
            otherwise: { then: cancel }

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "status": 503, "host": "img", "origin": "shop.list", "operation": "image-1", "attempt": 1}
        {"time": "2026-11-20T08:00:01Z", "status": 503, "host": "img", "origin": "shop.list", "operation": "image-2", "attempt": 1}
        {"time": "2026-11-20T08:00:02Z", "status": 503, "host": "img", "origin": "shop.list", "operation": "image-3", "attempt": 1}
        {"time": "2026-11-20T08:00:03Z", "status": 503, "host": "pay", "origin": "shop.checkout", "operation": "pay-1", "attempt": 1}
        {"time": "2026-11-20T08:00:04Z", "status": 503, "host": "pay", "origin": "shop.checkout", "operation": "pay-1", "attempt": 2}
        {"time": "2026-11-20T08:00:06Z", "status": 503, "host": "pay", "origin": "shop.checkout", "operation": "pay-1", "attempt": 3}
        {"time": "2026-11-20T08:00:07Z", "origin": "shop.checkout", "operation": "pay-2", "completed": true}
        {"time": "2026-11-20T08:00:08Z", "origin": "shop.checkout", "operation": "pay-3", "completed": true}
        {"time": "2026-11-20T08:00:09Z", "origin": "shop.checkout", "operation": "pay-4", "completed": true}
        {"time": "2026-11-20T08:00:10Z", "status": 503, "host": "pay", "origin": "shop.checkout", "operation": "pay-5", "attempt": 1}
        {"time": "2026-11-20T08:00:12Z", "status": 503, "host": "img", "origin": "shop.list", "operation": "image-4", "attempt": 1}

    Outcomes:

        1   retry              app/browse             app
              try 1 of 3 failed; the next after 1 s
        2   retry              app/browse             app
              try 1 of 3 failed; the next after 1 s
        3   cancel             app/browse             app
              no further try: quota
        4   retry              app/checkout           app
              try 1 of 4 failed; the next after 1 s
        5   retry              app/checkout           app
              try 2 of 4 failed; the next after 2 s
        6   cancel             app/checkout           app
              no further try: quota
        7   retry              app/checkout           app
              try 1 of 4 failed; the next after 1 s
        8   retry              app/browse             app
              try 1 of 3 failed; the next after 1 s

    $ errctl replay rules.yaml errors.ndjson | sed -n '/^Retries/,/^$/p'

        Retries
            matched  granted  exhausted  avg delay  rule
                  4        3          1      1.3 s  app/checkout
                  4        3          1      1.0 s  app/browse
                  8        6          2      1.1 s  (all rules)
          exhausted: 2 by quota
          total delay: 7.0 s

    The third failed payment leaves 3 of 6 tokens, which is not more than half.
    Three payments that went well give 1.5 back, and the next failure leaves 3.5.
    The pictures' quota is free again when its first retry is ten seconds old. What
    it cannot do: a quota limits the retries of this process; many instances
    together retry as many times more.

    SEVERAL QUESTIONS IN A ROW

    Some handlers ask more than one question about an error, and each answer has
    its own actions: a question if no rule matched, and another one in any case. An
    `otherwise` has one alert that decides, and in `always` none decides. Under
    `match: all` every rule that matches runs, so write the questions as last
    rules: what would be an `otherwise` asks `not` for all that the rules above
    match, and what would be an `always` has no `when`.

    rules.yaml:

        version: 1
        name: questions
        matchers:
          offline: { case: NetworkError.noInternet }
          logout: { case: NetworkError.logout }
        responders:
          - id: app
            policy: { match: all }
            rules:
              - id: offline
                when: { matcher: offline }
                do: [ { present: { title: Work offline?, buttons: [ { title: "Yes", then: proceed }, { title: "No", then: cancel } ] } } ]
              - { id: logout, when: { matcher: logout }, do: [ { perform: showLogin } ], then: abort }
              - id: no-match
                when: { not: { any: [ { matcher: offline }, { matcher: logout } ] } }
                do: [ { present: { title: Something went wrong, buttons: [ { title: Ok, then: proceed } ] } } ]
              - id: report
                do:
                  - present:
                      title: Send a report?
                      buttons:
                        - { title: Send, do: [ { perform: sendReport } ], then: proceed }
                        - { title: Not now, then: proceed }

    errors.ndjson:

        {"type": "Shop.NetworkError", "case": "noInternet", "answers": ["No", "Send"]}
        {"type": "Shop.NetworkError", "case": "logout", "answers": ["Not now"]}
        {"type": "Shop.StoreError", "case": "full", "answers": ["Ok", "Send"]}
        {"type": "Shop.StoreError", "case": "full", "answers": ["Ok", null]}

    Outcomes:

        1   cancel             app/offline            app
              present “Work offline?” [Yes | No] → “No”
              present “Send a report?” [Send | Not now] → “Send”  (app/report)
              perform sendReport  (app/report)
        2   abort              app/logout             app
              perform showLogin
              present “Send a report?” [Send | Not now] → “Not now”  (app/report)
        3   proceed            app/no-match           app
              present “Something went wrong” [Ok]
              present “Send a report?” [Send | Not now] → “Send”  (app/report)
              perform sendReport  (app/report)
        4   proceed            app/no-match           app
              present “Something went wrong” [Ok]
              present “Send a report?” [Send | Not now] → never answered  (app/report)

    The first decision counts. Each alert takes the next of the record's `answers`;
    without an answer (the last record) the actions after it do not run. What it
    cannot do: `no-match` repeats the matchers of the rules above, so name them
    under `matchers`.

    A DEPLOY GATE IN CI

    Fail the build if rules are wrong, untested, or would leave errors unhandled
    that are handled today.

    main.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: again, when: { status: 5xx }, then: { retry: { maxAttempts: 3 } } }
            otherwise: { do: [ { log: gave up } ], then: cancel }

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules:
              - { id: again, when: { status: [ 502, 503 ] }, then: { retry: { maxAttempts: 3 } } }

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "type": "HTTPError", "status": 503, "operation": "load", "attempt": 1}
        {"time": "2026-11-20T08:00:05Z", "type": "HTTPError", "status": 500, "operation": "save", "attempt": 1}

    $ errctl diff main.yaml rules.yaml errors.ndjson --witnesses 0 --fail-on 'any->unhandled'; echo "status $?"

        main.yaml → rules.yaml
        2026-11-20 08:00:00 to 08:00:05 UTC, 5.0 s

        Changes in the rules
          app        otherwise removed ({ do: [ { log: gave up } ], then: cancel })
          app/again  when.status: 5xx → [ 502, 503 ]

        Changed records
          1 of 2 records (50.0 %) from errors.ndjson
                1  different outcome
                1  different retry (a record may count twice)

        Outcomes (rows: old, columns: new)
                        retry unhandled       all
          retry             1         1         2
          unhandled         ·         ·         0
          all               1         1         2

        Changed rules
                1  retry → unhandled  app/again → (nobody)
                   such as HTTPError (2)

        Retries
                   tries  peak/min  max delay  recovered  given up  unknown
          old          2         2     179 ms          1         0        1
          new          1         1      87 ms          1         0        0
               −1  tries of save (1 → 0)

        To see why, record by record
          errctl explain rules.yaml --stream errors.ndjson --record 2

        fails: any->unhandled (any->unhandled = 1)
        status 1

    In CI `main.yaml` is `origin/main:rules.yaml`, a revision that errctl reads
    from git:

        errctl validate rules/
        errctl test rules/ --min-coverage 90
        errctl diff origin/main:rules/app.yaml rules/app.yaml errors.ndjson --fail-on 'any->unhandled or retry->abort > 0'

    `Examples/pull-request` is the whole GitHub workflow, with a comment on the
    pull request.

    A MONTH OF LOGS ON CALL

    You have logs, not records. Look at them first, then replay them.

    app.log:

        2026-11-20T08:00:00Z INFO  gateway: started
        2026-11-20T08:00:05Z ERROR gateway: upstream timed out while reading response
        2026-11-20T08:00:07Z ERROR gateway: upstream timed out while reading response
        2026-11-20T08:00:09Z ERROR ledger: lease lost, renewing
        2026-11-20T09:30:00Z WARN  gateway: client closed the connection

    rules.yaml:

        version: 1
        name: on-call
        responders:
          - id: service
            rules:
              - id: storm
                when: { message: { contains: timed out }, rate: { atLeast: 2, within: 1m } }
                do: [ { perform: page } ]
                then: abort
              - { id: again, when: { message: { contains: [ timed out, lease lost ] } }, then: { retry: { maxAttempts: 3 } } }
            otherwise: { then: proceed }

    `errctl inspect app.log` prints the format of the log, the source of each
    field, and the number of errors:

    $ errctl inspect app.log --samples 1

        app.log: text — other text that begins with a time
          5 read: 4 errors, 1 not an error
          from 2026-11-20T08:00:05Z to 2026-11-20T09:30:00Z

        Errors
                2  gateway: upstream timed out while reading response
                1  gateway: client closed the connection
                1  ledger: lease lost, renewing

        Fields
                4  time       time
                4  message    stack trace in more; “Error Domain=…” in message, line; message, line
                4  severity   level
          not found: origin (logger)

        Sample 1
          before  2026-11-20T08:00:05Z ERROR gateway: upstream timed out while reading response
          after   {"time":"2026-11-20T08:00:05Z","severity":"error","message":"gateway: upstream timed out while reading response"}

    $ errctl replay rules.yaml app.log

        on-call  rules.yaml
        4 records from app.log
        2026-11-20 08:00 to 09:30 UTC, 89 min 55 s

        What would happen
          proceed         1   25.0 %  ██████  go on
          retry           2   50.0 %  ████████████  try again, 2 untracked
          abort           1   25.0 %  ██████  leave the flow

        Categories
          none       4  100.0 %  ████████████████████████

        Handled by
          service/storm           1   25.0 %  ██████
          service/again           2   50.0 %  ████████████
          service/otherwise       1   25.0 %  ██████

        Actions
                1  perform page

        Retries
            matched  granted  untracked  exhausted  avg delay  rule
                  2        0          2          0      54 ms  service/again
          untracked: granted, but the record has no attempt, and nothing to count it by
          total delay: 108 ms

        Lines
          5 read: 4 evaluated, 1 not an error
          app.log: text, 4 of 5 evaluated

    For a month, name a folder or a pattern; compressed and rotated files are read
    in order:

        errctl replay rules.yaml '/var/log/shop/**/*.log*' --since 2026-11-01 --until 2026-12-01
        errctl replay rules.yaml logs/ --where '{ message: { contains: timed out } }' --format html > november.html
        errctl replay rules.yaml logs/ --load           # tries by minute and upstream, if records name an operation

    What it cannot do: lines without a date have no time, so rates, throttles and
    `--since` do not work on them, and the summary says so; records without
    `operation` and `attempt` cannot be followed, so their retries are granted
    untracked (errctl help verdicts).

    """##
}
