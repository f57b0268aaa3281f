internal import Records

extension StreamFormat {
  /// Deliveries that failed, and mail that Postfix refused. They are mostly inside syslog's lines, which have no level.
  static var postfix: StreamFormat {
    let queue = "(?P<queue>[0-9A-Za-z]{6,}): "
    let enhanced = #"(?P<code>[45]\.\d{1,3}\.\d{1,3})"#
    var mapping = Mapping(
      logger: "postfix", "deliveries that failed, and mail that Postfix refused",
      queue + #"(?P<message>(?:orig_)?to=<[^>]*>, \C*dsn="# + enhanced
        + #", status=(?P<level>deferred|bounced|expired|undeliverable) \C*)"#,
      "(?:NOQUEUE: |" + queue + ")"
        + #"(?P<level>(?:milter-)?reject): (?P<message>[A-Z-]+ from [^ ]+ (?P<reply>[45]\d\d) (?:"#
        + enhanced + #" )?\C*)"#)
    mapping.fields = [
      FieldMapping(.operation, "queue"),
      FieldMapping(.code, "code", "reply"),
      FieldMapping(
        .severity, "level",
        values: [
          "deferred": "warning", "reject": "warning", "milter-reject": "warning", "bounced": "error",
          "expired": "error", "undeliverable": "error",
        ]),
    ]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      shape: "`QUEUE: to=<…>, …, dsn=CODE, status=bounced (…)`, `QUEUE: reject: RCPT from …: 550 CODE …`",
      isLastResort: true,
      isWithoutLevel: true,
      example: #"""
        315DD724F: to=<ann@shop.example>, relay=none, delay=0.02, dsn=4.4.1, status=deferred (Connection\#
         refused)
        """#,
      becomes: #"""
        {"operation":"315DD724F","code":"4.4.1","severity":"warning","message":"to=<ann@shop.example>, r\#
        elay=none, delay=0.02, dsn=4.4.1, status=deferred (Connection refused)"}
        """#,
      .proven(by: "Postfix 3.7.11", source: "RFC 3463; Postfix, “bounce(8)” and “smtpd(8)”")
    )
  }
}
