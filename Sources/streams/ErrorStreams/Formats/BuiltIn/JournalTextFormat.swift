internal import Records

extension StreamFormat {
  /// journalctl's styles that syslog does not have: `short-precise`, `short-full`, `with-unit`, `short-unix` and
  /// `short-monotonic`, whose times count from the start of the machine.
  static var journalText: StreamFormat {
    let rest =
      #" (?P<host>[^ :\[]+) (?P<app>[^ :\[]+)(?:\[(?P<pid>\d+)\])?: (?:\[?(?P<level>(?i:debug|info|notice|warn|warning|error|err|crit|critical|alert|emerg|fatal|panic))\]?: ?)?(?P<message>\C*)"#
    let kernel = " (?P<host>[^ :\\[]+) " + kernel
    let time =
      #"(?P<time>[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?"# + TimeText.zoneExpression + ")"
    let clock = #"(?P<clock>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d\.\d+)"#
    let unix = #"(?P<unix>\d{9,10}\.\d+)"#
    var mapping = Mapping(
      logger: "journal-text",
      "journalctl's other styles: short-precise, short-full, with-unit, short-unix, short-monotonic",
      time + kernel, time + rest, clock + kernel, clock + rest, unix + kernel, unix + rest,
      // The kernel's own log has no host.
      #"\[ *(?P<uptime>\d+\.\d{6})\] (?P<host>[^ :\[]+) (?P<app>kernel): (?P<message>\C*)"#,
      #"\[ *(?P<uptime>\d+\.\d{6})\] (?P<host>[^ :\[]+) (?P<app>[^ :\[]+)\[(?P<pid>\d+)\]: (?:\[?(?P<level>(?i:debug|info|notice|warn|warning|error|err|crit|critical|alert|emerg|fatal|panic))\]?: ?)?(?P<message>\C*)"#
    )
    mapping.text?.common = [#"\[ *(?P<uptime>\d+\.\d{6})\]"# + rest]
    mapping.fields = [
      FieldMapping(.time, "time", "clock", "unix", as: .epoch),
      FieldMapping(.origin, "app"),
      FieldMapping(.severity, "level"),
    ]
    mapping.inner = "message"
    return StreamFormat(
      mapping,
      shape: "`DAY TIME ZONE HOST APP[PID]: message` and similar",
      isAround: true,
      preambles: ["-- "],
      example: #"""
        Sat 2026-11-21 01:41:19 UTC vm pay[22004]: error: charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","origin":"pay","severity":"error","message":"charge failed: upstr\#
        eam timed out","attributes":{"host":"vm","pid":"22004"}}
        """#,
      .documented("journalctl(1), “--output=”; made by Tests/Fixtures/streams/make-journal-text.sh")
    )
  }
}
