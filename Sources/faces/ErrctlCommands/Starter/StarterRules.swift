extension StarterFile {
  /// A small app: short, with one use of each idea.
  static let starterRules = #"""
    # yaml-language-server: $schema=schemas/rule-file.json
    # How a podcast app handles errors. Change a line, then run: errctl validate .
    version: 1
    name: podcasts

    defaults:
      category: unexpected                # for errors that match no category below
      retry: { maxAttempts: 3, backoff: { initial: 500ms, multiplier: 2, max: 20s, jitter: full } }

    lists:                                # named values: $unreachable
      unreachable: [ NSURLErrorNotConnectedToInternet, NSURLErrorNetworkConnectionLost, NSURLErrorTimedOut ]

    categories:                           # an error gets the first category that matches
      - { name: signedOut, when: { any: [ { status: 401 }, { case: SessionError.expired } ] } }
      - { name: offline, when: { domain: NSURLErrorDomain, code: $unreachable } }
      - { name: busy, when: { status: [ 429, 5xx ] } }
      - { name: diskFull, when: { domain: NSPOSIXErrorDomain, code: ENOSPC } }

    responders:                           # an error escalates from its origin to the root
      - id: app                           # the root: it has no parent
        rules:
          - id: sign-in
            when: { category: signedOut }
            do: [ { perform: showSignIn } ]
            then: abort                   # leave the whole flow
            examples: { match: [ { status: 401 } ], noMatch: [ { status: 403 } ] }
          - id: again                     # after three tries the next rule decides: here, otherwise
            when: { category: [ busy, offline ] }
            then: retry                   # errctl: ignore unknown-outcome -- twice does no harm: searches and downloads
        otherwise:                        # if no rule decided
          do:
            - present: { title: That did not work, message: Please try again in a while. }
              throttle: { every: 30s }    # shown at most this often; the verdict stays the same
          then: cancel
        always: [ { log: "{error.type}: {outcome.evaluation}" } ]

      - id: downloads
        parent: app                       # errors escalate to it if no rule here decides
        origins: [ com.podcasts.downloads.* ]
        rules:
          - id: make-room
            when: { category: diskFull }
            do:                           # the person decides
              - present:
                  title: Your disk is full
                  message: Episodes that you have heard can go.
                  buttons:
                    - { title: Delete them, do: [ { perform: deleteHeardEpisodes } ], then: retry }
                    - { title: Not now, role: cancel, then: cancel }
          - id: later
            when: { category: offline, attempt: { atLeast: 2 } }
            do: [ { perform: downloadLater, with: { episode: "{attributes.episode}" } } ]
            then: proceed                 # dealt with; go on

      - id: player
        parent: app
        origins: [ com.podcasts.player ]
        rules:
          - id: skip
            when: { type: DecodingError }
            do: [ { set: { player.note: This episode can't be played. } }, { perform: playNext } ]
            then: proceed

    """#
}
