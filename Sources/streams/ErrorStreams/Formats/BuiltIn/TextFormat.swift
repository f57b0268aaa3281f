internal import Records

extension StreamFormat {
  /// Lines of loggers without a format of their own, with a time at their beginning or behind a process or a program. The first
  /// level after the time is the line's, whatever stands before it in columns of its own.
  static var text: StreamFormat {
    let words =
      "trace|debug|info|information|notice|warn|warning|error|err|severe|critical|crit|fatal|panic|emerg|alert|"
      + "inf|wrn|dbg|ftl|vrb|verbose|erro|noti|debg|aler|emer|warni|criti"
    let level = "(?i:\(words))"
    // If a level could be a word of a sentence (`upstream error while …`), the text after it decides.
    let capitals =
      "(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNI|WARNING|ERROR|ERR|SEVERE|CRITICAL|CRITI|CRIT|FATAL|PANIC|EMERG|ALERT)"
    let letters = #"[TDIWEFCN]"#
    let moment = time
    // A day of the week is of the time.
    let time =
      #"(?:\[?(?P<process>\d+)\]?:? +|(?P<program>[A-Za-z][\w.-]*)(?::? +| \|)|(?P<prefix>[A-Za-z][A-Za-z_]*))??\[?"#
      + moment + #"\]?"#
    let packed = #"(?P<time>\d{8}[T:-]?\d{6}(?:[.,]\d+)?)"#
    let yearless = #"(?P<time>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d) "#
    let start = "(?:" + time + #"[ \t:|-]+(?:> +)?|\[?(?P<epoch>1\d{9}(?:\.\d+)?)\]?:? +)"#
    let behindBracket = #"(?:[ \t:|-]+(?P<message>\C*))?$"#
    // A level ends at a bracket, a blank, a colon or a bar: `error-handler` is a name.
    let message = #"(?: *\]?$|(?: *\][ \t:|-]+|[ \t:|][ \t:|-]*)(?P<message>\C*)$)"#
    let before = #"(?:(?P<pid>\d+)|(?P<logger>[\w.$/-]+))[ \t:|-]+"#
    var mapping = Mapping(
      logger: "text", "other text with a time near its beginning",
      start + #"(?P<message>Error Domain=\C*)"#,
      // The level first: ClamAV, CUPS, or the name of a node (Syncthing).
      "(?P<level>" + capitals + "): +" + moment + #" +-> +(?P<message>\C*)"#,
      #"(?P<level>[XACEWNIDd]) \[(?P<time>\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4})\] (?P<message>\C*)"#,
      #"\[(?P<program>[\w.-]+)\] +"# + moment + " +(?P<level>" + capitals
        + #"): +(?P<message>\C*)"#,
      // dbt's summary; what is indented explains it.
      moment
        + #"  (?P<message>(?:[A-Z][a-z]+ )?(?P<level>Failure|Error|Warning) in (?:model|test|seed|snapshot|operation|unit_test) [^ ]+ \(\C*)"#,
      // The first words of a sentence.
      start + #"(?P<message>(?P<level>(?i:fatal|critical|severe)) (?i:error|exception)\C*)"#,
      start + #"(?P<message>(?P<level>Fatal|Error|Warning) [a-z]\C*)"#,
      start + #"\[? *(?P<level>"# + level + #") *\]?:? *(?P<pid><\d+\.\d+\.\d+>) (?P<message>\C*)"#,
      start + #"\[? *(?P<level>"# + level + ")" + message,
      start + #"\[(?P<thread>[^\]]*)\][ \t:|-]+(?:\[(?P<context>[^\]]*)\][ \t:|-]+)??\[? *(?P<level>"# + level
        + ")" + message,
      start + #"(?P<context>\[[^\]]*\](?: *\[[^\]]*\])?) *\[(?P<logger>[^\]]+)\] *\[ *(?P<level>"# + level
        + #") *\]"# + behindBracket,
      // Icinga, Locust; a place in a file, in brackets or not; stunnel.
      start + #"(?:(?P<host>[\w.-]+)/)?(?P<level>"# + level + #")/(?P<logger>[\w.-]+): (?P<message>\C*)"#,
      start + #"(?P<logger>[\w./+-]+:\d+): \[?(?P<level>"# + level + #")\]?:? (?P<message>\C*)"#,
      start + #"\((?P<context>[^)]*)\) (?P<level>"# + capitals + #")[ :][ :-]*(?P<message>\C*)"#,
      start + #"(?P<level>LOG[0-7])\[(?P<thread>[^\]]*)\]: (?P<message>\C*)"#,
      start + #"\[(?P<logger>[^\]#/:|]+)[#/:|] ?(?P<level>"# + level + #")\]"# + behindBracket,
      start + before + #"\[? *(?P<level>"# + capitals + ")" + message,
      start + before + #"\[?(?P<level>(?i:fatal error)|"# + level
        + #") *[\]:](?:[ \t:|-]*(?P<message>\C*))?$"#,
      start
        + #"(?:(?P<host>[\w.-]+) )?(?P<logger>[\w.$/-]+) *\[(?P<pid>\d+(?::\d+)?)\]:? +\[?(?P<level>fatal error|"#
        + level
        + ")" + message,
      yearless + #"(?P<logger>[\w.$/-]+)\[(?P<pid>\d+(?::\d+)?)\] (?P<level>fatal error|"# + level + ")"
        + message,
      start + "(?P<level>" + letters + #") +\| +(?:(?P<logger>[\w./-]+): )?(?P<message>\C*)"#,
      // The level and what follows are in the brackets of the time.
      time + " (?P<level>" + letters + "|" + capitals
        + #") (?P<pid>\d+) (?P<thread>\d+)\] *(?:\((?P<logger>[^)]*)\) *)?(?:(?P<file>[\w./-]+:\d+): )?(?P<message>\C*)"#,
      #"\[(?P<level>"# + letters
        + #") (?P<time>(?:\d{6}|\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d(?:[.,]\d+)?) (?P<logger>[^\]]+)\] *(?P<message>\C*)"#,
      // granian's requests.
      start
        + #"(?P<client>\d[^ ]*) - "(?P<request>[A-Z]+ [^ "]+)(?: HTTP/[\d.]+)?" (?P<status>\d{3})(?: \C*)?$"#,
      // CherryPy: what a line is about, in capitals.
      #"\[(?P<time>\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d)\] (?P<logger>[A-Z]+)? (?P<line>\C*)"#,
      start + #"(?P<line>\C*)"#,
      // aria2: a day without a year.
      #"(?P<clock>\d\d/\d\d \d\d:\d\d:\d\d(?:\.\d+)?) \[?(?P<level>"# + capitals
        + #")\]?:? +(?P<message>\C*)"#,
      // LXC; Zabbix, which pads its processes.
      #"(?:(?P<program>[\w.-]+) (?:(?P<context>[^ ]+) )?)??"# + packed + " +(?P<level>" + capitals
        + #") +(?:(?P<logger>[\w.-]+) - (?P<place>[^ ]+:\d+) - )?(?P<message>\C*)"#,
      // Prosody.
      yearless + #"(?P<logger>[^\t ]+)\t(?P<level>"# + level + #")\t(?P<message>\C*)"#,
      // PowerDNS Recursor; ngIRCd.
      yearless
        + #"msg="(?P<message>(?:[^"\\]|\\.)*)"(?: error="(?P<reason>(?:[^"\\]|\\.)*)")? subsystem="(?P<logger>[^"]*)" level="\d+"(?: prio="(?P<level>[^"]*)")?(?P<rest>\C*)"#,
      #"\[(?P<pid>\d+):(?P<level>[0-7]) +(?P<thread>\d+)\] (?P<message>\C*)"#,
      // coturn: the seconds since its start.
      #"\d+: (?:\((?P<thread>\d+)\))?: (?:(?P<level>"# + capitals + #"): +(?P<message>\C*)|(?P<line>\C*))"#,
      #" *(?P<pid>\d+):"# + packed + #" (?P<line>\C*)"#,
      // A sentence: syslog has a host or a program here.
      yearless + #"(?P<line>[A-Z][a-z]+ \C*)"#,
      // slapd.
      #"(?P<epoch>[5-9a-f][0-9a-f]{7}\.[0-3][0-9a-f]{7}) (?P<thread>0x[0-9a-f]+) (?P<line>\C*)"#,
      #"(?P<epoch>[5-9a-f][0-9a-f]{7}) (?P<line>conn=-?\d+ (?:fd|op)=\C*)"#)
    // slapd before 2.5.
    mapping.text?.common = [#"(?P<epoch>[5-9a-f][0-9a-f]{7}) (?P<line>\C*)"#]
    mapping.fields = [
      FieldMapping(.time, "time", "epoch", as: .epoch),
      FieldMapping(.origin, "logger", "program", "prefix"),
      FieldMapping(.severity, "level", "status", as: .http, values: Self.levels),
      FieldMapping(.status, "status", as: .http),
    ]
    // A line without a level may consist of another log's record: S3 exports, `kubectl logs --timestamps`.
    mapping.inner = "line"
    mapping.logMessage += ["request", "line"]
    mapping.request = ["request"]
    mapping.appleErrors.append("line")
    return StreamFormat(
      mapping,
      shape: "`TIME LEVEL message`, `TIME [LEVEL] message`, `TIME LOGGER LEVEL message`, `TIME message`",
      example: #"""
        [2026-11-21T01:41:19Z] error: charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","severity":"error","message":"charge failed: upstream timed out"}
        """#,
      .proven(
        by:
          "Scrapy 2.19.0, Twisted 26.10.0, dramatiq 2.2.1, Tornado 6.6.1, Jupyter Server 2.21.1, PgBouncer 1.18.0",
        source: "lnav's logfile_ansi.0 and logfile_crlf.0"
      )
    )
  }

  /// CUPS' and stunnel's levels, ngIRCd's of syslog, and letters of Tornado and etcd.
  private static let levels: KeyValuePairs<String, String> = [
    "fatal error": "fatal", "Fatal error": "fatal", "N": "notice", "C": "critical", "A": "critical",
    "X": "fatal", "LOG0": "fatal",
    "LOG1": "critical", "LOG2": "critical", "LOG3": "error", "LOG4": "warning", "LOG5": "notice",
    "LOG6": "info", "LOG7": "debug", "0": "fatal", "1": "critical", "2": "critical", "3": "error",
    "4": "warning", "5": "notice", "6": "info", "7": "debug",
  ]

  /// A time in one of the usual notations.
  private static var time: String {
    let clock = #"\d\d:\d\d:\d\d(?:[.,]\d+)?"#
    return #"(?:(?P<time>\d{4}[-/.]\d\d[-/.]\d\d(?: {1,2}|T)"# + clock + TimeText.zoneExpression
      + #"?|\d{1,2}[-/ ][A-Z][a-z]{2}[-/ ]\d{4}[ :]"# + clock + TimeText.zoneExpression
      + #"?|(?:[A-Z][a-z]{2},? )?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: \d{4}|[.,]\d+(?: \d{4})?))|(?P<clock>\d\d:\d\d:\d\d(?:[.,]\d+)?))"#
  }
}
