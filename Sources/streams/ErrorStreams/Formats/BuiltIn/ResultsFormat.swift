internal import Records

extension StreamFormat {
  /// Results of servers that their logs tell by a code or the words of a protocol, without a level: LDAP, Exim, memcached, DNS,
  /// SSH. They are mostly inside another log.
  static var results: StreamFormat {
    let ldap = #"(?P<message>conn=-?\d+ op=\d+ (?:[A-Z]+ )?"#
    let mail = "(?:(?P<mail>[0-9A-Za-z]{6}-[0-9A-Za-z]{6,11}-[0-9A-Za-z]{2,4}) )?"
    var mapping = Mapping(
      logger: "results", "results of LDAP servers, Exim, memcached, BIND and sshd, which have no level",
      // What the server could not do; then what it refused. 5, 6, 10 and 14 are no failures.
      ldap + #"RESULT tag=\d+ err=(?P<code>[13]|5[12]|80)(?: \C*)?)$"#,
      ldap
        + #"(?P<level>RESULT) tag=\d+ err=(?P<code>[24789]|1[1-35-9]|[2-4679]\d|5[03-9]|8[1-9]|1\d\d)(?: \C*)?)$"#,
      mail
        + #"(?P<message>(?P<level>\*\*|==) [^ ]+@[^ ]+(?:\C* defer \((?P<code>-?\d+)\))?(?::\C*| \C*)?)$"#,
      mail
        + #"(?P<message>H=\C* (?P<level>rejected) (?:RCPT|MAIL|DATA|AUTH|EHLO|HELO|VRFY|EXPN|after|connection|by)(?:[^\w]\C*)?)$"#,
      #">(?P<connection>\d+) (?P<answer>SERVER_ERROR|CLIENT_ERROR|ERROR)(?: (?P<reason>\C*))?$"#,
      #"[<>]\d+ (?P<line>[a-z]\C*|[A-Z_]+)?$"#,
      #"\d+: (?P<line>Client using \C*)"#)
    mapping.text?.patterns += [dnsFailures] + sshFailures
    // Their other lines.
    mapping.text?.common = [
      #"(?P<line>(?:client [@\d]|zone [^ ]+/)\C*)"#,
      dnsCategory + #"(?P<line>\C*)"#,
      #"(?P<line>(?:Server listening on|Accepted|Postponed|Invalid user|Received signal|Connection (?:closed|reset) by|Connection from|Received disconnect from|Disconnected from|Starting session:|Close session:|banner exchange:|Bad packet length) \C*)"#,
    ]
    mapping.fields = [
      FieldMapping(.origin, "category", "program"),
      FieldMapping(.operation, "mail"),
      FieldMapping(.type, "answer"),
      FieldMapping(.code, "code", as: .integer),
      FieldMapping(
        .severity, "level", "answer", "query", "denied", "update", "loading", "expired", "refresh",
        "transfer",
        "resolving", "load", "negotiate", "refusal", "authentication", "bad", "dispatch", "kex",
        values: [
          "RESULT": "warning", "==": "warning", "**": "error", "rejected": "warning",
          "SERVER_ERROR": "error", "CLIENT_ERROR": "warning", "ERROR": "warning",
          "query failed": "error", "loading": "error", "expired": "error", "denied": "warning",
          "update failed": "warning", "refresh": "warning", "transfer": "warning", "resolving": "warning",
          "Cannot": "error", "Unable to load": "error", "no hostkeys": "error", "Bad": "error",
          "ssh_dispatch_run_fatal": "error", "kex_exchange_identification": "warning",
          "Unable to negotiate": "warning", "Failed": "warning", "Authentication refused": "warning",
        ], default: "error", where: "code"),
    ]
    mapping.logMessage = ["message", "reason", "answer", "line"]
    return StreamFormat(
      mapping,
      shape:
        "`conn=… op=… RESULT tag=… err=CODE …`, `MAIL == ADDRESS … defer (CODE): …`, `>CONNECTION SERVER_ERROR …`, `client …: query failed (REASON) for …`",
      isLastResort: true,
      isWithoutLevel: true,
      example: #"""
        conn=1000 op=0 RESULT tag=97 err=49 qtime=0.000010 etime=0.000136 text=
        """#,
      becomes: #"""
        {"code":49,"severity":"warning","message":"conn=1000 op=0 RESULT tag=97 err=49 qtime=0.000010 et\#
        ime=0.000136 text="}
        """#,
      .proven(
        by: "OpenLDAP 2.5.13, Exim 4.96, memcached 1.6.18, BIND 9.18.49, OpenSSH 9.2",
        source: "RFC 4511, appendix A; Exim, “Log files”; memcached, protocol.txt"
      )
    )
  }

  private static let dnsCategory =
    #"(?P<category>general|lame-servers|network|notify|queries|query-errors|resolver|security|update|xfer-in|zoneload): "#

  /// Words of BIND for what it could not answer or load, refused, or will try again, behind a category or alone.
  ///
  /// One pattern, because what a line costs grows with all of them.
  private static let dnsFailures =
    "(?:" + dnsCategory
    + #")?(?P<message>(?:client \C*?: (?:(?P<query>query failed) \([^)]*\) for |[^:]* (?P<denied>denied)|(?:updating zone [^ ]+: )?(?P<update>update failed): )"#
    + #"|zone [^ ]+: (?:(?P<loading>loading) from [a-z ]*file [^ ]+ failed: |(?P<expired>expired)|(?P<refresh>refresh): (?:failure \C*(?:timed out|canceled)|(?:retry limit|unexpected|non-authoritative) ))"#
    + #"|(?P<transfer>transfer) of '[^']*' from [^ ]+: failed"#
    + #"|(?:(?:SERVFAIL|REFUSED|NOTIMP) unexpected RCODE|connection refused|timed out|(?:network|host) unreachable|broken trust chain) (?P<resolving>resolving) ')\C*)"#

  /// Words of sshd on standard error, without the level that they have in syslog. A client that goes away is none.
  private static let sshFailures = [
    #"(?P<message>(?:(?P<level>Cannot) bind any address\.|(?P<load>Unable to load) host key|(?P<negotiate>Unable to negotiate) with [^ ]+ port |(?P<refusal>Failed) (?:password|publickey|hostbased|keyboard-interactive/pam) for \C* from [^ ]+ port |(?P<authentication>Authentication refused): bad |/[^ ]+ line \d+: (?P<bad>Bad)(?:ly)? |(?P<dispatch>ssh_dispatch_run_fatal): |(?P<kex>kex_exchange_identification): (?:client sent|banner line|Connection closed))\C*)"#,
    #"(?P<program>sshd): (?P<message>(?P<level>no hostkeys) available -- exiting\.)"#,
  ]
}
