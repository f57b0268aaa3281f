internal import Records

extension StreamFormat {
  /// Lines of `systemctl status` above a unit's lines of the journal (`src/systemctl/systemctl-show.c`).
  private static let statusLines = [
    "● ", "○ ", "↻ ", "× ", "└─", "├─", "Loaded: ", "Active: ", "Drop-In: ", "Duration: ", "Invocation: ",
    "Process: ", "Main PID: ", "Cntrl PID: ", "CPU: ", "Tasks: ", "Memory: ", "CGroup: ", "Docs: ",
    "Status: \"", "TriggeredBy: ", "Triggers: ", "Condition: ", "Assert: ", "Listen: ", "Accepted: ",
    "Where: ", "What: ",
    "IP: ", "IO: ", "FD Store: ",
  ]

  /// A line of the kernel, whose words such as `INFO: ` begin its message, and are read there as in dmesg.
  static let kernel = #"(?P<app>kernel): (?:\[ *(?P<uptime>\d+\.\d{6})\] ?)?(?P<message>\C*)"#

  /// RFC 3164, without a year, and rsyslog's templates. Without a priority only a level before the message
  /// indicates an error.
  static var syslogText: StreamFormat {
    var mapping = Mapping(
      logger: "syslog-text",
      "syslog in files (RFC 3164, rsyslog, `logger -s`)",
      #"(?:<(?P<pri>\d{1,3})>)?(?P<clock>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d) (?:(?P<host>[^ :\[]+) )?"#
        + kernel,
      #"(?:<(?P<pri>\d{1,3})>)?(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)) (?P<host>[^ :\[]+) "#
        + kernel,
      // As UnitStatus puts it.
      #"(?:\(status\) (?P<message>\C*?))? +Active: (?:failed|activating \(auto-restart[\w-]*\)) \(Result: [\w-]+\)(?: since (?P<since>[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?"#
        + TimeText.zoneExpression + #"?)\C*)?"#,
      #"(?:<(?P<pri>\d{1,3})>)?(?P<clock>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d) (?:(?P<host>[^ :\[]+) )?(?P<app>[^ :\[]+)(?:\[(?P<pid>\d+)\])?: (?:(?:(?P<component>[\w-]+(?:\([^)]*\))?(?:<[^>]*>)*): )?\[?(?P<level>(?i:debug|info|notice|warn|warning|error|err|crit|critical|alert|emerg|fatal|panic))\]?: ?|(?P<word>DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|ALERT|FATAL) +)?(?P<message>\C*)"#,
      // Dovecot has a component before the level.
      // After an ISO time and without a host, `error: …` is a level, not a program.
      #"(?:<(?P<pri>\d{1,3})>)?(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)) (?P<host>[^ :\[]+) (?P<app>[^ :\[]+)(?:\[(?P<pid>\d+)\])?: (?:(?:(?P<component>[\w-]+(?:\([^)]*\))?(?:<[^>]*>)*): )?\[?(?P<level>(?i:debug|info|notice|warn|warning|error|err|crit|critical|alert|emerg|fatal|panic))\]?: ?|(?P<word>DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|ALERT|FATAL) +)?(?P<message>\C*)"#,
      #"<(?P<pri>\d{1,3})>(?P<app>[^ :\[]+)(?:\[(?P<pid>\d+)\])?: (?P<message>\C*)"#
    )
    mapping.fields = [
      FieldMapping(.time, "time", "clock", "since"),
      FieldMapping(.origin, "app"),
      FieldMapping(.severity, "pri", "level", "word", as: .priority),
    ]
    mapping.inner = "message"
    return StreamFormat(
      mapping,
      shape: "`<PRI>MMM DD CLOCK HOST APP[PID]: message`, with an ISO time, or without PRI and time",
      isAround: true,
      // journalctl's own lines: `-- Boot …`, `-- No entries --`.
      preambles: ["-- "] + statusLines,
      example: #"""
        Nov 22 06:30:23 vm pay[22004]: error: charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-22T06:30:23Z","origin":"pay","severity":"error","message":"charge failed: upst\#
        ream timed out","attributes":{"host":"vm","pid":"22004"}}
        """#,
      .made("Tests/Fixtures/streams/make-texts.sh (rsyslog)")
    )
  }
}
