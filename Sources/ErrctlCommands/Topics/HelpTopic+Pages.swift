// swift-format-ignore-file
// Written by scripts/topics.py from docs/reference; change those pages.

extension HelpTopic {
  /// The topics in the order in which they are listed.
  static let all = [
    HelpTopic(name: "rule-file", summary: "The rule file on one page, then its top level.", text: ruleFileText),
    HelpTopic(name: "matchers", summary: "What a rule may ask of an error: everything below `when`.", text: matchersText),
    HelpTopic(name: "verdicts", summary: "How an error ends: the four words, retries, transforms.", text: verdictsText),
    HelpTopic(name: "responders", summary: "Chains, origins, policies, inheritance, contracts.", text: respondersText),
    HelpTopic(name: "actions", summary: "What a rule does: alerts, templates, throttles.", text: actionsText),
    HelpTopic(name: "events", summary: "Events that rules emit and handle.", text: eventsText),
    HelpTopic(name: "state", summary: "Rates, counted retries, the clock, chance.", text: stateText),
    HelpTopic(name: "records", summary: "The recorded error, member by member.", text: recordsText),
    HelpTopic(name: "resolutions", summary: "What a replay writes for each record.", text: resolutionsText),
    HelpTopic(name: "formats", summary: "Logs that errctl reads, and mappings for your own.", text: formatsText),
    HelpTopic(name: "checks", summary: "Levels, options and suppression of findings.", text: checksText),
    HelpTopic(name: "tests", summary: "Suites, expectations, coverage.", text: testsText),
    HelpTopic(name: "recipes", summary: "Eight common problems and their rules.", text: recipesText),
  ]

  private static let ruleFileText = ##"""
    THE RULE FILE

    Rule language version 1. This page is the ten minutes; the pages below it have
    every key.

      The file
          the top level, `defaults`, `imports`, `lists`, `codes`, `types`; what
          YAML may be
      Matchers (errctl help matchers)
          everything below `when`; how values compare; categories, named matchers
      Rules (errctl help verdicts)
          a rule's keys, and every verdict: retries, transforms, unwrapping
      Responders (errctl help responders)
          who answers, origins, `policy`, `otherwise`, `always`, `extends`,
          `contract`
      Events (errctl help events)
          `emit`, `events`, `raise`
      Actions (errctl help actions)
          everything below `do`: alerts, templates, throttles
      State and time (errctl help state)
          rates, counted retries, throttles, the alert queue, the clock, chance

    Beside them: the recorded error (errctl help records) that goes in, the
    resolution (errctl help resolutions) that comes out, the command line, the
    checks, configuration and suppression (errctl help checks).

    IN ONE BREATH

    An error is raised at an origin. It climbs a chain of responders from there to
    the root. Each responder is an ordered list of rules; a rule has a matcher
    (`when`), actions (`do`) and a verdict (`then`). The first verdict that is an
    evaluation (`proceed`, `retry`, `cancel`, `abort`) ends the climb. The answer
    is a resolution.

    rules.yaml:

        version: 1
        name: notes
        defaults:
          category: unexpected              # of what no category claims
        categories:                         # the first that matches is the error's
          - { name: signedOut, when: { any: [ { status: 401 }, { case: SessionError.expired } ] } }
          - { name: busy, when: { status: [ 429, 5xx ] } }
        responders:
          - id: app                         # the root: it has no parent
            rules:
              - { id: sign-in, when: { category: signedOut }, do: [ { perform: showSignIn } ], then: abort }
              - { id: again, when: { category: busy }, then: { retry: { maxAttempts: 3 } } }
            otherwise:                      # no rule decided
              do: [ { present: { title: Something went wrong, message: "{error.message}" } } ]
              then: cancel
          - id: sync                        # escalates to app what it doesn't decide
            parent: app
            origins: [ "com.notes.sync.*" ]
            rules:
              - { id: later, when: { category: busy, attempt: { atLeast: 3 } }, do: [ { log: sync is late } ], then: proceed }

    errors.ndjson:

        {"status": 503, "origin": "com.notes.sync.pull", "attempt": 3}
        {"status": 503, "origin": "com.notes.sync.pull", "attempt": 1}
        {"type": "Notes.SessionError", "case": "expired", "origin": "com.notes.editor"}
        {"message": "The disk is full.", "origin": "com.notes.editor"}

