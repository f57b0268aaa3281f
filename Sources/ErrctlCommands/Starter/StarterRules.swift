extension StarterFile {
  /// A small app's rules: short enough to be read whole, with a use of each idea.
  static let starterRules = #"""
    # yaml-language-server: $schema=schemas/rule-file.json
    # What a podcast app does about its errors. Change a line, then run: errctl validate .
    version: 1
    name: podcasts

    defaults:
      category: unexpected                # of what no category below claims
      retry: { maxAttempts: 3, backoff: { initial: 500ms, multiplier: 2, max: 20s, jitter: full } }

    lists:                                # values under a name: $unreachable
      unreachable: [ NSURLErrorNotConnectedToInternet, NSURLErrorNetworkConnectionLost, NSURLErrorTimedOut ]

    categories:                           # what errors are sorted into: the first that matches
      - { name: signedOut, when: { any: [ { status: 401 }, { case: SessionError.expired } ] } }
      - { name: offline, when: { domain: NSURLErrorDomain, code: $unreachable } }
      - { name: busy, when: { status: [ 429, 5xx ] } }
      - { name: diskFull, when: { domain: NSPOSIXErrorDomain, code: ENOSPC } }

    responders:                           # who answers; an error climbs from where it arose to the root
      - id: app                           # the root: it has no parent
        rules:
          - id: sign-in
            when: { category: signedOut }
            do: [ { perform: showSignIn } ]
            then: abort                   # what was being tried is given up
            examples: { match: [ { status: 401 } ], noMatch: [ { status: 403 } ] }
          - id: again
            when: { category: [ busy, offline ] }
            then: retry                   # three tries, then on to the next rule: here, to otherwise
        otherwise:                        # no rule decided
          do:
            - present: { title: That did not work, message: Please try again in a while. }
              throttle: { every: 30s }    # not more often than that; the verdict stands
          then: cancel
        always: [ { log: "{error.type}: {outcome.evaluation}" } ]

      - id: downloads
        parent: app                       # escalates to it what it does not decide
        origins: [ com.podcasts.downloads.* ]
        rules:
          - id: make-room
            when: { category: diskFull }
            do:                           # a person decides
              - present:
                  title: Your disk is full
                  message: Episodes that you have heard can go.
                  buttons:
                    - { title: Delete them, do: [ { perform: deleteHeardEpisodes } ], then: retry }
                    - { title: Not now, role: cancel, then: cancel }
          - id: later
            when: { category: offline, attempt: { atLeast: 2 } }
            do: [ { perform: downloadLater, with: { episode: "{attributes.episode}" } } ]
            then: proceed                 # as if nothing had happened

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
