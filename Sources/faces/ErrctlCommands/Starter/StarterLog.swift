extension StarterFile {
  /// A log of any program: its words and levels are all that there is.
  static let logRules = #"""
    # The errors of a program, by what its log says of them. errctl inspect app.log shows how a log is read; errctl formats lists the
    # formats. Change a line, then run: errctl validate . && errctl replay rules.yaml app.log
    version: 1
    name: logs

    defaults: { category: other }

    categories:                           # the first that matches
      - name: crash                       # the process ended, or is about to
        when: { any: [ { fatal: true }, { type: [ OutOfMemoryError, MemoryError, SystemExit ] } ] }
      # errctl: ignore localised-text -- a log has no more than its words
      - name: full
        when: { message: { contains: No space left on device } }
      # errctl: ignore localised-text -- a log has no more than its words
      - name: network
        when:
          any:
            - { type: [ ConnectionError, ConnectionRefusedError, TimeoutError ] }
            - { message: { matches: "(?i)connection (refused|reset)|timed out" } }
      # errctl: ignore localised-text -- a log has no more than its words
      - name: known                       # somebody works on it
        when: { origin: shop.invoices, message: { hasPrefix: VAT number missing } }

    responders:
      # errctl: ignore change-policy -- no error is of two kinds, and an outage is paged once
      - id: log
        rules:
          - id: page
            when: { category: [ crash, full ] }
            do: [ { perform: page, with: { what: "{error.origin}: {error.message}" } } ]
            then: abort
          - { id: known, when: { category: known }, then: proceed }
          - id: outage                    # five of one program within a minute
            when: { category: network, rate: { atLeast: 5, within: 1m, per: origin } }
            do: [ { perform: page, with: { what: "{error.origin} reaches nobody" } } ]
            then: abort
          - { id: network, when: { category: network }, then: proceed }  # the program tries again by itself
        otherwise:                        # a ticket for each kind, once an hour
          do:
            - perform: openTicket
              with: { title: "{error.type} in {error.origin}" }
              throttle: { every: 1h, per: [ origin, type ] }
          then: cancel

    """#

  static let logSuite = #"""
    version: 1
    rules: rules.yaml
    stream: app.log

    errors:
      slow: { origin: shop.pay, message: charge timed out }
      broken: { origin: shop.web, type: KeyError }

    cases:
      - name: a crash and a full disk wake somebody
        error: { type: Failure, origin: shop.export, message: No space left on device }
        expect:
          evaluation: abort
          by: log/page
          actions: [ { perform: page, with: { what: "shop.export: No space left on device" } } ]
        table:
          columns: [ error.fatal, error.type, expect.category ]
          rows:
            - [ null, null, full ]
            - [ true, null, crash ]
            - [ null, java.lang.OutOfMemoryError, crash ]
            - [ null, MemoryError, crash ]
            - [ null, SystemExit, crash ]
      - name: the network comes and goes
        error: { type: Failure, origin: shop.stock }
        expect: { category: network, evaluation: proceed, by: log/network, never: { actions: [ perform ] } }
        table:
          columns: [ error.type, error.message ]
          rows:
            - [ requests.exceptions.ConnectionError, null ]
            - [ ConnectionRefusedError, null ]
            - [ TimeoutError, null ]
            - [ null, Connection refused ]
            - [ null, connection reset by peer ]
            - [ null, "VAT number missing: timed out" ]
            - [ null, charge timed out ]
      - name: five times in a minute is an outage
        steps:
          - { error: slow, expect: { by: log/network } }
          - { error: slow, expect: { by: log/network } }
          - { error: slow, expect: { by: log/network } }
          - { error: slow, expect: { by: log/network } }
          - { error: { origin: shop.stock, message: timed out }, expect: { by: log/network } }
          - after: 59s
            error: slow
            expect:
              by: log/outage
              evaluation: abort
              actions: [ { perform: page, with: { what: shop.pay reaches nobody } } ]
      - name: and in two minutes it is not
        steps:
          - { error: slow }
          - { error: slow }
          - { error: slow }
          - { error: slow }
          - { after: 61s, error: slow, expect: { by: log/network } }
      - name: what somebody works on is left alone, there only
        error: { message: VAT number missing for customer 1 }
        table:
          columns: [ error.origin, expect.by, expect.evaluation ]
          rows: [ [ shop.invoices, log/known, proceed ], [ shop.web, log/otherwise, cancel ] ]
      - name: an error of two kinds is of the first
        error: { type: ConnectionError }
        table:
          columns: [ error.origin, error.message, expect.category ]
          rows: [ [ shop.export, No space left on device, full ], [ shop.invoices, VAT number missing, network ] ]
      - name: five errors of another kind are no outage
        steps:
          - { error: broken }
          - { error: broken }
          - { error: broken }
          - { error: broken }
          - { error: broken, expect: { by: log/otherwise } }
      - name: but only this
        error: { origin: shop.invoices, message: "no customer, VAT number missing" }
        expect: { category: other, by: log/otherwise }
      - name: everything else is a ticket, once an hour for each kind and place
        steps:
          - error: broken
            expect: { evaluation: cancel, actions: [ { perform: openTicket, with: { title: KeyError in shop.web } } ] }
          - { after: 59m, error: broken, expect: { actions: [ { perform: openTicket, throttled: true } ] } }
          - error: { origin: shop.web, type: ValueError }
            expect: { never: { actions: [ { perform: openTicket, throttled: true } ] } }
          - error: { origin: shop.cart, type: KeyError }
            expect: { never: { actions: [ { perform: openTicket, throttled: true } ] } }
          - { after: 2m, error: broken, expect: { never: { actions: [ { perform: openTicket, throttled: true } ] } } }

    """#

  /// A log with two tracebacks, as Python's `logging` writes it.
  static let log = #"""
    2026-11-29 08:00:01,120 INFO shop.web: started
    2026-11-29 08:00:07,310 ERROR shop.stock: cannot reach stock.example: Connection refused
    2026-11-29 08:01:10,004 ERROR shop.invoices: VAT number missing for customer 4711
    2026-11-29 08:02:30,500 ERROR shop.web: GET /cart failed
    Traceback (most recent call last):
      File "/srv/shop/web.py", line 41, in cart
        total = prices[item]
    KeyError: 'sku-7'
    2026-11-29 08:02:41,100 ERROR shop.web: GET /cart failed
    Traceback (most recent call last):
      File "/srv/shop/web.py", line 41, in cart
        total = prices[item]
    KeyError: 'sku-9'
    2026-11-29 08:10:00,000 ERROR shop.pay: charge timed out
    2026-11-29 08:10:03,000 ERROR shop.pay: charge timed out
    2026-11-29 08:10:09,000 ERROR shop.pay: charge timed out
    2026-11-29 08:10:20,000 ERROR shop.pay: charge timed out
    2026-11-29 08:10:31,000 ERROR shop.pay: charge timed out
    2026-11-29 08:15:12,900 ERROR shop.export: [Errno 28] No space left on device: '/var/export/day.csv'
    2026-11-29 08:20:00,000 WARNING shop.web: slow response: 2.1 s
    2026-11-29 08:30:45,000 CRITICAL shop.worker: giving up

    """#
}