    comes to (`errctl replay rules.yaml errors.ndjson --resolutions -`)

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","origin":"com.notes.sync.pull","category":"busy","path":["sync"],"by":{"responder":"sync","rule":"later"},"evaluation":"proceed","handled":true,"actions":[{"log":"sync is late","responder":"sync","rule":"later"}]}
        {"id":"2","origin":"com.notes.sync.pull","category":"busy","path":["sync","app"],"by":{"responder":"app","rule":"again"},"evaluation":"retry","handled":true,"retry":{"attempt":1,"maxAttempts":3,"delay":0.179}}
        {"id":"3","origin":"com.notes.editor","category":"signedOut","path":["app"],"by":{"responder":"app","rule":"sign-in"},"evaluation":"abort","handled":true,"actions":[{"perform":"showSignIn","responder":"app","rule":"sign-in"}]}
        {"id":"4","origin":"com.notes.editor","category":"unexpected","path":["app"],"by":{"responder":"app","otherwise":true},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"Something went wrong","message":"The disk is full.","buttons":["OK"]},"responder":"app","otherwise":true,"answer":"OK"}]}

    The first is raised below `com.notes.sync`, and `sync/later` decides. The
    second is busy too, but not the third try: `sync` has no rule for it, so `app`
    is asked. An origin that nobody claims starts at the root.

    THE SAME EVERYWHERE

    - YAML and JSON mean exactly the same. `errctl validate` finds every mistake of
      a file in one run, each at its place.
    - Unknown keys are errors, with the key that was probably meant. So are null,
      duplicate keys and cycles of any kind.
    - Names (`type case domain code category origin operation event`) are globs
      where written bare: `*` stands for any characters. Every other bare text is
      compared as it is.
    - A list is any of, a mapping all of: `{ status: [ 429, 5xx ], operation: pay
      }`.
    - Durations are a number with a unit, `200ms 1.5s 10m 1h 2d`. A bare number is
      an error.
    - `{error.message}` is a template, in texts that people or programs see; `{{`
      is a brace.
    - Ids have no `/` and don't begin with `#`. A rule is named `responder/rule`
      from elsewhere; without an id it is `#3`, its ordinal.
    - What is written down is carried, not interpreted: `description` and `meta`
      may stand on the file, a category, a responder and a rule.


    THE FILE

    The top level of a rule file. YAML and JSON mean exactly the same.

      `version`  (type: `1`; default: required)
          the language's version; a number, not a text
      `name`  (type: text; default: none)
          what reports call the rule set; in the entry file only
      `description`, `meta`  (type: text; mapping; default: none)
          for people and reports; never interpreted
      `defaults`  (type: mapping; default: below)
          what holds where nobody says otherwise; in the entry file only
      `imports`  (type: list of paths; default: none)
          other files of this language: below
      `lists`  (type: name → list of values; default: none)
          `$name` in a `when` stands for the values: below
      `codes`  (type: domain → symbol → integer or text; default: the built-in
          tables)
          words for `code`: below
      `types`  (type: name → `{ is, cases }`; default: none: every type is open)
          what the checks may take as complete: below
      `matchers`  (type: name → matcher; default: none)
          for `matcher: name`: matchers (errctl help matchers)
      `categories`  (type: list of `{ name, when }`; default: none)
          matchers (errctl help matchers)
      `alerts`  (type: name → alert; default: none)
          for `present: name`: actions (errctl help actions)
      `responders`  (type: list; default: absent: the file is a fragment)
          responders (errctl help responders)
      `escalation`  (type: list of ids, lowest first; default: none)
          the short form of `parent` for a straight chain; in the entry file only:
          responders (errctl help responders)

    A fragment is checked for itself, so it imports what it names, and imported by
    others; it can't be replayed. So is a file whose responders are all `abstract`.
    `responders: []` is an error.

    DEFAULTS

      `category`  (type: text; default: none)
          the category of errors that none claims; it need not be listed
      `retry`  (type: mapping; default: the language's)
          what a retry (errctl help verdicts) does not say itself, key by key
      `ignore`  (type: `cancellation`, `none`; default: `cancellation`)
          cancelled work is nobody's error
      `unhandled`  (type: `{ evaluation, report }`; default: `cancel`, `error`)
          the answer where nobody decides; a root may override it key by key
      `policy`  (type: mapping; default: the first of each)
          the policy (errctl help responders) of responders that don't say
      `platform`  (type: `darwin`, `linux`; default: `darwin`)
          whose errno numbers records have that don't say
      `responder`  (type: id, `none`; default: the only root)
          where unknown origins start; `none`: they are unhandled. Several roots
          need it

    key of `unhandled`:

      `evaluation`  (type: `proceed`, `cancel`, `abort`; default: `cancel`)
          the resolution's, with `"handled": false`
      `report`  (type: `none`, a severity, `assert`; default: `error`)
          how loud it is; the summary says it

    Ignored is `cancelled: true`, the type `CancellationError` (by `is` too),
    NSURLErrorDomain −999, NSCocoaErrorDomain 3072 and `grpc` 1: nobody is asked,
    no action runs, not even `always`. It is asked once, as an error is raised.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","origin":"app.feed","category":"other","path":["app"],"by":{"responder":"app","rule":"busy"},"evaluation":"cancel","handled":true}
        {"id":"2","origin":"widget","category":"other","evaluation":"proceed","handled":false}
        {"id":"3","origin":"app.feed","category":"other","by":{"ignore":"cancellation"},"evaluation":"cancel","handled":true}
        {"id":"4","origin":"app.feed","category":"other","path":["app"],"evaluation":"proceed","handled":false}

    The widget's error has no path: nobody is asked. The last one is asked for and
    not decided.

    `responder` may name one with a parent. A disabled root's `unhandled` still
    holds.

    LISTS AND CODES

    A list has scalars only, at least one, and no other list. `$name` stands in a
    `when`, alone or inside a list; a text that begins with a dollar is `{ equals:
    "$x" }`. In the operators other than `equals`, `$name` is a list too.

    A word as `code` is looked up in the table of the one plain `domain` in the
    same mapping. NSURLErrorDomain, NSCocoaErrorDomain, NSPOSIXErrorDomain and
    `grpc` have tables; `codes` adds to them, or makes one for a domain of yours. A
    word that a table has already, and one that a tabled domain does not have, is
    an error; without a table the word is the string itself. errno symbols follow
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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","path":["app"],"by":{"responder":"app","rule":"no-network"},"evaluation":"cancel","handled":true}
        {"id":"2","path":["app"],"by":{"responder":"app","rule":"declined"},"evaluation":"abort","handled":true}
        {"id":"3","path":["app"],"by":{"responder":"app","rule":"locked"},"evaluation":"retry","handled":true,"retry":{"attempt":1,"maxAttempts":3,"delay":0.11}}
        {"id":"4","path":["app"],"evaluation":"cancel","handled":false}

    EAGAIN is 11 on Linux and 35 on Darwin.

    TYPES

      `is`  (type: list of type names; default: none)
          ancestors and protocols
      `cases`  (type: list of names; default: open)
          all the cases it has; `cases: []`: it has none

    Declaring a type never changes what matches: a rule that names a case it
    doesn't have is an error.

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

    - A declaration of `NetworkError` covers `Shop.NetworkError`. Where a rule's
      name is shorter than the declared one, all declared types it may mean are
      looked at together, and a miss is a warning.
    - Not checked: a bare case, globs, operators, and a `case` beside a `type`.
      Names compare by at most 32 components.
    - Types that are in a circle by `is` are an error, where an ancestor is surely
      the declared type.

    IMPORTS

    `imports` bring `lists codes types matchers categories alerts responders` into
    one namespace: a name twice is an error. `name`, `defaults` and `escalation`
    stand in the entry file only; `description` and `meta` may stand in any.
    Imported files say `version: 1` too.

    common/network.yaml:

        version: 1
        matchers: { offline: { domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet } }
        categories: [ { name: network, when: { any: [ { matcher: offline }, { status: 5xx } ] } } ]
        alerts: { sorry: { title: You are offline, buttons: [ OK ] } }

    rules.yaml:

        version: 1
        imports: [ common/network.yaml ]
        categories: [ { name: gone, when: { status: 503 } } ]    # stands before the imported ones
        responders:
          - id: app
            rules: [ { id: offline, when: { category: network }, do: [ { present: sorry } ], then: cancel } ]
            otherwise: { then: abort }

    errors.ndjson:

        {"domain": "NSURLErrorDomain", "code": -1009}
        {"status": 503}

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","category":"network","path":["app"],"by":{"responder":"app","rule":"offline"},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"You are offline","buttons":["OK"]},"responder":"app","rule":"offline","answer":"OK"}]}
        {"id":"2","category":"gone","path":["app"],"by":{"responder":"app","otherwise":true},"evaluation":"abort","handled":true}

    - Order: a file first, then each of its imports with theirs, depth first, as
      written. Categories stand in that order, so one can't ask for a category that
      its own file imports.
    - Paths are relative to the importing file, its links resolved; rules from
      standard input or a pipe import relative to the working directory. They end
      in `.yaml`, `.yml` or `.json` and stay in the entry file's folder, links
      resolved. A URL, an absolute path (`~/…` and `C:/…` too) and a pattern (`*`,
      `?`, `[`) are errors. Only regular files are read. An entry file reached
      through a link imports from beside the real file. Names in findings begin as
      the entry file was named.
    - A file is read once, however often it is imported, and known by its path with
      every link resolved. The same file twice in one list is an error, by two ways
      (a diamond) it is not; files that import one another in a circle are.
    - Several files may add to one domain's `codes`; one word twice is an error.
    - While an import can't be read, no name that isn't found is an error: it may
      stand there.
    - `errctl validate FOLDER` checks fragments for themselves too. A file with
      responders that another selected file imports is checked as part of that one
      only, unless it is named. Of files in a circle the first stands for all.
    - In the library an `ImportReader` finds the files; where `RuleSet.compile` is
      given none, `imports` is an error.
    - Limits: `import-files`, `import-depth`.

    YAML AND JSON

    JSON is RFC 8259. YAML is read under the 1.2 core schema: `no`, `on` and `yes`
    are strings, `010` is ten. One document a file. Tags, `<<`, duplicate keys,
    null (outside payload and attribute values and examples) and cycles are errors.

    - Of duplicate keys the first counts for the rest of the checks. Keys compare
      by canonical equivalence: composed and decomposed é are one key.
    - `-0` is the integer 0; a number beyond Double's range is its largest finite
      one; `.inf` and `.nan` are errors.
    - Anchors and aliases work. An anchor defined twice: the last one before the
      alias counts. A finding about aliased text points at where it is written.
    - `%YAML 1.1` is a warning, `1.3` an error. The reading of a file ends after
      1,000 findings about its syntax; what its rules mean is said in full.
    - YAML, unlike JSON, refuses surrogate-pair escapes, keys over 1,024 characters
      and a raw DEL (libyaml's limits).

    """##

  private static let matchersText = ##"""
    MATCHERS

    What stands below `when`, in a rule, a category, a named matcher. A mapping is
    a conjunction, a list as a value means any of; `{}` and, in a rule, no `when`
    at all match everything. Keys are asked in the order written, and no further
    than needed.

    THE KEYS

      `all`
          A list of matchers that all hold.
          `{"all": [{"type": "E"}, {"status": "5xx"}]}`
      `any`
          A list of matchers of which one holds.
          `{"any": [{"status": 401}, {"case": "unauthorized"}]}`
      `not`
          A matcher that does not hold; where its field is missing, it does not, so
          this does.
          `{"not": {"status": "4xx"}}`
      `matcher`
          A named matcher, or a list of which one holds.
      `custom`
          A plugin's question by its name, with what it is asked about; or a list
          of which one holds.
      `type`
          The error's type, an ancestor of it or a protocol it has; { exactly: X }
          for the type alone.
          `{"type": "NetworkError"}`
      `case`
          The enum case: server, NetworkError.server, or with its first values,
          server(500).
          `{"case": "NetworkError.server"}`
      `payload`
          The case's associated values by index, or matchers on errors nested
          there.
          `{"payload": {"0": "5xx"}}`
      `domain`
          The error's domain, as the NSError bridge has it.
          `{"domain": "NSURL*"}`
      `code`
          The error's code: numbers, ranges, symbols of the domain beside it, or
          strings.
          `{"domain": "NSURLErrorDomain", "code": "NSURLErrorTimedOut"}`
      `status`
          The HTTP status; absent, the problem's, else
          attributes.http.response.status_code.
          `{"status": ["5xx", 429]}`
      `attempt`
          Which try of the operation this was; 1 is the first.
          `{"attempt": {"atLeast": 3}}`
      `retryAfter`
          How long the other side asks to wait.
          `{"retryAfter": {"greaterThan": "1m"}}`
      `message`
          The error's description for people.
          `{"message": {"contains": "timed out", "ignoreCase": true}}`
      `reason`
          LocalizedError's failure reason.
          `{"reason": {"hasPrefix": "The card"}}`
      `suggestion`
          LocalizedError's recovery suggestion.
          `{"suggestion": {"exists": true}}`
      `time`
          When the error was recorded, as text.
          `{"time": {"hasPrefix": "2026-11-20T08"}}`
      `id`
          The record's own id.
          `{"id": "a1"}`
      `platform`
          Whose errno numbers the record has: darwin or linux.
          `{"platform": "linux"}`
      `origin`
          Where the error was raised.
          `{"origin": "com.shop.login.*"}`
      `operation`
          What was being tried.
          `{"operation": ["pay", "refund"]}`
      `category`
          The error's category, as categories or the record itself gave it.
      `severity`
          How bad the error is: trace debug info notice warning error critical
          fatal.
          `{"severity": {"atLeast": "error"}}`
      `fatal`
          Whether the error ends what it belongs to; unset, whether its severity is
          fatal.
          `{"fatal": true}`
      `cancelled`
          Whether the record says that the work was cancelled.
          `{"cancelled": true}`
      `problem`
          The problem document (RFC 9457): type, title, status, detail, instance,
          ext, strict.
          `{"problem": {"type": {"hasSuffix": "/out-of-credit"}, "ext": {"balance":
          {"lessThan": 50}}}}`
      `attributes`
          Whatever else the record has, by dotted name.
          `{"attributes": {"http.route": "/pay", "retries": {"atLeast": 3}}}`
      `underlying`
          A matcher on any cause's own fields.
          `{"underlying": {"domain": "NSPOSIXErrorDomain"}}`
      `rootCause`
          A matcher on the last cause; on the error itself where it has none.
          `{"rootCause": {"code": 61}}`
      `options`
          Whether the error offers recovery options.
          `{"options": {"exists": true}}`
      `answers`
          Whether a person's answers were recorded.
          `{"answers": {"exists": true}}`
      `is`
          Whether ancestors or protocols were recorded; ask for one with “type”.
          `{"is": {"exists": true}}`
      `event`
          The event's name, in event rules.
          `{"event": "session.*"}`
      `with`
          The values an event carries, by dotted name, in event rules.
          `{"with": {"screen.name": "cart", "tries": {"atLeast": 2}}}`

    `rate` stands at the top level of a rule's `when` only: state and time (errctl
    help state). `event` and `with` are for event rules (errctl help events), and
    nothing else is asked there. Fields of your own are asked under `attributes`.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","path":["app"],"by":{"responder":"app","rule":"exact"},"evaluation":"abort","handled":true}
        {"id":"2","path":["app"],"by":{"responder":"app","rule":"server"},"evaluation":"cancel","handled":true}
        {"id":"3","path":["app"],"by":{"responder":"app","rule":"network"},"evaluation":"proceed","handled":true}
        {"id":"4","path":["app"],"evaluation":"cancel","handled":false}

    - Type and case names compare by whole dotted components from the right:
      `NetworkError` is `Shop.NetworkError` and never `Shop.MyNetworkError`. A bare
      `type` also matches through `is`, even where the record has no `type`;
      operators see the type itself. A glob is tried on the whole qualified name, a
      glob of a case without a dot on the case alone.
    - `case` asks the dynamic type. Values in parentheses are JSON scalars or
      nested cases (32 deep), as many as are written, from the first on; `server()`
      asks for none. They compare as JSON: 500 equals 500.0, not "500"; strings
      have JSON's escapes.
    - `payload` takes indices. A mapping of operators tests the value, any other
      mapping is a matcher on the nested error; `exists` goes with both. What the
      nested error has beside its fields is asked under `attributes`, as of any
      error: `payload: { 0: { attributes: { http_status: 5xx } } }`.

    VALUES

      `domain` `origin` `operation` `event`
          a name: `*` for any characters, the whole name, case-sensitive
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
          a duration; lengths of time compare
          of numbers, with durations
      `code`
          an integer, a range, a class, a symbol, a text or a glob; an integer and
          its decimal text are one code
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

      `equals`
          any scalar
          it is the same, and literally so: `{ equals: "4xx" }`, `{ equals: "$x"
          }`, `{ equals: "*" }`
      `contains`, `hasPrefix`, `hasSuffix`
          text, not empty
          the text does
      `glob`
          text
          the whole text does: `*` any characters, `?` one
      `matches`
          RE2 syntax
          the pattern is found anywhere; `^` and `$` anchor. Time is linear,
          always. A number never matches
      `ignoreCase`
          true, false
          beside text operators: simple case folding (Unicode 15); in `matches`
          RE2's `(?i)`
      `lessThan`, `atMost`, `atLeast`, `greaterThan`
          a number, duration or severity
          it compares so
      `exists`
          true, false
          the field is there, or is not; fits every field
      `exactly`
          a name
          on `type`: the dynamic type, never an ancestor

    All operators of a mapping hold; a list in one means any of. Of an array
    attribute one and the same element has to satisfy them all. An empty list, an
    empty range (`500..<500`) and a mapping without an operator are errors, and so
    is an operator that does not fit the field.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","path":["app"],"by":{"responder":"app","rule":"slow"},"evaluation":"retry","handled":true,"retry":{"attempt":1,"maxAttempts":3,"delay":0.11}}
        {"id":"2","path":["app"],"by":{"responder":"app","rule":"numbered"},"evaluation":"abort","handled":true}
        {"id":"3","path":["app"],"by":{"responder":"app","rule":"ours"},"evaluation":"cancel","handled":true}
        {"id":"4","path":["app"],"by":{"responder":"app","rule":"vip"},"evaluation":"proceed","handled":true}
        {"id":"5","path":["app"],"evaluation":"cancel","handled":false}

    - `id` asks the record's own id only, never the ordinal.
    - Strings compare by Unicode scalar. Numbers beyond 64 bits are exact as `id`
      and `code`, else compared by the nearest double.
    - `010` is not the code 10; only canonical decimals are. A glob is never looked
      up as a symbol (codes (errctl help rule-file)), nor is a word beside a list
      of domains.
    - Attributes are flattened to dotted names: write `http.route`, a nested
      mapping is an error. Any split of the dots finds a value, the longest literal
      key wins.

    WHAT IS NOT THERE

    A missing field matches nothing but `{ exists: false }`; so its `not` matches.
    Derived values are never missing: `fatal` (whether the severity is `fatal`),
    `platform`, and `problem.type` (`about:blank`) where there is a `problem`. An
    attribute that is null exists and equals null; `underlying: []` exists.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","path":["app"],"by":{"responder":"app","rule":"no-id"},"evaluation":"abort","handled":true}
        {"id":"2","path":["app"],"by":{"responder":"app","rule":"not-ours"},"evaluation":"cancel","handled":true}
        {"id":"3","path":["app"],"by":{"responder":"app","rule":"not-ours"},"evaluation":"cancel","handled":true}
        {"id":"4","path":["app"],"evaluation":"cancel","handled":false}

    PROBLEMS AND CAUSES

    key of `problem`:

      `type`, `title`, `detail`, `instance`
          a text, a list, operators
          the member of RFC 9457; `type` is `about:blank` where absent
      `status`
          a number, a range, a class, operators
          the member
      `ext`
          dotted name → value or operators
          extension members
      `strict`
          true, false
          whether every member has RFC 9457's type, and `type` is not empty;
          otherwise a wrong-typed member is ignored
      `exists`
          true, false
          whether there is a problem at all

    `underlying` holds where a matcher holds for one of the causes, `rootCause` for
    the last of them (for the error itself, category included, where it has none).
    Only a cause's own fields are asked, its own `category` word too; the platform
    is the record's. A cause's own causes are those after it in the flat list.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","path":["app"],"by":{"responder":"app","rule":"top-up"},"evaluation":"cancel","handled":true}
        {"id":"2","path":["app"],"by":{"responder":"app","rule":"no-host"},"evaluation":"abort","handled":true}
        {"id":"3","path":["app"],"by":{"responder":"app","rule":"some-cause"},"evaluation":"proceed","handled":true}
        {"id":"4","path":["app"],"evaluation":"cancel","handled":false}

    NAMED MATCHERS

    `matchers` gives a matcher a name, `matcher: name` (or a list of names) asks
    it. What other systems call a tag or a group is an `any`; a rule fires once,
    however many members of it match. Names are found wherever they stand; a
    matcher that asks itself is an error. References nest 200 deep and expand to
    1,000,000 conditions at most.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","path":["app"],"by":{"responder":"app","rule":"reads"},"evaluation":"retry","handled":true,"retry":{"attempt":1,"maxAttempts":3,"delay":0.125}}
        {"id":"2","path":["app"],"evaluation":"cancel","handled":false}
        {"id":"3","path":["app"],"by":{"responder":"app","rule":"reads"},"evaluation":"retry","handled":true,"retry":{"attempt":1,"maxAttempts":3,"delay":0.141}}

    CATEGORIES

      `name`  (type: text; default: required)
          unique
      `when`  (type: a matcher; default: a name only)
          the first category whose `when` holds is the error's
      `description`, `meta`, `suppress`  (default: none)
          as for rules (errctl help verdicts)

    An error has one category: the record's own `category` where the file lists it
    (else it is reported, `unknownCategory`, and ignored), else the first of
    `categories` that holds, else `defaults.category`. It is resolved as the error
    is raised, and again after it is replaced (errctl help verdicts).

    A category may ask only for those above it, and asks whether their own `when`
    holds. One that is a name only can't be asked for by a later one. A glob that
    names categories stands for all listed ones it matches; one that matches none
    is an error.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","category":"slow","path":["app"],"by":{"responder":"app","rule":"server"},"evaluation":"cancel","handled":true}
        {"id":"2","category":"server","path":["app"],"by":{"responder":"app","rule":"server"},"evaluation":"cancel","handled":true}
        {"id":"3","category":"userInput","path":["app"],"by":{"responder":"app","rule":"input"},"evaluation":"proceed","handled":true}
        {"id":"4","category":"other","path":["app"],"evaluation":"cancel","handled":false,"unknownCategory":"unheardOf"}

    CUSTOM QUESTIONS

    key of `custom`:

      `name`  (type: text; default: required)
          the question, exactly; `custom: name` is the short form, and a list asks
          for any
      `with`  (type: whatever the plugin takes; default: none)
          what it is asked about

    A plugin answers; it is a pure question. errctl has no plugin of its own: a
    `custom` is false unless `--stub NAME=true` says otherwise (a stub answers only
    what no plugin provides), and the resolution is `assumed` wherever one was
    asked. `errctl validate` notes it, a stub takes the note away,
    `--require-plugins` makes it an error, with a stub too. While categories are
    being resolved, plugins see no category.

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

    $ errctl replay rules.yaml errors.ndjson --stub isOnTrial=true --resolutions - 2>/dev/null

        {"id":"1","path":["app"],"by":{"responder":"app","rule":"trial"},"evaluation":"proceed","handled":true,"assumed":true}
        {"id":"2","path":["app"],"evaluation":"cancel","handled":false}

    """##

  private static let verdictsText = ##"""
    RULES

    A rule says which errors it matches, what is done about them, and how they end.

    THE FOUR WORDS

    They come from the system this one grew from. Reference, help, reports,
    messages and code use these words and no others.

      `proceed`
          the error is dealt with; go on in whatever way is natural
          nothing is lost
      `retry`
          the error is dealt with; do what failed once more, after the delay
          it takes longer
      `cancel`
          the error is dealt with; leave out what would have come next, and stay
          where you are
          the operation is given up, the place is not
      `abort`
          the error was too severe; leave the whole flow or process it happened in
          the screen closes, the job ends, one is logged out

    Two words for what comes of a rule, no more:

    - a verdict is what a rule says: its `then`. The four evaluations are verdicts;
      the others say where to look next.
    - an outcome is how an error ended: an evaluation, and whether anybody handled
      it. An error that nobody handles ends with the evaluation that its root's
      `unhandled` (errctl help rule-file) names.

    An answer is what a person chose on an alert's button, and nothing else.

    THE KEYS

      `id`  (type: text; default: `#3`, its ordinal)
          unique among the rules and event rules of its responder; no `/`, no `#`
          at the start
      `when`  (type: matcher (errctl help matchers); default: every error)
          the errors it matches
      `do`  (type: list of actions (errctl help actions); default: none)
          what is done, in order
      `then`  (type: a verdict: below; default: required)
          may be absent only if an alert's buttons decide, or under `match: all`
          (errctl help responders) (`proceed`)
      `replaces`  (type: a rule's id; default: none)
          the inherited rule that this one replaces: extends (errctl help
          responders)
      `enabled`  (type: true, false; default: true)
          a disabled rule is checked but not evaluated; one that `replaces` removes
          the inherited rule
      `examples`  (type: `{ match, noMatch }`; default: none)
          errors that this rule decides, and errors that it does not; `errctl test`
          (errctl help tests) runs them
      `description`, `meta`  (type: text; mapping; default: none)
          carried into findings and reports
      `suppress`  (type: code → reason; default: none)
          findings that you know and accept here, also `{ reason, until }`:
          suppression (errctl help checks)

    key of `examples`:

      `match`, `noMatch`  (type: list of errors; default: none)
          each a recorded error (errctl help records); null is allowed; a member
          that looks like a misspelt field is a finding

    key of a suppression:

      `reason`  (type: text; default: required)
          why
      `until`  (type: text; default: without end)
          the last day it holds, as a date

    VERDICTS

      `proceed`, `cancel`, `abort`
          handled, with this evaluation; the escalation ends here
      `retry`
          handled: retry within a budget; `{ retry: { … } }` sets the budget: below
      `continue`
          not handled; evaluate the next rule of this responder
      `escalate`
          not handled; go to the parent, skipping the rules below and `otherwise`
      `transform`
          `{ transform: { … } }`: replace the error and go on with the next rule:
          below
      `unwrap`
          `{ unwrap: payload.0 }`, `{ unwrap: underlying }`: go on with the inner
          error and the next rule: below
      `emit`
          `{ emit: name, with, evaluation }`: the error is handled, and an event
          starts here: events (errctl help events)

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
          tries in all, the first included; 1 means no retry
      `per`  (type: a field or path, or a list; default: `operation`)
          the tries that count together: any field or path that a template (errctl
          help actions) may name
      `within`  (type: duration, not 0; default: `10m`)
          how long a counted try is remembered
      `backoff`  (type: mapping; default: see below)
          how long to wait
      `exhausted`  (type: `continue`, `escalate`, `proceed`, `cancel`, `abort`;
          default: `continue`)
          the verdict when the budget is exhausted

    key of `backoff`:

      `initial`  (type: duration; default: `200ms`)
          the delay before the second try
      `multiplier`  (type: 1–1,000; default: 2)
          the factor from one delay to the next
      `max`  (type: duration; default: `30s`)
          the longest delay; only `retryAfter` may exceed it
      `jitter`  (type: `none`, `full`, `equal`; default: `full`)
          randomness: none; uniform from 0; uniform from half

    A key that you leave out comes from `defaults.retry`. The delay is min(`max`,
    `initial` × `multiplier`^(try − 1)) with jitter, but at least the record's
    `retryAfter`, rounded to a millisecond.

    Which try is it? With `per: operation` it is the record's `attempt`. If the
    record has none, or `per` names something else, errctl counts: one more than
    the errors of the same key that this rule retried within `within` (counted
    retries (errctl help state)). If there is neither an `attempt` nor a value for
    every key of `per`, the retry is granted *untracked*, and its resolution has no
    `attempt`. Choose `within` longer than all delays of the budget together;
    shorter, tries are forgotten before the budget is exhausted (`long-retry`).

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
    no action. So is that of the fifth, which has no `attempt`, because the rule
    has already retried one `pay`.

    In `otherwise`, and behind a throttled alert, the budget belongs to that place
    alone. An `otherwise` whose budget is exhausted with `continue` does not handle
    the error, which escalates to the parent.

    TRANSFORM

    Replaces the error and goes on with the next rule. No rule after it sees the
    old error.

      `type`, `domain`  (type: text)
          either makes a new error: it *is* only what you name here, and keeps
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
          one that the file does not list is a warning; at run time it is ignored
          and reported (`unknownCategory`)
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

    - Without `type` or `domain` the error is edited: what you name changes, and so
      does what follows from it (`status` from a named `problem`, `fatal` from a
      named `severity`).
    - A new error has no status unless you name one. It keeps what happened: `id
      time origin operation attempt retryAfter attributes answers platform`. You
      cannot change these. Templates are allowed only in the three texts. A
      transform that changes nothing is an error.
    - An unknown symbol of a domain with a table is an error. So is an errno symbol
      whose number differs by platform.
    - For a record without an id, `{error.id}` is its ordinal. The category is
      determined again. The resolution has the category of the error as it ended,
      and the error itself under `error`. Actions that ran before keep what they
      saw.

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
    one and gets its attributes; on a conflict its own win. Its `status` is its
    own, or that of its own problem. Unwrapping the first cause leaves the other
    causes in place.

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

    Who answers, and to whom each escalates what it does not decide.

    THE KEYS

      `id`  (type: text; default: required)
          unique; no `/`, no `#` at the start
      `parent`  (type: id; default: none: a root)
          whom it escalates to
      `origins`  (type: list of names and `prefix.*`; default: none)
          the errors that start here: below
      `rules`  (type: list of rules (errctl help verdicts); default: none)
          asked in order; a responder without rules is fine
      `otherwise`  (type: `{ do, then }`; default: none)
          where no rule decided: below
      `always`  (type: list of actions (errctl help actions); default: none)
          for every error that visits: below
      `events`  (type: list of event rules; default: none)
          events (errctl help events)
      `policy`  (type: mapping; default: `defaults.policy`)
          how rules are asked: below
      `extends`  (type: `{ from, mode }`; default: none)
          whose rules it takes over: below
      `abstract`  (type: true, false; default: false)
          only there to be extended
      `contract`  (type: `{ reports, triggers, explicit }`; default: none)
          what may arrive: below
      `unhandled`  (type: `{ evaluation, report }`; default: `defaults.unhandled`
          (errctl help rule-file))
          on a root only, key by key
      `enabled`  (type: true, false; default: true)
          a disabled responder is passed through, and no part of `path`
      `description`, `meta`, `suppress`  (default: none)
          as for rules (errctl help verdicts)

    WHO IS ASKED

    An error starts at the responder whose id equals its origin, else at the one
    whose `origins` claim it, else at `defaults.responder`, else at the only root
    (several roots without `defaults.responder` are an error). From there it climbs
    to the parent. `prefix.*` is the prefix itself and all below it; the longest
    wins, a name before a prefix of the same length; the same origin twice, and a
    star anywhere else, are errors.

    `escalation: [ payment, checkout, app ]` is the short form for a straight
    chain, lowest first. It may stand beside `parent` where they agree. Responders
    that escalate to one another in a circle are an error.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","origin":"shop.checkout.pay","path":["payment"],"by":{"responder":"payment","rule":"card"},"evaluation":"proceed","handled":true}
        {"id":"2","origin":"shop.checkout.pay","path":["payment","app"],"by":{"responder":"app","rule":"busy"},"evaluation":"cancel","handled":true}
        {"id":"3","origin":"shop.checkout.pay.retry","path":["app"],"by":{"responder":"app","rule":"busy"},"evaluation":"cancel","handled":true}
        {"id":"4","origin":"checkout","path":["app"],"evaluation":"abort","handled":false}

    The third is below `shop.checkout`, not `shop.checkout.pay`, and `checkout` is
    disabled.

    OTHERWISE AND ALWAYS

    key of `otherwise`:

      `do`  (type: list of actions; default: none)
      `then`  (type: a verdict (errctl help verdicts); default: required)
          absent only where an alert's buttons decide, and under `match: all`
          (`proceed`)

    `otherwise` answers where no rule of this responder decided: nothing matched,
    or all that did said `continue`, `transform` or `unwrap`, or had no tries left.
    It is not asked after `escalate` or `emit`.

    `always` never makes an error handled. It runs once everything is known, events
    and what they raised included, from the first responder visited to the last;
    its texts may name `{outcome.evaluation}` and `{outcome.handled}`, and see the
    error as it ended. No alert may decide there.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","origin":"editor","path":["editor","app"],"by":{"responder":"app","rule":"gone"},"evaluation":"cancel","handled":true,"actions":[{"log":"not here","responder":"editor","otherwise":true},{"log":"editor: cancel","responder":"editor","always":true},{"perform":"track","with":{"handled":true},"responder":"app","always":true}]}
        {"id":"2","path":["app"],"evaluation":"cancel","handled":false,"actions":[{"perform":"track","with":{"handled":false},"responder":"app","always":true}]}

    POLICY

      `order`  (type: `declared`, `lastFirst`; default: `declared`)
          of rules only, never of event rules
      `match`  (type: `first`, `all`; default: `first`)
          `all`: every matching rule runs
      `otherwise`  (type: `undecided`, `unmatched`; default: `undecided`)
          `unmatched`: only where nothing matched at all, so that a `continue`
          holds it back
      `always`  (type: `after`, `inChain`; default: `after`)
          `inChain`: right after this responder's own actions, whether a rule
          matched or not, and only if those completed

    Under `match: all` every matching rule's actions run, alerts included and their
    answers consumed, also after the rule that decided. Verdicts are evaluations or
    absent; the first evaluation decides, `proceed` if none says one; `by` is the
    rule that decided, else the first that matched. A button may say `continue` or
    `escalate`, which counts where no evaluation stands, and so does `exhausted:
    escalate`. A retry whose rule does not decide is asked for its budget, and not
    counted. An alert that is never answered ends the climb: the rules after it
    don't run, and an evaluation said before stands.

    Under `always: inChain` an unanswered alert holds `always` back; throttled,
    non-deciding and assumed alerts count as completed, and `{outcome}` is empty.
    It runs before an event that this responder emits starts.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","path":["app"],"by":{"responder":"app","rule":"tell"},"evaluation":"cancel","handled":true,"actions":[{"perform":"logout","responder":"app","rule":"log-out"},{"present":{"title":"Please sign in.","buttons":["OK"]},"responder":"app","rule":"tell","answer":"OK"},{"perform":"count","responder":"app","rule":"count"},{"perform":"track","responder":"app","always":true}]}
        {"id":"2","path":["app"],"by":{"responder":"app","otherwise":true},"evaluation":"proceed","handled":true,"actions":[{"log":"nobody asked","responder":"app","otherwise":true},{"perform":"track","responder":"app","always":true}]}

    EXTENDS

    key of `extends`:

      `from`  (type: id; default: required)
          any other responder, a disabled one too; `extends: id` alone is an error,
          as is a circle
      `mode`  (type: `prepend`, `append`; default: `prepend`)
          own rules are asked first, or last; in either `policy.order`

    An heir takes over `rules` and `events`, and `otherwise`, `always` and `policy`
    (as a whole) where it has none of its own; an empty `always: []` is its own.
    Never inherited: `parent origins contract unhandled enabled description meta
    suppress`. Inherited rules answer as the heir, with budgets of their own there.

    `replaces: id` puts an own rule in an inherited one's place, in either mode;
    with `enabled: false` it takes that one out. It takes the name that the
    extended responder has for the rule: its id, `#1`, or with a responder before
    it `base/again`. A rule without an id keeps the name of where it is written,
    through any number of heirs: `base/#1`; a replacing one without an id goes by
    its own ordinal. An own rule with the id of an inherited one that stays is an
    error.

    On an abstract responder `parent origins contract unhandled` and `enabled:
    false` are errors. It is checked with or without heirs; no origin finds its id,
    and nobody escalates to it. What responders inherit counts to the limit
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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","origin":"feed","path":["feed"],"by":{"responder":"feed","rule":"sign-in"},"evaluation":"abort","handled":true,"actions":[{"perform":"showSignIn","responder":"feed","rule":"sign-in"}]}
        {"id":"2","origin":"profile","path":["profile"],"by":{"responder":"profile","rule":"quietly"},"evaluation":"cancel","handled":true}
        {"id":"3","origin":"profile","path":["profile"],"by":{"responder":"profile","rule":"screen/#2"},"evaluation":"retry","handled":true,"retry":{"attempt":1,"maxAttempts":3,"delay":0.124}}
        {"id":"4","origin":"profile","path":["profile"],"by":{"responder":"profile","otherwise":true},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"Sorry","buttons":["OK"]},"responder":"profile","otherwise":true,"answer":"OK"}]}
        {"id":"5","origin":"screen","evaluation":"cancel","handled":false}

    CONTRACT

    key of `contract`:

      `reports`  (type: list of type names; default: promises nothing)
          the errors that may arrive; `[]`: none
      `triggers`  (type: list of event names; default: promises nothing)
          the events that may arrive
      `explicit`  (type: true, false; default: false)
          each is to be answered by a rule that names it or its category:
          `unanswered-contract`

    A contract is asked of every error and event that arrives at the responder,
    before its rules, and changes no answer: what it does not promise is listed
    under `outOfContract`, the responders in order of visiting. A type covers what
    lists it in `is`; an error without a type is out of contract unless its `is`
    names one. An error's list covers the event it emitted. A contract with neither
    list, and `$name` in one, are errors. Where it is asked it is a step of an
    explanation.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","origin":"feed.list","path":["feed","app"],"by":{"responder":"app","otherwise":true},"evaluation":"cancel","handled":true}
        {"id":"2","origin":"feed.list","path":["feed","app"],"by":{"responder":"app","otherwise":true},"evaluation":"cancel","handled":true,"outOfContract":["feed"]}

    """##

  private static let actionsText = ##"""
    ACTIONS

    What stands below `do` (of a rule, an `otherwise`, an event rule, a button) and
    in `always`: a list, run in order. No action's outcome changes a verdict, and
    no matcher reads what `set` wrote.

    THE ACTIONS

      `nothing`
          Nothing, on purpose.
          `{"nothing": true}`
      `log`
          `level`
          Writes a text to the app's log, at a level (info where none is named).
          `{"log": "payment failed: {error.message}", "level": "warning"}`
      `perform`
          `with`
          Something the app does, by name, with values.
          `{"perform": "open", "with": {"url": "{problem.ext.url}"}}`
      `set`
          Sets values of the app's state, by dotted path.
          `{"set": {"login.label": "Check your password."}}`
      `wait`
          Waits, before the next action.
          `{"wait": "1s"}`
      `present`
          Shows an alert: title, message, style, at, for, buttons or recovery,
          coalesce.
          `{"present": {"title": "{error.message}", "recovery": true, "coalesce":
          ["type"]}}`

    `nothing` may stand as a bare word. `level` is a severity. Beside any action
    may stand a throttle. Two actions in one mapping are an error. What `perform`
    names is the app's; errctl shows it, and `--require-plugins` makes a name that
    no plugin performs an error.

    TEMPLATES

    `{path}` and `{path ?? "text"}` stand in shown texts, `log`, `set`, `with` and
    a transform's texts; `{{` and `}}` are braces. They are filled once: what they
    insert is never read again. A missing value is an empty string, or the text
    after `??`. A value that is one whole template keeps its type, in titles and
    messages too; within a text arrays and objects become compact JSON. A button's
    title is a name, by which answers are given and tests expect it, and is not
    filled in, no more than what is performed, an event's name or a key of `set`: a
    template there is a finding.

      `error.FIELD`
          any field (errctl help records) but `event with attributes problem
          answers`; `error.id` falls back to the ordinal
      `error.payload.0`
          a value of the case
      `problem.type` `title` `status` `detail` `instance`, `problem.ext.NAME`
          the problem document
      `attributes.NAME`
          an attribute, by dotted name
      `with.NAME`
          in event rules: what the event carries
      `outcome.evaluation`, `outcome.handled`
          in `always`: what became of the error

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","path":["app"],"by":{"responder":"app","rule":"sync"},"evaluation":"cancel","handled":true,"actions":[{"log":"sync {1}: Not now {error.id}.","level":"warning","responder":"app","rule":"sync"},{"set":{"sync.status":503,"sync.user":"someone"},"responder":"app","rule":"sync"},{"wait":"500ms","responder":"app","rule":"sync"},{"perform":"pauseSync","with":{"items":[1,2]},"responder":"app","rule":"sync"}]}
        {"id":"2","path":["app"],"by":{"responder":"app","rule":"quiet"},"evaluation":"proceed","handled":true,"actions":[{"nothing":true,"responder":"app","rule":"quiet"}]}

    ALERTS

    key of `present`:

      `title`, `message`  (type: text, template; default: one is required)
      `style`  (type: `alert`, `sheet`, `inline`; default: not said)
          how it looks
      `at`  (type: `origin`, `responder`; default: not said)
          where it is shown
      `for`  (type: duration; default: until it is closed)
          for alerts that decide nothing
      `buttons`  (type: list, not empty; default: one `OK`)
          titles, or the mapping below; titles are unique
      `recovery`  (type: true, false; default: false)
          the buttons are the error's `options`: below
      `coalesce`  (type: a field or path, or a list; default: each is shown for
          itself)
          alerts that agree in it share an answer: below

    key of a button:

      `title`  (type: text; default: required)
      `role`  (type: `default`, `cancel`, `destructive`; default: not said)
          how it looks
      `do`  (type: list of actions; default: none)
          runs after the alert and before the rule's next action; no alert in it
          decides
      `then`  (type: a verdict; default: none)
          what choosing it decides

    Deciding. Where a button has a `then`, every button has one: the answer is the
    rule's verdict, and the rule has one such alert and no `then` of its own. A
    button's verdict may be any of a rule; its `retry` is a person's, without a
    budget or a delay, and no `retry` stands in the resolution. An `unwrap` behind
    a button that finds nothing says `continue`. Alerts decide neither in `always`
    nor in event rules.

    Answers come from the record's `answers`, one per deciding alert, in order: a
    title, an index from 0, null, or `{ title, after }`. Else from `--answer
    RULE=TITLE` (also `RESPONDER/RULE`, and `otherwise`). Else it is the first
    button, and the resolution is `assumed`. An answer no button has (`{ title:
    null }` too) is consumed and assumed; it does not fall back to `--answer`. Null
    was never answered: the rule's actions end there, the climb ends with `cancel`,
    handled; `always` still runs. An alert that decides nothing shows its first
    button's title as `answer`, runs that button's `do`, and is not assumed.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","path":["app"],"by":{"responder":"app","rule":"ask"},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"The server is busy","buttons":["Try again","Later"]},"responder":"app","rule":"ask","answer":"Later"},{"perform":"remindMe","responder":"app","rule":"ask"},{"log":"asked","responder":"app","rule":"ask"}]}
        {"id":"2","path":["app"],"by":{"responder":"app","rule":"ask"},"evaluation":"retry","handled":true,"actions":[{"present":{"title":"The server is busy","buttons":["Try again","Later"]},"responder":"app","rule":"ask","answer":"Try again"},{"log":"asked","responder":"app","rule":"ask"}]}
        {"id":"3","path":["app"],"by":{"responder":"app","rule":"ask"},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"The server is busy","buttons":["Try again","Later"]},"responder":"app","rule":"ask","answer":null}]}
        {"id":"4","path":["app"],"by":{"responder":"app","rule":"ask"},"evaluation":"retry","handled":true,"assumed":true,"actions":[{"present":{"title":"The server is busy","buttons":["Try again","Later"]},"responder":"app","rule":"ask","answer":"Try again","assumed":true},{"log":"asked","responder":"app","rule":"ask"}]}
        {"id":"5","path":["app"],"by":{"responder":"app","rule":"saved"},"evaluation":"proceed","handled":true,"actions":[{"present":{"message":"Saved","style":"inline","for":"2s","buttons":["OK"]},"responder":"app","rule":"saved","answer":"OK"}]}

    RECOVERY

    `recovery: true` builds the buttons from the record's `options`, after what
    else is written: one that recovers is `retry`, any other `cancel`. Without
    options it is one `OK` that decides `cancel`. `recovers` counts only as `true`,
    a bare title does not recover; what is neither a title nor an object with a
    text `title` is no option and has no index; of two with one title the first is
    found. Own `buttons` beside it are an error.

    rules.yaml:

        version: 1
        responders:
          - id: app
            rules: [ { id: ask, do: [ { present: { title: "{error.message}", recovery: true } } ] } ]

    errors.ndjson:

        {"message": "The disk is full.", "options": ["Cancel", {"title": "Make room", "recovers": true}], "answers": ["Make room"]}
        {"message": "The disk is full.", "options": ["Cancel", {"title": "Make room", "recovers": true}], "answers": [0]}
        {"message": "The disk is gone."}

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","path":["app"],"by":{"responder":"app","rule":"ask"},"evaluation":"retry","handled":true,"actions":[{"present":{"title":"The disk is full.","recovery":true,"buttons":["Cancel","Make room"]},"responder":"app","rule":"ask","answer":"Make room"}]}
        {"id":"2","path":["app"],"by":{"responder":"app","rule":"ask"},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"The disk is full.","recovery":true,"buttons":["Cancel","Make room"]},"responder":"app","rule":"ask","answer":"Cancel"}]}
        {"id":"3","path":["app"],"by":{"responder":"app","rule":"ask"},"evaluation":"cancel","handled":true,"assumed":true,"actions":[{"present":{"title":"The disk is gone.","recovery":true,"buttons":["OK"]},"responder":"app","rule":"ask","answer":"OK","assumed":true}]}

    COALESCE

    Alerts queue and never overwrite one another. An alert is open from the clock's
    time until its answer's `after` later. One raised while the alert before it in
    the queue, of the same action at the same place and the same `coalesce` key, is
    open takes that answer, consumes none of its own, and is marked `"coalesced":
    true`. It was not shown: the first stays the alert before it, and is not open
    longer. It runs the taken button's `do` for its own error and is as assumed as
    the first one.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","time":"2026-11-20T08:00:00Z","path":["app"],"by":{"responder":"app","rule":"offline"},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"Offline","coalesce":"type","buttons":["Again","Stop"]},"responder":"app","rule":"offline","answer":"Stop"}]}
        {"id":"2","time":"2026-11-20T08:00:04Z","path":["app"],"by":{"responder":"app","rule":"offline"},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"Offline","coalesce":"type","buttons":["Again","Stop"]},"responder":"app","rule":"offline","answer":"Stop","coalesced":true}]}
        {"id":"3","time":"2026-11-20T08:00:11Z","path":["app"],"by":{"responder":"app","rule":"offline"},"evaluation":"retry","handled":true,"actions":[{"present":{"title":"Offline","coalesce":"type","buttons":["Again","Stop"]},"responder":"app","rule":"offline","answer":"Again"}]}

    - Without an `after`, never answered, or deciding nothing, an alert is closed
      at once. A wrong answer with `after` keeps it open; who takes it is assumed.
    - A recovery alert that coalesces takes this error's own option of the same
      title, and whether that one recovers; without such an option it is shown for
      itself.

    NAMED ALERTS

    Top-level `alerts` give alerts names: `present: name`. A name that is not there
    is an error, never a title. Each is checked, in use or not. They may present
    one another behind buttons, 32 deep; circles are errors, and all names together
    may stand for 1,000,000 values. One that speaks of `{outcome.…}` can be
    presented under `always` only, one that decides there never, nor in an event
    rule.

    THROTTLE

    key of `throttle`:

      `every`  (type: duration, not 0; default: required)
          how long after it ran the action is skipped, and marked `"throttled":
          true`
      `per`  (type: a field or path, or a list; default: one key for all)
          what makes errors count together

    The verdict stands. A rule whose deciding alert is throttled must have a `then`
    for when it is skipped; with `then: retry` the budget is asked only then,
    before `do`, and with no try left the rule runs nothing.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","time":"2026-11-20T08:00:00Z","path":["app"],"by":{"responder":"app","rule":"busy"},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"The server is busy","message":"sync will be tried again.","buttons":["OK"]},"responder":"app","rule":"busy","answer":"OK"}]}
        {"id":"2","time":"2026-11-20T08:00:10Z","path":["app"],"by":{"responder":"app","rule":"busy"},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"The server is busy","message":"pay will be tried again.","buttons":["OK"]},"responder":"app","rule":"busy","answer":"OK"}]}
        {"id":"3","time":"2026-11-20T08:00:20Z","path":["app"],"by":{"responder":"app","rule":"busy"},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"The server is busy","message":"sync will be tried again.","buttons":["OK"]},"responder":"app","rule":"busy","throttled":true}]}

    """##

  private static let eventsText = ##"""
    EVENTS

    An event says that something happened which somebody above should see to:
    `ShowSignIn`. A rule emits one in place of an error, or the app records one. It
    is asked at the responder where it starts, then climbs to the parents;
    everything moves upwards, so every resolution ends.

    EMIT

    key of `then`:

      `emit`  (type: text; default: required)
          the event's name
      `with`  (type: mapping; default: carries nothing)
          values; their texts are templates
      `evaluation`  (type: `proceed`, `cancel`, `abort`; default: `proceed`)
          of the error, which is handled

    The event starts at the `events` of the responder that emits it.

    EVENT RULES

    `events` is a list of rules with the keys of rules (errctl help verdicts).
    Their `when` asks `event` and `with` (errctl help matchers) only. They are
    asked in declared order, whatever `policy` says, until one says something other
    than `continue`; `then` is required. They share their ids with the responder's
    rules. Their templates may name `{with.NAME}`; `{error.…}` is, for an emitted
    event, the error that emitted it, and of a recorded one there is none: write
    `{error.message ?? "…"}` where both come. No alert may decide there.

      `handled`
          the event ends here
      `continue`
          the next event rule
      `escalate`
          the parent's event rules
      `transform`
          `{ transform: { event, with } }`: another event goes on with the next
          event rule; `with` is kept unless it is named
      `raise`
          `{ raise: { type: … } }`: handled, and an error starts at the parent

    key of `transform`:

      `event`  (type: text)
          the new name
      `with`  (type: mapping)
          the new values

    `raise` takes what transform (errctl help verdicts) takes, but `wrap`, and
    needs one of `type domain message status problem`; it has no templates. What
    happened (`id time origin operation …`) is kept, answers go on being consumed,
    and it counts for rates, retries and throttles. Its own resolution stands under
    `raised` and changes nothing of this one. Raised at a root it is unhandled,
    with that root's evaluation and no path.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","origin":"feed.list","path":["feed"],"by":{"responder":"feed","rule":"expired"},"evaluation":"cancel","handled":true,"actions":[{"perform":"showSignIn","with":{"text":"The session ended."},"responder":"app","rule":"show"}],"events":[{"event":"SessionEnded","with":{"why":"The session ended."},"from":{"responder":"feed","rule":"expired"},"by":{"responder":"app","rule":"show"},"handled":true}]}
        {"id":"2","origin":"feed.list","path":["feed"],"by":{"responder":"feed","rule":"pulled"},"handled":true,"actions":[{"perform":"reload","responder":"feed","rule":"pulled"}],"events":[{"event":"Pulled","with":{"times":1},"by":{"responder":"feed","rule":"pulled"},"handled":true}]}
        {"id":"3","origin":"feed.list","path":["feed","shell","app"],"handled":false,"events":[{"event":"Pulled","with":{"times":9},"handled":false}]}

    An event rule's actions of an emitted event stand in the error's own `actions`,
    in the order they ran. `events` shows an event as it was emitted, its `with`
    too; `by` is the rule that ended it.

    RECORDED EVENTS

    A record with `event` (and `with`) in place of an error starts at its origin's
    `events`. Its resolution has `handled` and no evaluation, no category, the
    whole `path`, and `by` where a rule ended it; `always` does not run. An event
    that nobody handles is reported as its root's `unhandled` says.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","origin":"sheet","path":["sheet"],"by":{"responder":"sheet","rule":"save"},"handled":true,"events":[{"event":"Save","by":{"responder":"sheet","rule":"save"},"handled":true}],"raised":{"id":"1","origin":"sheet","path":["app"],"by":{"responder":"app","rule":"sign-in"},"evaluation":"cancel","handled":true,"actions":[{"present":{"title":"Please sign in.","buttons":["OK"]},"responder":"app","rule":"sign-in","answer":"OK"}],"error":{"type":"NotSignedIn","message":"Please sign in."}}}

    """##

  private static let stateText = ##"""
    STATE AND TIME

    Four things remember: rates, retries counted by key, throttles, the alert
    queue. The same rule file, stream and seed give byte-identical resolutions for
    any number of threads.

    THE CLOCK

    The clock is the latest `time` read and never goes back; a record without a
    `time` happens now, and one before the first timed record at the epoch's start.
    A window is (now − w, now].

    RATES

    key of `rate`:

      `atLeast`  (type: 1–100,000; default: required)
          the fifth of its key holds `atLeast: 5`
      `within`  (type: duration, not 0; default: required)
          the window
      `per`  (type: a field or path, or a list; default: one key for all)
          what makes errors count together

    At the top level of a rule's `when`: it holds where this error is at least so
    many'th of its key that reached this rule and satisfied its other conditions
    within the window, whatever the verdict came to. A rate that was not reached is
    "not matched". Anywhere else (`any`, `not`, a category, a named matcher, an
    event rule) it is an error: make two rules.

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","time":"2026-11-20T08:00:00Z","path":["app"],"by":{"responder":"app","rule":"busy"},"evaluation":"cancel","handled":true}
        {"id":"2","time":"2026-11-20T08:00:10Z","path":["app"],"by":{"responder":"app","rule":"busy"},"evaluation":"cancel","handled":true}
        {"id":"3","time":"2026-11-20T08:00:20Z","path":["app"],"by":{"responder":"app","rule":"busy"},"evaluation":"cancel","handled":true}
        {"id":"4","time":"2026-11-20T08:00:30Z","path":["app"],"by":{"responder":"app","rule":"outage"},"evaluation":"abort","handled":true,"actions":[{"perform":"pageSomebody","responder":"app","rule":"outage"}]}
        {"id":"5","time":"2026-11-20T08:02:00Z","path":["app"],"by":{"responder":"app","rule":"busy"},"evaluation":"cancel","handled":true}

    COUNTED RETRIES

    A retry (errctl help verdicts) counts by key where the record has no `attempt`
    or `per` names something else: the try is one more than the errors of this key
    for which this rule's budget decided `retry` within `within`, however their try
    was known. For any other `per` without a value for every key it is the record's
    `attempt`, else untracked (`{ maxAttempts, delay }` of the first try).

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

    $ errctl replay rules.yaml errors.ndjson --resolutions - 2>/dev/null

        {"id":"1","time":"2026-11-20T08:00:00Z","origin":"feed","path":["app"],"by":{"responder":"app","rule":"again"},"evaluation":"retry","handled":true,"retry":{"attempt":1,"maxAttempts":2,"delay":0.2}}
        {"id":"2","time":"2026-11-20T08:00:05Z","origin":"feed","path":["app"],"by":{"responder":"app","otherwise":true},"evaluation":"cancel","handled":true}
        {"id":"3","time":"2026-11-20T08:00:06Z","origin":"feed","path":["app"],"by":{"responder":"app","rule":"again"},"evaluation":"retry","handled":true,"retry":{"attempt":1,"maxAttempts":2,"delay":0.2}}
        {"id":"4","time":"2026-11-20T08:00:07Z","origin":"feed","path":["app"],"by":{"responder":"app","rule":"again"},"evaluation":"retry","handled":true,"retry":{"maxAttempts":2,"delay":0.2}}
        {"id":"5","time":"2026-11-20T08:01:05Z","origin":"feed","path":["app"],"by":{"responder":"app","rule":"again"},"evaluation":"retry","handled":true,"retry":{"attempt":1,"maxAttempts":2,"delay":0.2}}

    The second has no try left. The fourth names no host: granted, untracked. The
    fifth comes after the window.

    THROTTLES AND THE ALERT QUEUE

    Throttles (errctl help actions) are per action and place, from the last time it
    ran. Alerts (errctl help actions) queue; one opens at the clock's time, so one
    of a late record opens now.

    KEYS

    - A key with a missing field is a key of its own (missing), but for retries.
    - Key tables are bounded: `state-keys`, 100,000 for each rule's budget, rate
      and throttle; the key used longest ago goes first. Asking a throttle is
      using. A key whose times have all left the window still takes a place.

    CHANCE

    Random draws come from the seed (`--seed`, 0), the record's ordinal and the
    rule, so that no other record or thread changes them: u = SplitMix64(FNV-1a 64
    of the UTF-8 of `seed/ordinal/responder/rule`) >> 11, times 2^−53. Jitter
    `full` is u·d, `equal` is d/2 + u·d/2; `retryAfter` and rounding (half up) come
    last.

    """##

  private static let recordsText = ##"""
    THE RECORDED ERROR

    A stream has one recorded error on each line: a JSON object (RFC 8259), UTF-8,
    ended by a line feed. One of `type`, `domain`, `message`, `status`, `problem`
    or `event` must be there; everything else is optional. The library's
    `ErrorRecorder` writes this format (recording).

        {"time": "2026-11-20T08:15:02.120Z", "origin": "com.shop.login.form", "type": "Shop.NetworkError", "case": "server", "payload": [503], "status": 503, "operation": "login", "attempt": 2}

      `time`  (type: RFC 3339 text, or Unix seconds)
          when it happened; precise to a microsecond
      `id`  (type: text or integer)
          the record's own id; absent, it goes by its ordinal among the accepted
          records of all streams, from 1
      `origin`  (type: text)
          where it was raised; finds the responder that is asked first
      `type`  (type: text)
          the qualified type, `Shop.NetworkError`
      `case`, `payload`  (type: text, list)
          the enum case and its associated values in order; a nested error is an
          object like this one
      `is`  (type: list of text)
          superclasses and protocols
      `domain`, `code`  (type: text; integer or text)
          as the NSError bridge has them
      `status`  (type: integer)
          the HTTP status; absent: `problem.status`, else
          `attributes.http.response.status_code`
      `message`, `reason`, `suggestion`  (type: text)
          LocalizedError's texts
      `options`  (type: list)
          RecoverableError's options: a title, or `{title, recovers}`
      `category`  (type: text)
          the error's own category; wins over `categories` where the rule file
          lists it, else it is counted and ignored
      `severity`  (type: word, or 1–24)
          `trace debug info notice warning error critical fatal`; OpenTelemetry
          numbers become words
      `fatal`, `cancelled`  (type: boolean)
          `fatal` unset: whether the severity is `fatal`
      `operation`, `attempt`  (type: text, integer)
          what was being tried; which try this was, from 1
      `retryAfter`  (type: duration)
          the other side's wish: `30s`, `1.5m` (`ms s m h d`)
      `problem`  (type: object)
          RFC 9457 problem details with their extension members
      `underlying`  (type: list of objects)
          the causes, the direct cause first
      `answers`  (type: list)
          what a person chose, alert by alert: a title, an index from 0, null
          (never answered), or `{title, after}`
      `event`, `with`  (type: text, object)
          in place of an error: an event (errctl help events) raised at the origin,
          and what it carries
      `platform`  (type: `darwin` or `linux`)
          whose errno numbers these are; absent: `defaults.platform`, else `darwin`
      `attributes`  (type: object)
          everything else; any other member counts as an attribute too

    WHAT HAPPENS TO WHAT DOES NOT FIT

    - A member of the wrong type is read as an attribute and counted ("with a
      member of the wrong type"): `"503"` and `503.5` as `status` are. Where a list
      is expected one value is a list of one.
    - A whole number written with a point (`503.0`, as exporters of tables write
      503) as `status`, `attempt`, `code`, `id` or `severity` is the integer: it
      matches what 503 matches. With an exponent (`5.03e2`) it is of the wrong
      type. What stands for a missing status (`problem.status`,
      `attributes.http.response.status_code`) has to be written without a point.
    - null says that a member is absent, `payload: null` and `answers: null`
      included; in `payload` and `attributes` it is a value: a null attribute
      exists and equals null.
    - An `attempt` below 1 counts as unknown where tries are counted; a condition
      sees it as it was recorded.
    - A key that stands twice: the last one counts, as most JSON readers have it.
    - Invalid UTF-8 and lone surrogates in a text become U+FFFD, and the record is
      counted as repaired.
    - Integers beyond 64 bits are exact as `id` and `code`; elsewhere numbers
      compare by the nearest double, and are written as they came.
    - More than 64 causes (limit `causes`) are cut, and counted.
    - A cause's platform is the record's, and its unknown members are its
      attributes.

    WHAT HAPPENS TO LINES

    Every line is counted once: answered, not an error (an object without any of
    the fields above), rejected (no JSON object; the line and column are said), too
    long (limit `record-bytes`), truncated (the stream ends inside it), or blank.
    Recorded events are answered too. The parts add up to the lines read. Lines end
    with a line feed; a carriage return before it is white space; a byte order mark
    before the first line is passed over.

    Where none of the first hundred lines is an error, or none in the whole stream,
    `errctl replay` stops with status 2 and names the keys it saw. JSON arrays,
    objects over several lines and other logs are read too: streams (errctl help
    formats).

    """##

  private static let resolutionsText = ##"""
    THE RESOLUTION

    What `errctl replay --resolutions` writes and the library returns: one JSON
    object for each record, in stream order. What has nothing to say is left out;
    the keys stand in this order.

      `id`  (type: text)
          the record's own, else its ordinal from 1
      `time`, `origin`  (type: as recorded)
      `category`  (type: text)
          of the error as it ended
      `path`  (type: list of ids)
          every responder visited, disabled ones not; of an event record those its
          event visited
      `by`  (type: mapping)
          who answered: `{ responder, rule }`, `{ responder, "otherwise": true }`
          or `{ "ignore": "cancellation" }`; in a running program also `{
          responder, "connected": true }`, code that is connected there; absent
          where nobody did
      `evaluation`  (type: `proceed retry cancel abort`)
          what the app does; events have none
      `handled`  (type: true, false)
          false: nobody decided, and the evaluation is the root's `unhandled`
      `assumed`  (type: true)
          something was not recorded: an alert's answer, or what a `custom` says
      `retry`  (type: `{ attempt, maxAttempts, delay }`)
          which try failed, the budget, and how many seconds to wait; not for a
          person's retry. No `attempt`: untracked
      `actions`  (type: list)
          what was done, in the order it ran: below
      `events`  (type: list of `{ event, with, from, by, handled }`)
          events that were emitted or recorded; `from` is the rule that emitted
      `raised`  (type: a resolution)
          of the error that an event rule raised
      `error`  (type: `{ type, case, domain, code, status, message }`)
          what the error ended as, where a rule replaced it
      `unknownCategory`  (type: text)
          the error's own category, where the file does not list it
      `outOfContract`  (type: list of ids)
          whose contract (errctl help responders) does not promise this
      `steps`  (type: list)
          the whole climb, where `errctl explain` asks for it

    An action is written as in the rule file with its texts filled in, its kind
    first, alerts in full with their buttons as titles (an unwritten `OK` too),
    without its `throttle`. Then follow

    key of an action:

      `responder`
          where it comes from, with `rule`, `"otherwise": true` or `"always": true`
      `answer`
          on an alert: the button that was chosen, null where it was never answered
      `assumed`
          the answer is not recorded
      `throttled`
          it was skipped
      `coalesced`
          it was not shown: the alert before it was open, and answered for it

    Times are as recorded, numbers as JSON has them. `steps` is a by-product of the
    evaluation that decides: asked for, it is complete; not asked for, it costs
    nothing.

    """##

  private static let formatsText = ##"""
    STREAMS: LOGS AS THEY REALLY COME

    Our own format is a recorded error (errctl help records) on each line. What
    others write is read too: the first records say what a stream is, and each of
    its records becomes a recorded error of ours, is counted as no error, or is
    refused with line and reason. `errctl replay`, `errctl explain`, `errctl
    validate --stream` and suites read any of them; `errctl inspect` shows what
    came of it.

        errctl inspect app.log
        errctl replay rules.yaml app.log
        journalctl -o json -u shop | errctl replay rules.yaml -

    FORMATS

    `--input NAME` names a format; without it the first record that is of a known
    format decides, among the first 16 and behind up to 127 lines that are of none,
    as programs print them first; a record that only has a message is ours where
    none of those says otherwise. It is decided once: what is of another format
    later is refused, unless `--input mixed` asks for each record to be looked at.

      `otlp`
          OpenTelemetry logs, and exceptions of spans (OTLP/JSON) (an OTLP/JSON
          export request a line, or a file of one)
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
          log show --style ndjson
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
          each with the record of another log)
          `logEvents` or `events`; `logEvents` or `searchedLogStreams` or
          `nextForwardToken` or `nextToken`
      `kubernetes`
          Kubernetes events, containers that ended or can’t start, pods that failed
          (an object of the API, or a list of them)
          `kind` of Event, Pod, List, EventList, PodList; `apiVersion`
      `gcp`
          Google Cloud Logging entries
          `logName` or `insertId`; `jsonPayload` or `textPayload` or `protoPayload`
          or `httpRequest`
      `docker`
          Docker's json-file driver
          `log`; `stream`; `time`
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
      `json`
          JSON lines of other loggers, by the usual names
          `level`, `lvl`, `severity` or another; `msg`, `message`, `short_message`
          or another
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
      `dotnet`
          .NET's console logger (`LEVEL: CATEGORY[EVENT]`, then the message,
          indented)
          its lines
      `zap`
          zap's console encoder (Go, Kubernetes operators)
          (`TIME⇥LEVEL⇥LOGGER⇥FILE:LINE⇥message⇥{fields}`)
          its lines
      `lambda-text`
          AWS Lambda's logs as text (`TIME⇥REQUEST⇥LEVEL⇥message`,
          `[LEVEL]⇥TIME⇥REQUEST⇥message`)
          its lines
      `rust-text`
          Rust's env_logger and tracing-subscriber as text (`[TIME LEVEL TARGET]
          message`, `TIME LEVEL TARGET: message`)
          its lines
      `elixir`
          Elixir's Logger (`CLOCK METADATA [LEVEL] message`)
          its lines
      `python-text`
          Python's logging as text (`LEVEL:LOGGER:message`, `TIME - LOGGER - LEVEL
          - message` and the like)
          its lines
      `java-text`
          Java's loggers as text: Logback, Log4j, Spring Boot, Tomcat,
          Elasticsearch (`TIME [THREAD] LEVEL LOGGER - message`, `TIME LEVEL PID
          --- [THREAD] LOGGER : message` and the like)
          its lines
      `go-log`
          Go's log package (`YYYY/MM/DD CLOCK FILE:LINE: message`, a level before
          the message or none)
          its lines
      `syslog-text`
          syslog in files (RFC 3164, rsyslog, `logger -s`) (`<PRI>MMM DD CLOCK HOST
          APP[PID]: message`, with an ISO time, or with neither)
          its lines
      `compose`
          docker compose logs (`SERVICE
          TIME message`)
      `cri`
          container logs of a Kubernetes node (CRI) (`TIME STREAM TAG message`)
          its lines
      `text`
          other text with a time at its beginning (`TIME LEVEL message`, `TIME
          [LEVEL] message`, `TIME LOGGER LEVEL message`, `TIME message`)
          its lines
      `logfmt`
          logfmt (`key=value` from end to end)
          `level` or `lvl` or `severity` or `levelname`; `msg`, `message`, `error`
          or another
      `csv`
          CSV and TSV with a first row of names
          `level`, `lvl`, `severity` or another; `msg`, `message`, `short_message`
          or another
      `trace`
          stack traces and crash reports of Java, JavaScript, Python, Swift, Go,
          Rust, .NET (a stack trace or crash report, with no log around it)
          `trace`
      `plain`
          text with a level at its beginning and no time (`LEVEL: message`,
          `[LEVEL] message`)
          its lines

    `errctl` is our own. A record with `origin`, `underlying`, `case`, `payload`,
    `domain`, `operation`, `attempt`, `attributes` or another member that only our
    records have, beside `type`, `domain`, `message`, `status`, `problem` or
    `event`, is always ours.

    Each format is one file in `Sources/ErrorStreams/Formats/BuiltIn`, with what it
    is recognised by, its mapping and an example; the table is compared with them.
    *Documented* formats have no producer that runs where the tests do: their
    examples follow the source that is named.

    DOCUMENTS

    Records may stand one a line, as objects written over several lines, in a JSON
    array, or as an RFC 7464 sequence. How a stream begins decides: an array, or an
    object that is still open at the end of its first line, is a stream of
    documents (where its second line begins like another object, only if the first
    one ends with `[`). A document that is cut is refused with the line where it
    began, and the next one is looked for on a line that begins as the first
    document's did. Lines in messages are always the stream's own.

    TEXT

    The first pattern of a format that matches a line from its beginning makes a
    record of it: named groups are its members. Codes that colour a text at a
    terminal, and a carriage return at a line's end, are no part of it.

    What follows a record's first line belongs to it: indented lines, Java's,
    JavaScript's, .NET's, PHP's and Ruby's frames, `Caused by:` and `Wrapped by:`,
    Python's tracebacks with all that they are chained by, loguru's and those of
    exception groups too, crash reports of Swift, Go and Rust; blank lines too,
    where more of the record follows. They are its member `more`, and `type`,
    message and causes are read from it. Behind a trace's frames a line that is not
    indented belongs to it only where more of a trace follows. Any other line that
    begins no record is refused, with what follows it. With `--input mixed` too a
    trace belongs to the line of text before it, whatever format that is of.
    `Exception in thread "…"` never does: what nothing caught is a record of its
    own, as `trace` reads it, among the lines of any log of text. A record of more
    than half of `record-bytes` is cut there: it is answered, and each line that
    was cut off is counted as too long. `trace` reads such traces with no log
    around them.

    Docker, CRI and compose write each line of a program into one of their own.
    There too a stack trace belongs to the line before it, of the same service or
    stream, and a line that Docker (16 KiB) or the CRI (tag `P`) split is one
    again, up to half of `record-bytes`; what does not fit is a record of its own.
    So it is where the format is detected or named; `--input mixed`, and JSON over
    several lines, have each line for itself. White space and another order in
    Docker's lines, as what copies them writes them, change nothing.

    - Access logs: a response of 5xx is an error, of 4xx a warning, so that both
      are asked about; anything else is no error. `errctl inspect --write` and
      `errors: { atLeast: error }` leave the 4xx out.
    - Any other text with a time at its beginning is `text`: the first level behind
      the time is the line's, whether it stands alone, in brackets, or behind a
      thread in brackets, a process or one logger's name. Behind a name a level is
      in capitals, in brackets or has a colon: `TIME upstream error while …` is a
      sentence. Text with a level and no time is `plain`; as many a log begins with
      such a line, it is taken only where no other format is found, as `trace` is.
    - No level: Go's `log`, syslog in files and container logs have none but a word
      before the message (`error: …`). Where there is none, a line is no error;
      `errors: all` in a mapping takes all of them. Where no line of a log says a
      level, `errctl inspect` says so (`"levels": false` in JSON).
    - No year, no date: `Nov 21 01:41:19`, klog's `1121 01:41:19` and a time of day
      alone say no moment. They stay the attribute `clock`, and the record has no
      `time`.

    TABLES

    CSV and TSV as RFC 4180 has them, whose first row names the columns; `Level`
    and `LEVEL` are the `level` that a mapping asks for. `,`, `;` or a tab is what
    that row has most of. Columns may be quoted, with separators, line breaks and
    doubled quotes in them. Rows with more or fewer columns than the first one are
    refused. A quote that nothing closes is refused with its line, and the next
    line is read.

    WHAT A RECORD BECOMES

    - Type, message and causes come from the fields of an exception where there are
      any, else from a stack trace, as one text or as a list of its lines: Python's
      chained tracebacks (the first cause stands first), Java's, JavaScript's and
      .NET's (`Caused by:`, `[cause]:`, `--->` after; behind `Wrapped by:` the
      first cause stands first). Causes are in our order: the direct one first.
      What a group holds (Python's `ExceptionGroup`, .NET's `AggregateException`)
      stands among its causes. What was `Suppressed:` is no cause, nor are its
      causes. A code in the line (`TypeError [ERR_X]: …`, `SocketException (111):
      …`) is the error's.
    - The log's own message is the error's where nothing else says one; else it
      stays an attribute.
    - `Error Domain=… Code=…` in Apple's and swift-log's texts, and in other
      loggers' messages (text, syslog, Docker, CRI, journald, CloudWatch, Google
      Cloud), becomes domain, code and message; errors in its `UserInfo` become
      causes. The description `"(null)"` is none.
    - Severities are words in any case (`WARN`, `err`, `Fault`), syslog's 0–7,
      Bunyan's 10–60, Python's 10–50 or OpenTelemetry's 1–24, by format. A word
      that is none is left as an attribute.
    - Times are written as RFC 3339, with `Z` for UTC however the log says it;
      those of web servers, C and mail (`21/Nov/2026:01:41:19 +0000`, `Sat Nov 21
      01:41:19 2026`) are read too, and the names of zones that have one meaning. A
      time without a zone is UTC; numbers are in the unit that the format has, or,
      where it has several, that their size speaks of (below 10¹¹ seconds, 10¹⁴
      milliseconds, 10¹⁷ microseconds, else nanoseconds); an object of seconds and
      nanoseconds, as Log4j 2 has one, is read too.
    - A value that can't be read as its field is left as an attribute, and the
      record is counted ("with a member of the wrong type"); so is a record that is
      no error but has a severity that nobody understands: it may have been one.
    - An object is a message, as its JSON, only where there is no text that says
      one.
    - Everything else becomes attributes, by its own names.
    - A record in a record (`inner`: Docker, CRI, compose, CloudWatch, journald,
      syslog, Google Cloud's `textPayload`, and the rest of a line of `text` that
      says no level, as in S3 exports and `kubectl logs --timestamps`) is read as
      the format that it is, JSON or text; the record around it says what that one
      does not. What the inner one says of a severity decides; where it says none,
      the severity around it counts (journald's `PRIORITY`, Google Cloud's
      `severity`). Text of no known format is the outer record's message.

    WHICH RECORDS ARE ERRORS

    Where a mapping does not say otherwise, what has the severity `warning` or
    worse, or a type, a domain or a cause. The others are counted as no errors: a
    log in which nothing went wrong ends with status 0. A record whose message is
    missing (journald's `null` for what is too long) has an empty one.

    FILES, FOLDERS AND PATTERNS

    Whatever reads streams takes files, folders, patterns and `-`, standard input:

        errctl replay rules.yaml app.log logs/ 'archive/**/*.log*' -

    - A file that is named is read whatever its name says; the order of reading is
      the order of naming.
    - A folder is read with all folders in it, by path. What rotation left behind
      comes before what is written to, oldest first: `app.log-20261120`,
      `app.log.2.gz`, `app.log.1`, `app.log`.
    - A pattern that the shell did not resolve (quote it): `*`, `?` and `[a-z]`
      within a name, `**` for folders in any depth.
    - In folders and behind patterns hidden files, YAML files (rules, suites,
      mappings), pipes and devices are passed over, links to files are followed,
      links to folders are not (none leads around in a circle), and a file is read
      once, by whatever names it is found. A pattern that names YAML files gets
      them. A JSON rule file is read like any JSON.
    - A folder or a pattern in which nothing is found is an error, and so is what
      can't be read; every such path is named, and nothing is read.

    Each stream is detected for itself. Of several streams one may be a log without
    any error, or none at all: its lines are refused and counted.

    PACKED STREAMS

    gzip and zstd are known by their first bytes, in folders too, and unpacked by a
    thread of its own, up to four blocks of 256 KiB ahead. Members and frames one
    after the other are one stream. A cut tail and damage are said, with `--strict`
    they are errors. What unpacks to more than a thousand times its size, past the
    first 16 MiB, is refused. An errctl built without the trait `Compression` says
    that a stream is packed and how to unpack it first.

    SOME OF THE RECORDS

      `--since TIME`
          what is of this time or later: `2026-11-22T05:00:00Z`, `2026-11-22`
          (UTC), or `2h`, `30m`, `1d` before now
      `--until TIME`
          what is earlier than this time: windows that adjoin share nothing
      `--where MATCHER`
          what matches, as a rule's `when` asks it: `--where '{ category: upstream,
          status: 5xx }'`
      `--sample SIZE`
          so many records drawn at random, `1000`, or a share of them: `5%`,
          `1/20`, `0.05`

    They are asked in this order, of events as of errors, by `replay`, `diff`,
    `explain` and `graph`. The rest is counted as `filtered` and does nothing: it
    moves no clock, counts for no rate and has no ordinal. A record without a time
    is in no window; the ledger says how many of the filtered are such (`untimed`).

    Now is the machine's clock, or what `--now TIME` says; `--sample` draws by
    `--seed` and the record's place in its stream, so that the same records are
    drawn for any number of jobs, and a share of a pipe is that of the file. A
    number of records takes a first look at the streams, so they have to be files.
    `--where` knows the rule file's categories, named matchers, types, codes and
    lists; what is wrong with it is said with its place, as `--where:1:3`. `diff`
    asks OLD.

    SEVERAL STREAMS BY TIME

    `--order time` merges the records of all streams by their times, where they are
    read one after the other otherwise. That is what rates, retry budgets and
    throttles over the logs of several hosts need.

    - Of records of one time that of the stream named first goes first. A record
      without a time stays behind the one before it.
    - Memory is bounded: of each stream a chunk is at hand, together at most 64
      MiB. Each stream is taken to be nearly in order: a record that is earlier
      than one that was answered before is answered late, and counted as
      `outOfOrder`, for its stream.
    - Up to 500 streams are merged. Of a pipe that is slow all others wait.

    A LOG THAT GROWS

    `--follow` goes on with what files get, until Control-C (or SIGTERM); then
    comes the summary, with status 130. At a terminal a line says what was found so
    far. `--resolutions -` is written as records come. Every 250 ms each file is
    looked at:

    - Rotated (another file stands at the path): what the old one still gets is
      read for one more look, then what was made and put away in between, oldest
      first (`app.log.2`, `app.log.1` beside `app.log`), then what stands there
      now.
    - Truncated (shorter than what was read of it, or its first KiB is another): it
      is read from its beginning. What was written and not read before is lost;
      nobody can know how much, so the summary says how often (`truncations`).
    - A line that is open where a file ends is a line of its own: `truncated` where
      its JSON is cut. It never runs into the next file.
    - The last record of a log of text is answered once the next one begins, or at
      the end: a stack trace that a rotation cuts is one record. (Read without
      `--follow`, each file is a stream of its own: what a rotation cut off is
      refused, with its line.)

    Files that a rotation has put away, and packed ones, are read to their ends.
    Which files are followed is settled at the start: those that appear in a folder
    later are not, nor what a pattern would match by then. A writer that holds on
    to a rotated file longer than one look, two rotations of a file that was packed
    or deleted between two looks, and a file that is written anew with the same
    first KiB are not seen through.

    THE LEDGER

    Every line is counted once, and the parts add up:

      `lines`
          lines read, or documents
      `inner`
          records that lines hold beyond one each
      `records`
          errors and events that were answered
      `filtered`
          errors and events that were not asked for
      `notErrors`
          records that are no errors
      `rejected`
          no JSON, no record of the format
      `tooLong`
          longer than the limit `record-bytes`
      `truncated`
          the stream ends inside it
      `blank`
          white space
      `passedOver`
          what stands around records: envelope headers and their binary items,
          first lines of tables, first and last lines, a trace without exceptions
      `continued`
          lines that belong to the record before them: stack traces, rows with line
          breaks in them

    `lines` + `inner` = `records` + `filtered` + `notErrors` + `rejected` +
    `tooLong` + `truncated` + `blank` + `passedOver` + `continued`. Beside them
    stand `outOfOrder`, the records before the time of one read earlier in their
    stream, and `untimed`. The summary says it for all streams and, where one is
    not our own, for each; `--format json` has it under `ledger` and `sources`.
    `--rejects FILE` keeps the lines that were refused, of whichever stream:
    unpacked, and while a log is followed.

    MAPPINGS

    A format of your own is a `NAME.mapping.yaml` for `--input`. `errctl inspect
    LOG --write app.mapping.yaml` writes the mapping in use, to be changed.

    app.mapping.yaml:

        mapping: 1
        name: app
        description: What the payment service writes
        detect: [ ts, lvl ]                 # all must be there; also { all, any, none }
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
          1; the name in messages; one line
      `like`
          the built-in format whose way to split a log this one has: what its
          records are wrapped in (`otlp`, `cloudwatch`, `kubernetes` …), how its
          lines are taken apart (`logfmt`, `syslog`, `swift-log-text` …); `inspect
          --write` says it
      `text`
          of lines of text: `patterns`, an expression in RE2's syntax or a list of
          them, whose named groups are members (a path that names none of them is
          an error); `continued`, which lines behind the first belong to a record:
          `traces` (unless said), `all` that no pattern matches, `none`
      `table`
          of rows with names in the first one: `separator`, which is `comma`,
          `semicolon`, `tab` or `pipe`; `{}` to find it out
      `detect`
          what a record must have to be of the format: a list of paths, or `all`,
          `any` (a list of lists: one of each), `none`; an element is a path or `{
          path, is: [ words ] }`. A record without is refused
      `fields`
          fields of a recorded error (errctl help records): a path, a list of paths
          of which the first that can be read counts, or the keys below
      `logMessage`
          where the log's own message stands
      `stack`
          where the text of a stack trace stands, or the list of its lines; a place
          that `type` names too is a `type` where it is no trace
      `appleErrors`
          where an `Error Domain=…` may stand
      `chain`
          a list of exceptions: `from`, `order` (`rootFirst` or `thrownFirst`),
          `fields` of one exception, `qualifier` (what stands before its type),
          `nested` (where an exception has its cause in it)
      `inner`
          where another log's record may stand
      `attributes`
          objects whose members are attributes of their own
      `drop`
          members that are no attributes
      `errors`
          `all`, or `{ atLeast: severity, or: [ fields ] }`

    key of a field:

      `from`
          a path or a list of them: `a.b` finds `b` in `a` and the key `a.b`, the
          longer key first; `.` is the record itself
      `as`
          how it is read: `time`, `seconds`, `milliseconds`, `microseconds`,
          `nanoseconds`, `epoch` (by size); `severity`, `syslog`, `priority`
          (facility and severity in one), `http` (a response's status), `bunyan`,
          `python`, `level` (a word; 10, 20 … 60 as Bunyan's, other numbers as
          OpenTelemetry's); `text`, `bytes`, `lastPart`; `integer`, `code`,
          `boolean`, `json`
      `values`
          what words of the log mean
      `default`, `where`
          what it is where nothing was found; the path that must be there for that

    A log of lines of one's own:

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

    What is wrong with a mapping file is said with its place, as for rule files: by
    `errctl validate pay.mapping.yaml`, or where it is used. An editor completes
    and checks one by `errctl schema mapping`.

    RECIPES

    journald, now and as it goes on:

        journalctl -o json --since today -u shop | errctl replay rules.yaml -
        journalctl -o json -f -u shop | errctl replay rules.yaml - --resolutions -
        journalctl -o json --file '/var/log/journal/*/system.journal' -p err | errctl replay rules.yaml -

    Docker, whose `json-file` logs rotate on their own:

        docker inspect -f '{{.LogPath}}' shop | xargs sudo cat | errctl replay rules.yaml -
        sudo errctl replay rules.yaml '/var/lib/docker/containers/*/*-json.log*' --order time --since 24h
        sudo errctl replay rules.yaml "$(docker inspect -f '{{.LogPath}}' shop)" --follow
        docker logs shop 2>&1 | errctl replay rules.yaml -

    Kubernetes: events, containers that ended or can’t start, and the logs of all
    pods of a deployment by time:

        kubectl get events -A -o json | errctl replay rules.yaml -
        kubectl get pods -A -o json | errctl inspect -
        mkdir logs && for pod in $(kubectl get pods -l app=shop -o name); do kubectl logs "$pod" > "logs/${pod#pod/}.log"; done
        errctl replay rules.yaml logs --order time

    CloudWatch, Google Cloud, Apple's log:

        aws logs filter-log-events --log-group-name /aws/lambda/pay --output json | errctl replay rules.yaml -
        aws s3 cp --recursive s3://logs/exported/ logs/ && errctl replay rules.yaml logs --order time
        gcloud logging read 'severity>=WARNING' --format=json | errctl replay rules.yaml -
        log show --last 1h --style ndjson | errctl replay rules.yaml -

    A day of rotated and packed logs, one hour of it, and a twentieth of that:

        errctl replay rules.yaml '/var/log/shop/*.log*' --since 2026-11-22T05:00:00Z --until 2026-11-22T06:00:00Z --sample 1/20

    """##

  private static let checksText = ##"""
    CONFIGURATION AND SUPPRESSION

    `.ERRCTL.YAML`

    Says how much the checks matter here. Each rule file has the nearest
    `.errctl.yaml` in its folder or above; `--config FILE` names one for all. It is
    read as strictly as a rule file: a key, code, level or option that does not
    exist is an error (status 2), and the file is checked whenever it is used,
    named, or lies in a folder's way.

    .errctl.yaml:

        version: 1
        levels:                             # by code: off, note, warning or error
          missing-id: off
          code-without-domain: error
        options:                            # by code, then by name: the check's page lists them
          long-retry: { tries: 30, time: 30m }
        exclude: [ generated, "old/*.yaml" ]

      `version`
          1
      `levels`
          how much findings of a code matter. `off`: the check does not run. What
          makes a file unusable stays an error
      `options`
          what a check asks, where its page says that it may be changed
      `exclude`
          what is left out where a folder is searched: paths relative to this
          file's folder, in which `*` stands for any characters; a folder takes all
          below it along. A file that is named itself is looked at all the same

    SUPPRESSION

    A finding that is known and meant is suppressed where it stands, with the
    reason:

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

    - A comment on a line of its own speaks of the element or key that begins on
      the next line, to its end; one at the end of a line of what begins on that
      line.
    - Several stand behind one another on one line, each behind a `#` of its own,
      or on lines of their own above one another.
    - `suppress` stands on a responder, rule, event rule or category, and speaks of
      all of it. It is the comment's form in JSON. The reason is a text, or `{
      reason, until }`.
    - With `until` it holds up to and including that day (in UTC); after it, the
      findings are back, and the suppression is one.
    - A suppression without a reason (blanks are none), or of a code that does not
      exist, does not hold and is a finding; so is one that suppresses nothing,
      which says on which line the code is found instead. For a whole file or
      folder, change the level. What makes a file unusable can't be suppressed.
    - `errctl validate --no-suppressions` says everything.

    """##

  private static let testsText = ##"""
    TESTS OF RULES

    `errctl test` answers whether rules still do what was meant: it runs the suites
    that stand beside them and the `examples` inside them, and says what no test
    has come by. Time is virtual, so nothing waits.

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
          - name: a server that is down is asked again
            error: { use: down, attempt: 1 }
            expect: { evaluation: retry, by: app/again, retry: { delay: 1s } }
          - name: after three tries a person decides
            error: { use: down, attempt: 3, answers: [ Cancel ] }
            expect: { evaluation: cancel, answer: Cancel, actions: [ { perform: track } ] }

    $ errctl test rules.yaml

        rules.yaml: 2 cases and 2 examples: all passed; coverage 71.4% (5 of 7)

    `NAME.test.yaml` is about the rule files of the same name beside it, or those
    that it names under `rules`. A rule file that is tested brings the suite of its
    name along, and a suite its rule files; in a folder all of them are found.

    key of a suite:

      `version`  (type: 1; default: required)
      `description`  (type: text; default: none)
          what it is for
      `rules`  (type: path or list; default: those of the same name)
          the rule files it is about, relative to its folder
      `stream`  (type: path; default: none)
          the recorded errors that `record` names
      `stubs`  (type: names to booleans; default: none)
          what custom matchers answer that no plugin provides
      `seed`  (type: integer; default: 0)
          of random delays
      `start`  (type: time; default: 1970-01-01T00:00:00Z)
          when the steps of each case begin
      `errors`  (type: names to errors; default: none)
          for `use`
      `expectations`  (type: names to expectations; default: none)
          for `use`
      `cases`  (type: list; default: required)
          what is tested

    key of a case:

      `name`
          what it shows; unique in its suite
      `description`
          more about it
      `error`
          a recorded error (errctl help records), or the name of one under `errors`
      `record`
          the id of a record of the stream, else its ordinal. An `error` beside it
          has what differs
      `expect`
          what is to become of it; beside `steps`, of each of them
      `steps`
          several errors, one after the other, in place of one
      `table`
          several cases that differ in some values
      `todo`
          `true`, or why: it is not expected to hold yet. It is run where it can
          be, and fails nothing

    A case starts with nothing remembered. `use` takes in what stands under a name,
    one or several: own members win, then those of the one named last. A named
    error may use others.

    WHAT IS EXPECTED

    An expectation names what matters; the rest may be anything.

      `evaluation`
          it is this one: `proceed`, `retry`, `cancel`, `abort`
      `handled`
          somebody decided, or (`false`) nobody
      `by`
          this rule decided: `responder/rule`, a rule's id where it is the only
          one, `responder/otherwise`, `ignore`, `nobody`
      `responder`
          a rule or the `otherwise` of this responder decided
      `rules`
          these matched and ran, in this order; others may have, too
      `path`
          exactly these responders were visited, in this order
      `category`
          the category of the error as it ended is this
      `retry`
          `attempt`, `maxAttempts` and `delay` are so; the delay is a duration
      `actions`
          these ran, in this order; others may stand between them
      `alert`
          an alert was shown that has these members, and this `answer`
      `answer`
          this button’s title was said to an alert, or null: nobody answered
      `assumed`
          something was assumed, or (`false`) nothing
      `error`
          the error as it ended has these members
      `events`
          these were emitted, in this order; others may stand between them
      `raised`
          an error was raised on the way, and this holds for it
      `unknownCategory`
          the error named this category, which is not listed
      `outOfContract`
          exactly the contracts of these were broken
      `never`
          none of it happened
      `only`
          nothing beside it happened
      `use`
          this one under `expectations` is taken in

    Actions and events are written as a resolution (errctl help resolutions) has
    them, in the members that matter: `{ perform: track }` holds for one that
    tracks with whatever it tracks; `present` alone for any alert. Mappings compare
    member by member, lists as a whole. In place of a value may stand what holds of
    it: `equals`, `contains`, `hasPrefix`, `hasSuffix`, `glob`, `matches` (a text),
    `atLeast`, `atMost`, `lessThan`, `greaterThan` (a number; of `delay` a
    duration), `exists`.

    key of `never`:

      `evaluation`
          the evaluation
      `by`
          who decided
      `rules`
          a rule that matched and ran
      `path`
          a responder that was visited
      `category`
          the category
      `actions`
          an action that ran
      `answer`
          what was said to an alert
      `events`
          an event that was emitted

    key of `only`:

      `rules`
          rules that matched and ran
      `path`
          responders that were visited
      `actions`
          actions that ran; `[]`: none did
      `events`
          events that were emitted

    What must not happen has to be something that could: a name that the rules do
    not have is an error everywhere.

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

      `at`  (type: duration)
          when it happens, counted from the start of the case
      `after`  (type: duration; default: 0)
          when it happens, counted from the last error of the step above
      `times`  (type: integer; default: 1)
          how often it happens
      `every`  (type: duration; default: 0)
          how far apart
      `error`  (type: error)
          as in a case
      `record`  (type: id)
          as in a case
      `expect`  (type: expectation)
          what is to become of each of them

    Where a step says `at`, `after` or `every`, the steps of its case get their
    `time` from the case; else an error has its own, or none. The clock of a case
    never goes back.

    key of a table:

      `columns`
          what stands in the cells: `name`, `record`, `error` and `expect` (a named
          one, or a mapping, in place of the case's), `error.FIELD`, `expect.KEY`,
          and below these as in `error.problem.type` and `expect.retry.delay`
      `rows`
          a case each, over what the case says itself; an empty cell (`~`) leaves
          that

    WHAT FAILS

    A failed expectation is shown as a difference (`-` expected, `+` found), beside
    the whole climb:

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

            app  asked first; the record has no origin
              ✗ again      status is 429, not 5xx
              ✓ otherwise  no rule of this responder decided
                           performed report
                           → answers: cancel

            outcome
              cancel
              app/otherwise answered. app is the root.

        rules.yaml: 1 case: 1 failed; coverage 40% (2 of 5)
        status 1

    The first twenty are shown so, others by their names. The status is 1 where a
    test failed, 2 where a suite can't be used: an unknown key, rule or record, a
    time that can't be, parts of an expectation that contradict each other, a case
    whose error never comes to the rule that is to answer it, a suite that tests
    nothing.

    `--case NAME` runs only the cases and examples of a name (`*` stands for any
    characters); where there is none, the status is 2. `--format json` has every
    test with its differences (or a `refusal`: why an example is no error), and the
    coverage; `junit` is for CI; `github` shows failures, and what no test came by,
    beside the changed lines.

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
                      ! app/again: no try left: it matched once, and there was always a try left
             0×     6 |       - { id: busy, when: { status: 503, attempt: 1 }, then: cancel }
                      ! app/busy: it never answers: shadowed by app/again
             0×     7 |       - { id: gone, when: { status: 410 }, then: proceed }
                      ! app/gone: never asked: app/again answered all that came to “app”

        rules.yaml: 1 example: all passed; coverage 28.5% (2 of 7)
        errctl: coverage is 28.5% (2 of 7), less than 90%
        status 1

    What counts is each rule, each verdict (a retry that is granted, and one for
    which no try is left), each button that somebody chose, each category that an
    error got, each `otherwise` and event rule, and each step up from a responder
    to its parent. A disabled rule does not count; an inherited one counts once; a
    responder whose `otherwise` answers everything has no step up. The percentage
    is never rounded up. Where nothing can ever come by something, that is proven
    and said (`shadowed by …`); else it is said what the tests lack.

    `--stream LOG` counts what recorded errors come by, too. `--min-coverage
    PERCENT` makes the status 1 below it.

    CASES THAT ARE WRITTEN FOR YOU

    `errctl test RULES --generate` writes a suite for what no test of a rule file
    has come by, to standard output: for each thing an error that comes by it, and
    for each rule near misses, which it does not answer: one member changed or
    taken out, numbers taken to the last that the rule answers and the first that
    it does not. The errors are those that show that a rule can answer; each case
    was run before it is written, and says what the rules do, which may not be what
    was meant: read them.

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
          - name: "app/again, just so: status 499"
            error: { status: 499 }
            expect: { evaluation: cancel, by: nobody, rules: app/again }
          - name: "app/again, near miss: status 500"
            error: { status: 500 }
            expect: { evaluation: cancel, by: nobody, never: { rules: app/again } }
          - name: "app/again, just so: status 400"
            error: { status: 400 }
            expect: { evaluation: cancel, by: nobody, rules: app/again }
          - name: "app/again, near miss: status 399"
            error: { status: 399 }
            expect: { evaluation: cancel, by: nobody, never: { rules: app/again } }
          # no case for app/odd: it never answers: shadowed by app/again
          # no case for app/odd: proceed: it never answers: shadowed by app/again
        no case for app/odd: it never answers: shadowed by app/again
        no case for app/odd: proceed: it never answers: shadowed by app/again
        11 cases written, 2 things without one

    Of what can't have a case the reason is said on standard error. `errctl test
    rules.yaml --generate >rules.test.yaml` begins a suite. Where one is there
    already, write the new one to a file of another name, which names its rules
    itself: the shell empties a file before errctl could read it.

    EXAMPLES INSIDE RULES

    `examples: { match, noMatch }` of a rule are raised at the rule's responder,
    wherever their origin would start. Of a rule that ends the climb, a `match`
    holds where it is the one that answers; of one that goes on (`continue`,
    `escalate`, `transform`, `unwrap`, or any under `match: all`), where it
    matches. A `noMatch` holds where that does not. Those of an abstract
    responder's rule are raised at each responder that extends it: a `match` holds
    where it does at one of them.

    """##

  private static let recipesText = ##"""
    RECIPES

    Eight problems that most apps and services have, each with a rule file, a few
    records and what errctl prints. Every block on this page is run as a test. A
    table of outcomes has a line for each record: its id, the outcome, the rule
    that decided, the category, the responders from the origin upwards; below it
    what was done.

    - Refresh the token and try again
    - Show one offline banner
    - A payment whose outcome is unknown
    - Background sync
    - Wrapped errors
    - Rate-limited APIs
    - A deploy gate in CI
    - A month of logs on call

    REFRESH THE TOKEN AND TRY AGAIN

    The access token expired. Refresh it, do the request once more, and if the
    server still rejects it, log out.

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
                do: [ { perform: refreshToken } ]
                # errctl: ignore vain-retry -- the second try has a new token
                then: { retry: { maxAttempts: 2, exhausted: continue, backoff: { initial: 0ms, jitter: none } } }
              - id: log-out
                when: { category: signedOut }
                do: [ { perform: showLogin } ]
                then: abort
            otherwise: { then: cancel }

    errors.ndjson:

        {"status": 401, "operation": "loadFeed", "attempt": 1}
        {"status": 401, "operation": "loadFeed", "attempt": 2}

    `errctl replay rules.yaml errors.ndjson`: the first failure refreshes and
    retries, the second logs out.

    Outcomes:

        1   retry              app/refresh            [signedOut]   app
              try 1 of 2 failed; the next after 0 ms
              perform refreshToken
        2   abort              app/log-out            [signedOut]   app
              perform showLogin

    In the app, `perform("refreshToken")` is awaited before the retry, for at most
    30 seconds (`actionLimit`). What it cannot do: if the refresh itself fails, the
    verdict stands, and the request is sent once more in vain before the log-out.

    SHOW ONE OFFLINE BANNER

    Ten requests fail when a train enters a tunnel. Show one banner, not ten, and
    retry nothing: the person decides when.

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
    Retry only what surely never reached the server; for the rest look the payment
    up and leave the flow.

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

    Send an idempotency key with `pay`; then a retry is safe, and `look-up` may say
    `retry`, too. What it cannot do: no verdict depends on what `lookUpPayment`
    finds; raise another error for “declined” when you know it.

    BACKGROUND SYNC

    Nobody watches a background job. Retry with patience, never show an alert, and
    page somebody only if many jobs fail.

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
    What it cannot do: there is no circuit breaker; `outage` stops retries one
    error at a time and does not hold back jobs that have not failed yet.

    WRAPPED ERRORS

    Your networking layer throws `APIError.transport(URLError)`. Take the wrapper
    off where errors start, so that every rule above sees the `URLError`.

    rules.yaml:

        version: 1
        name: wrapped
        responders:
          - id: app
            rules:
              - id: offline
                when: { domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet }
                do: [ { present: { title: You are offline } } ]
                then: cancel
            otherwise: { do: [ { present: { title: Something went wrong } } ], then: cancel }
          - id: screen                        # what all screens share
            abstract: true
            rules:
              - { id: inner, when: { case: APIError.transport }, then: { unwrap: payload.0 } }
          - { id: feed, parent: app, origins: [ com.news.feed.* ], extends: { from: screen } }
          - id: article
            parent: app
            origins: [ com.news.article.* ]
            extends: { from: screen, mode: append }
            rules:
              - { id: gone, when: { case: APIError.notFound }, do: [ { perform: goBack } ], then: abort }

    errors.ndjson:

        {"type": "APIError", "case": "transport", "payload": [{"type": "URLError", "domain": "NSURLErrorDomain", "code": -1009}], "origin": "com.news.feed.list"}
        {"type": "APIError", "case": "notFound", "origin": "com.news.article.body"}
        {"type": "APIError", "case": "transport", "payload": [{"type": "URLError", "domain": "NSURLErrorDomain", "code": -1009}], "origin": "com.news.article.body"}

    Outcomes:

        1   cancel             app/offline            feed → app
              present “You are offline” [OK]
              ended as URLError
        2   abort              article/gone           article
              perform goBack
        3   cancel             app/offline            article → app
              present “You are offline” [OK]
              ended as URLError

    If the inner error is a cause (`underlyingErrors`, `NSUnderlyingErrorKey`), you
    need no unwrapping to match it: use `rootCause` or `underlying` (errctl help
    matchers). What it cannot do: no default unwraps for all responders; each
    screen extends `screen`.

    RATE-LIMITED APIS

    The server says how long to wait. Wait if it is short; tell the person if it is
    long. Count tries for each host, whatever the operation.

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
                then: { retry: { maxAttempts: 3, per: attributes.host, within: 10m, backoff: { initial: 2s, jitter: none } } }
            otherwise: { then: cancel }

    errors.ndjson:

        {"time": "2026-11-20T08:00:00Z", "status": 429, "host": "api.example", "retryAfter": "5s", "operation": "search"}
        {"time": "2026-11-20T08:00:01Z", "status": 429, "host": "api.example", "operation": "suggest"}
        {"time": "2026-11-20T08:00:02Z", "status": 429, "host": "api.example", "operation": "search"}
        {"time": "2026-11-20T08:00:03Z", "status": 429, "host": "maps.example", "retryAfter": "10m", "operation": "route"}

    Outcomes:

        1   retry              app/wait               app
              try 1 of 3 failed; the next after 5 s
        2   retry              app/wait               app
              try 2 of 3 failed; the next after 4 s
        3   cancel             app/otherwise          app
        4   cancel             app/too-long           app
              present “Too many requests”, “Try again in 10m.” [OK]

    A delay is never shorter than `retryAfter`. The third record finds no try left
    for its host and ends with `otherwise`. What it cannot do: rules answer errors;
    they cannot slow requests down before the server complains.

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
        2 records from errors.ndjson

        What would change
          1 of 2 records (50.0 %)
                1  end otherwise
                1  are tried again otherwise

        Outcomes, old down and new across
                        retry unhandled       all
          retry             1         1         2
          unhandled         ·         ·         0
          all               1         1         2

        Who took over
                1  retry → unhandled  app/again → (nobody)
                   such as HTTPError (2)
                   errctl explain rules.yaml --stream errors.ndjson --record 2

        What the retries would do
                   tries  peak/min  longest wait  recovered  given up  not known
          old          2         2        179 ms          1         0          1
          new          1         1         87 ms          1         0          0
               −1  tries of save (1 → 0)

        fails: any->unhandled
        status 1

    In CI `main.yaml` is `origin/main:rules.yaml`, a revision that errctl reads
    from git:

        errctl validate rules/
        errctl test rules/ --min-coverage 90
        errctl diff origin/main:rules/app.yaml rules/app.yaml errors.ndjson --fail-on 'any->unhandled or retry->abort > 0'

    `Examples/pull-request` is the whole GitHub workflow, with a comment on the
    pull request.

    A MONTH OF LOGS ON CALL

    You have logs, not records. Look at them first, then ask what the rules would
    have done.

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

    `errctl inspect app.log` prints which format the log has, which field became
    what, and how many lines are errors:

    $ errctl inspect app.log --samples 1

        app.log: text — other text with a time at its beginning
          5 read: 4 errors, 1 not an error

        Fields
                4  time       time
                4  message    the stack trace in more; “Error Domain=…” in message, line; message, line
                4  severity   level
          missing: origin (logger); type (the stack trace in more); domain (“Error Domain=…” in message, line); code (“Error Domain=…” in message, line); underlying (the stack trace in more; “Error Domain=…” in message, line)

        Sample 1
          before  2026-11-20T08:00:05Z ERROR gateway: upstream timed out while reading response
          after   {"time":"2026-11-20T08:00:05Z","severity":"error","message":"gateway: upstream timed out while reading response"}

    $ errctl replay rules.yaml app.log

        on-call  rules.yaml
        4 records from app.log

        What would happen
          proceed         1   25.0 %  ██████  go on
          retry           2   50.0 %  ████████████  try again
          abort           1   25.0 %  ██████  stop

        Categories
          none       4  100.0 %  ████████████████████████

        Who answered
          service/storm           1   25.0 %  ██████
          service/again           2   50.0 %  ████████████
          service/otherwise       1   25.0 %  ██████

        What would have been done
                1  perform page

        Retry load
                2  service/again, waiting 54 ms on average, 108 ms in all
          2 of them untracked: no attempt is recorded, nor what to count by

        Lines
          5 read: 4 answered, 1 not an error
          app.log: text, 4 of 5 answered

    For a month, name a folder or a pattern; packed and rotated files are read in
    order:

        errctl replay rules.yaml '/var/log/shop/**/*.log*' --since 2026-11-01 --until 2026-12-01
        errctl replay rules.yaml logs/ --where '{ message: { contains: timed out } }' --format html > november.html
        errctl replay rules.yaml logs/ --load           # tries by minute and upstream, if records name an operation

    What it cannot do: lines without a date have no time, so rates, throttles and
    `--since` do not work on them; records without `operation` and `attempt` cannot
    be followed, so their retries are granted untracked.

    """##
}
