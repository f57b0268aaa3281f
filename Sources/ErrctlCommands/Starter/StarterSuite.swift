extension StarterFile {
  /// The rules' tests: a case for each that anybody would ask about.
  static let starterSuite = #"""
    # yaml-language-server: $schema=schemas/test-suite.json
    # What the rules are meant to do, a case each. Change a rule, then run: errctl test .
    version: 1
    description: Every rule, every button and every step up is come by.
    rules: rules.yaml

    errors:
      noNetwork: { domain: NSURLErrorDomain, code: -1009, origin: com.podcasts.downloads.queue }
      diskFull: { domain: NSPOSIXErrorDomain, code: 28, origin: com.podcasts.downloads.files }

    cases:
      - name: whoever is signed out is asked to sign in
        error: { type: Podcasts.SessionError, case: expired, origin: com.podcasts.account }
        expect: { evaluation: abort, by: app/sign-in, actions: [ { perform: showSignIn } ] }
      - name: a server that is busy is asked three times
        error: { status: 503, origin: com.podcasts.search, operation: search }
        table:
          columns: [ error.attempt, expect.evaluation, expect.by ]
          rows:
            - [ 1, retry, app/again ]
            - [ 2, retry, app/again ]
            - [ 3, cancel, app/otherwise ]
      - name: a download without a network waits, at the second try
        error: noNetwork
        table:
          columns: [ error.attempt, expect.evaluation, expect.by ]
          rows:
            - [ 1, retry, app/again ]
            - [ 2, proceed, downloads/later ]
      - name: a full disk is for a person to decide
        error: diskFull
        table:
          columns: [ error.answers, expect.answer, expect.evaluation ]
          rows:
            - [ [ Delete them ], Delete them, retry ]
            - [ [ Not now ], Not now, cancel ]
      - name: the player skips what it can't read
        error: { type: DecodingError, origin: com.podcasts.player }
        expect: { evaluation: proceed, by: player/skip, actions: [ { perform: playNext } ] }
      - name: nobody is told of cancelled work
        error: { type: Swift.CancellationError, origin: com.podcasts.search }
        expect: { evaluation: cancel, by: ignore, never: { actions: [ present ] } }
      - name: what the player knows nothing of is for the app
        error: { type: Podcasts.ImportError, origin: com.podcasts.player }
        expect: { by: app/otherwise, path: [ player, app ], actions: [ { present: { title: That did not work } } ] }

    """#
}
