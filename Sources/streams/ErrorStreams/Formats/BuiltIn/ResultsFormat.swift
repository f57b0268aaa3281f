internal import Records

extension StreamFormat {
  /// Results of servers that their logs tell by a code or the words of a protocol, without a level: LDAP, Exim, memcached, DNS,
  /// SSH; and the last words of BorgBackup. They are mostly inside another log.
  static var results: StreamFormat {
    let ldap = #"(?P<message>conn=-?\d+ op=\d+ (?:[A-Z]+ )?"#
    let mail = "(?:(?P<mail>[0-9A-Za-z]{6}-[0-9A-Za-z]{6,11}-[0-9A-Za-z]{2,4}) )?"
    var mapping = Mapping(
      logger: "results",
      "results of LDAP servers, Exim, memcached, BIND, sshd and BorgBackup, which have no level",
      // What the server could not do; then what it refused. 5, 6, 10 and 14 are no failures.
      ldap + #"RESULT tag=\d+ err=(?P<failure>(?P<code>[13]|5[12]|80))(?: \C*)?)$"#,
      ldap
        + #"(?P<level>RESULT) tag=\d+ err=(?P<code>[24789]|1[1-35-9]|[2-4679]\d|5[03-9]|8[1-9]|1\d\d)(?: \C*)?)$"#,
      mail
        + #"(?P<message>(?P<level>\*\*|==) [^ ]+@[^ ]+(?:\C* defer \((?P<code>-?\d+)\))?(?::\C*| \C*)?)$"#,
      mail
        + #"(?P<message>H=\C* (?P<level>rejected) (?:RCPT|MAIL|DATA|AUTH|EHLO|HELO|VRFY|EXPN|after|connection|by)(?:[^\w]\C*)?)$"#,
      #">(?P<connection>\d+) (?P<answer>SERVER_ERROR|CLIENT_ERROR|ERROR)(?: (?P<reason>\C*))?$"#,
      #"[<>]\d+ (?P<line>[a-z]\C*|[A-Z_]+)?$"#,
      #"\d+: (?P<line>Client using \C*)"#)
    mapping.text?.patterns += [dnsFailures, sshRefusals, sshFailures, borgFailures]
    // Their other lines.
    mapping.text?.common = [
      #"(?P<line>(?:client [@\d]|zone [^ ]+/)\C*)"#,
      dnsCategory + #"(?P<line>\C*)"#,
      #"(?P<line>(?:Server listening on|Accepted|Postponed|Invalid user|Received signal|Connection (?:closed|reset) by|Connection from|Received disconnect from|Disconnected from|Disconnecting|Starting session:|Close session:|banner exchange:|Bad packet length|subsystem request for|beginning MaxStartups|exited MaxStartups) \C*)"#,
      // What another line of sshd's tells, too.
      #"(?P<line>(?:It is required that your private key files|This private key will be ignored|@+ +WARNING: |@{59}|Could not get shadow information for |Account [^ ]+ has expired)\C*)"#,
    ]
    mapping.fields = [
      FieldMapping(.origin, "category", "program"),
      FieldMapping(.operation, "mail"),
      FieldMapping(.type, "answer"),
      FieldMapping(.code, "code", as: .integer),
      FieldMapping(
        .severity, "level", "answer", "query", "denied", "update", "loading", "expired", "refresh",
        "transfer", "resolving", "negotiate", "refusal", "authentication", "kex", "timeout", "user",
        "disconnecting", "drop",
        values: [
          "RESULT": "warning", "==": "warning", "**": "error", "rejected": "warning",
          "SERVER_ERROR": "error", "CLIENT_ERROR": "warning", "ERROR": "warning",
          "query failed": "error", "loading": "error", "expired": "error", "denied": "warning",
          "update failed": "warning", "refresh": "warning", "transfer": "warning", "resolving": "warning",
          "kex_exchange_identification": "warning", "Unable to negotiate": "warning", "Failed": "warning",
          "Authentication refused": "warning", "Timeout": "warning", "not allowed": "warning",
          "Disconnecting": "warning", "drop connection": "warning",
        ], default: "error", where: "failure"),
    ]
    mapping.drop = ["failure"]
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
        by: "OpenLDAP 2.5.13, Exim 4.96, memcached 1.6.18, BIND 9.18.49, OpenSSH 9.2, BorgBackup 1.2",
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
    + #"|(?:(?:SERVFAIL|REFUSED|NOTIMP) unexpected RCODE|connection refused|timed out|(?:network|host) unreachable|broken trust chain) (?P<resolving>resolving) '"#
    + #"|(?P<failure>loading configuration: (?:failure|file not found|unexpected |syntax )|exiting \(due to fatal error\)|creating IPv[46] interface [^ ]+ failed|unable to listen on any |could not (?:listen on [UT][DC]P socket|configure root hints from )|/[^ ]+:\d+: (?:unknown option|zone '[^']*': already exists)))\C*)"#

  /// Words of sshd on standard error for what it refused, without the level that they have in syslog. A client that goes away is
  /// none, nor is one that is disconnected behind a line about it.
  private static let sshRefusals =
    #"(?P<message>(?:(?P<negotiate>Unable to negotiate) with [^ ]+ port |(?P<refusal>Failed) (?:password|publickey|hostbased|keyboard-interactive/pam) for \C* from [^ ]+ port |(?P<authentication>Authentication refused): bad |(?P<kex>kex_exchange_identification): (?:client sent|banner line|Connection closed)|(?P<timeout>Timeout) before authentication for |User [^ ]+ (?:from [^ ]+ )?(?P<user>not allowed) because |(?P<disconnecting>Disconnecting) (?:(?:authenticating|invalid) user [^ ]+ )?[^ ]+ port \d+: (?:[A-SU-Z]|To[^o]|T[^o])|(?P<drop>drop connection) #\d+ from )\C*)"#

  /// Words of sshd for what it could not do.
  private static let sshFailures =
    #"(?:(?P<program>sshd): )?(?P<message>(?P<failure>Cannot bind any address\.|Unable to load host key|no hostkeys available -- exiting\.|maximum authentication attempts exceeded for |ssh_dispatch_run_fatal: |Permissions 0\d+ for '[^']*' are too open|subsystem request for [^ ]+ by user [^ ]+ failed|/[^ ]+(?: line \d+: (?:Bad(?:ly)? |Directive )|: line \d+: Bad |: terminating, \d+ bad ))\C*)"#

  /// The errors of BorgBackup, which are all that it says of them. A repository is a path or an address.
  private static let borgFailures =
    #"(?P<message>(?P<failure>Repository (?:[/~s]\C* does not exist\.$|access aborted|encryption method changed|has no manifest|path not allowed: )|A repository already exists at |There is already something at |The parent path of the repo directory \[|The storage quota \(|Archive \C* (?:does not exist|already exists|not found \(\d+/\d+\)\.)$|Failed to (?:create/)?acquire the lock |pass(?:phrase|command) supplied in BORG_PASS|exceeded the maximum password retries|Cache(?:, or information obtained from the security directory,?)? is newer than repository|Inconsistency detected\. Please run |Insufficient free space to complete transaction|No key (?:file for repository|entry found in the config of repository) |Invalid key file for repository |Mismatch between repository |Connection closed by remote host\. Is borg|Object with key [^ ]+ not found in repository |Finished (?:full |partial )?repository check, errors found|(?:/|ssh://)\C* (?:is not a valid repository|does not have a valid configuration)\. Check repo config)\C*)"#
}
