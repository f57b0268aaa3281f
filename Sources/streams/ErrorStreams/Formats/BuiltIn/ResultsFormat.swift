internal import Records

extension StreamFormat {
  /// Results of servers that their logs tell by a code or a word of a protocol, without a level: LDAP, Exim, memcached. They are
  /// mostly inside another log.
  static var results: StreamFormat {
    let ldap = #"(?P<message>conn=-?\d+ op=\d+ (?:[A-Z]+ )?"#
    let mail = "(?:(?P<mail>[0-9A-Za-z]{6}-[0-9A-Za-z]{6,11}-[0-9A-Za-z]{2,4}) )?"
    var mapping = Mapping(
      logger: "results", "results of LDAP servers, Exim and memcached, which have no level",
      // What the server could not do; then what it refused. 5, 6, 10 and 14 are no failures.
      ldap + #"RESULT tag=\d+ err=(?P<code>[13]|5[12]|80)(?: \C*)?)$"#,
      ldap
        + #"(?P<level>RESULT) tag=\d+ err=(?P<code>[24789]|1[1-35-9]|[2-4679]\d|5[03-9]|8[1-9]|1\d\d)(?: \C*)?)$"#,
      mail
        + #"(?P<message>(?P<level>\*\*|==) [^ ]+@[^ ]+(?:\C* defer \((?P<code>-?\d+)\))?(?::\C*| \C*)?)$"#,
      mail
        + #"(?P<message>H=\C* (?P<level>rejected) (?:RCPT|MAIL|DATA|AUTH|EHLO|HELO|VRFY|EXPN|after|connection|by)\b\C*)"#,
      #">(?P<connection>\d+) (?P<answer>SERVER_ERROR|CLIENT_ERROR|ERROR)(?: (?P<reason>\C*))?$"#,
      #"[<>]\d+ (?P<line>[a-z]\C*|[A-Z_]+)?$"#,
      #"\d+: (?P<line>Client using \C*)"#)
    mapping.fields = [
      FieldMapping(.operation, "mail"),
      FieldMapping(.type, "answer"),
      FieldMapping(.code, "code", as: .integer),
      FieldMapping(
        .severity, "level", "answer",
        values: [
          "RESULT": "warning", "==": "warning", "**": "error", "rejected": "warning",
          "SERVER_ERROR": "error", "CLIENT_ERROR": "warning", "ERROR": "warning",
        ], default: "error", where: "code"),
    ]
    mapping.logMessage = ["message", "reason", "answer", "line"]
    return StreamFormat(
      mapping,
      shape:
        "`conn=… op=… RESULT tag=… err=CODE …`, `MAIL == ADDRESS … defer (CODE): …`, `>CONNECTION SERVER_ERROR …`",
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
        by: "OpenLDAP 2.5.13, Exim 4.96, memcached 1.6.18",
        source: "RFC 4511, appendix A; Exim, “Log files”; memcached, protocol.txt"
      )
    )
  }
}
