extension StarterFile {
  static let starterSuite = #"""
    # yaml-language-server: $schema=schemas/test-suite.json
    # The expected behaviour of the rules. Change a rule, then run: errctl test .
    version: 1
    description: Covers every rule, every button and every escalation.
    rules: rules.yaml

    errors:
      noNetwork: { domain: NSURLErrorDomain, code: -1009, origin: com.podcasts.downloads.queue }
      diskFull: { domain: NSPOSIXErrorDomain, code: 28, origin: com.podcasts.downloads.files }

    cases:
      - name: a signed-out user has to sign in
        error: { type: Podcasts.SessionError, case: expired, origin: com.podcasts.account }
        expect: { evaluation: abort, by: app/sign-in, actions: [ { perform: showSignIn } ] }
      - name: a busy server is tried three times
        error: { status: 503, origin: com.podcasts.search, operation: search }
        table:
          columns: [ error.attempt, expect.evaluation, expect.by ]
          rows:
            - [ 1, retry, app/again ]
            - [ 2, retry, app/again ]
            - [ 3, cancel, app/otherwise ]
      - name: a download without a network waits after the second try
        error: noNetwork
        table:
          columns: [ error.attempt, expect.evaluation, expect.by ]
          rows:
            - [ 1, retry, app/again ]
            - [ 2, proceed, downloads/later ]
      - name: the person decides what to do with a full disk
        error: diskFull
        table:
          columns: [ error.answers, expect.answer, expect.evaluation ]
          rows:
            - [ [ Delete them ], Delete them, retry ]
            - [ [ Not now ], Not now, cancel ]
      - name: the player skips an episode that it can't read
        error: { type: DecodingError, origin: com.podcasts.player }
        expect: { evaluation: proceed, by: player/skip, actions: [ { perform: playNext } ] }
      - name: cancelled work shows no alert
        error: { type: Swift.CancellationError, origin: com.podcasts.search }
        expect: { evaluation: cancel, by: ignore, never: { actions: [ present ] } }
      - name: an error that the player has no rule for escalates to the app
        error: { type: Podcasts.ImportError, origin: com.podcasts.player }
        expect: { by: app/otherwise, path: [ player, app ], actions: [ { present: { title: That did not work } } ] }

    """#
}
