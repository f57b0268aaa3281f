internal import Records

extension StreamFormat {
  /// The server log behind any `log_line_prefix`; the lines of a statement are not errors of their own.
  static var postgres: StreamFormat {
    let moment =
      #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? (?:[A-Z]{2,5}|[+-]\d\d(?::?\d\d)?)|\d{10}\.\d{3})"#
    // The server's own mark, wherever it stands: a level, and two blanks behind its colon.
    let entry =
      #"(?P<level>DEBUG\d?|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC|DETAIL|HINT|STATEMENT|CONTEXT|QUERY|LOCATION):  (?:(?P<code>[0-9A-Z]{5}): )?(?P<message>\C*)"#
    // A process may have five digits, too, and a name five capitals.
    let behind =
      #"(?:(?P<prefix>[^\n]*?[^ \n])[ :|=](?P<state>"# + Self.state + "|" + Self.mixed
      + #")[ :|]{1,2}|(?P<rest>[^\n]*?))"# + entry
    var mapping = Mapping(
      logger: "postgres", "PostgreSQL's server log",
      moment + #" \[(?P<pid>\d+)(?:-\d+)?\] (?:(?P<user>[^@ ]*)@(?P<database>[^ ]*) )?"# + entry,
      moment + behind
    )
    // Without a time at its beginning, `PostgresMark` finds it.
    mapping.text?.common = [behind]
    mapping.extract = [
      Mapping.Extraction(from: ["prefix", "rest"], pattern: moment),
      Mapping.Extraction(from: ["prefix", "rest"], pattern: #"(?:@|db=)(?P<database>[\w.-]+)"#),
      Mapping.Extraction(from: ["prefix", "rest"], pattern: #"(?P<user>[\w.-]+)@"#),
      Mapping.Extraction(from: ["prefix", "rest"], pattern: #"(?:user|\bu)=(?P<user>[\w.-]+)"#),
      Mapping.Extraction(
        from: ["prefix", "rest"], pattern: #"(?:\A|[ ,|=:])(?P<state>"# + Self.state + #")(?:\z|[ ,|:])"#),
    ]
    mapping.fields = [
      FieldMapping(.time, "time", as: .epoch),
      FieldMapping(.origin, "database", default: "postgres"),
      FieldMapping(
        .severity,
        "level",
        values: [
          "DETAIL": "info", "HINT": "info", "STATEMENT": "info", "CONTEXT": "info", "QUERY": "info",
          "LOCATION": "info",
        ]
      ),
      FieldMapping(.code, "code", "state"),
    ]
    return StreamFormat(
      mapping,
      shape: "`TIME ZONE … LEVEL:  message`, `… LEVEL:  message`",
      example: #"""
        2026-11-21 01:41:19.483 UTC [17] app@shop ERROR:  relation "orders" does not exist at character \#
        15
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"shop","severity":"error","message":"relation \"orde\#
        rs\" does not exist at character 15","attributes":{"pid":"17","user":"app"}}
        """#,
      .proven(
        by: "PostgreSQL 15.20",
        source: "https://www.postgresql.org/docs/17/runtime-config-logging.html; Debian's log_line_prefix"
      )
    )
  }
  /// The SQLSTATEs of the server: those with a letter by their class, those of digits by name.
  private static let state =
    #"(?:0[ABFLPZ]|2[BDF]|3[BDF]|F0|HV|P0|XX)[0-9A-Z]\d\d|(?:0[0-389]|2[0-8]|3[489]|4[024]|5[3-8])[A-Z]\d\d|00000|01000|"#
    + "02000|08(?:00[0-7])|22(?:00[1-9]|01[0-9]|02[0-7])|2300[01]|23(?:50[235]|514)|25(?:00[0-8])|26000|28000|34000|"
    + "38000|4000[0-3]|42(?:501|60[12]|611|622|70[1-4]|710|712|723|725|80[349]|830|846|883|939)|44000|53(?:[0-4]00)|"
    + "540(?:00|01|11|23)|550(?:00|06)|57(?:000|014)|580(?:00|30)"
  /// Digits and capitals, as a program may choose for errors of its own.
  private static let mixed =
    #"\d[A-Z][0-9A-Z]{3}|\d\d[A-Z][0-9A-Z]{2}|\d{3}[A-Z][0-9A-Z]|\d{4}[A-Z]|"#
    + #"[A-Z]\d[0-9A-Z]{3}|[A-Z]{2}\d[0-9A-Z]{2}|[A-Z]{3}\d[0-9A-Z]|[A-Z]{4}\d"#
}
