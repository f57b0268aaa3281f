internal import Records

extension StreamFormat {
  /// Lines that begin with a level and have no time. Tried last: logs of other formats begin with such lines.
  static var plain: StreamFormat {
    let words =
      "trace|debug|info|notice|warn|warning|error|err|critical|crit|fatal|panic|emerg|alert|"
      + "TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|CRITICAL|CRIT|FATAL|PANIC|EMERG|ALERT"
    let level = "(?P<level>" + words + ")"
    var mapping = Mapping(
      logger: "plain",
      "text that begins with a level and has no time",
      // An uncaught exception in AWS Lambda's Python runtime; its traceback ends without the exception.
      #"\[(?P<level>ERROR|CRITICAL)\] (?P<exception>[A-Za-z_][\w.]*(?:Error|Exception): \C*)"#,
      // HAProxy at its start.
      #"\[(?P<level>ALERT|WARNING|NOTICE)\] +\((?P<pid>\d+)\) : (?P<message>\C*)"#,
      #"\[ *"# + level + #" *\]:?[ \t]+(?P<message>\C*)"#,
      level + #":[ \t]+(?P<message>\C*)"#,
      #"(?P<level>Debug|Info|Notice|Warning):[ \t]+(?P<message>\C*)"#,
      // Clients of MySQL.
      #"(?P<level>ERROR) (?P<code>\d+) \((?P<sqlstate>[0-9A-Z]{5})\)(?: at line \d+)?: (?P<message>\C*)"#,
      // Alembic, MkDocs.
      #"(?P<level>DEBUG|INFO|NOTICE|WARN|WARNI|WARNING|ERROR|CRITI|CRITICAL|FATAL) +(?:\[(?P<program>[a-z_]\w*(?:\.\w+)*)\]|-) +(?P<message>\C*)"#,
      #"(?P<level>DEBUG|INFO|NOTICE|WARN|WARNI|WARNING|ERROR|CRITI|CRITICAL|FATAL)[ \t]+(?P<message>[\w\[(\"'<{/*“]\C*)"#
    )
    // Behind a program or a place in a file, in a box, between stars: `LevelMark` finds them.
    mapping.text?.common = [
      #"(?P<program>[\w./+-]+(?:\[\d+\]|(?::\d+)+)?): +(?P<level>"# + words
        + #"|Error|Warning|Fatal)(?: error(?: [a-z]+){0,3})?: +(?P<message>\C*)"#,
      #"(?P<kind>[A-Za-z]\w+(?: [a-z]+)?) (?P<level>error): +(?P<message>\C*)"#,
      // Open MPI.
      #"(?P<box>-{74})$"#,
      #"(?P<level>error|warning)\[(?P<code>\w+)\]: +(?P<message>\C*)"#,
      #"(?P<program>[\w./+-]+: )?(?P<level>debug)\d:[ \t]+(?P<message>\C*)"#,
      // MPD.
      #"(?P<level>exception): +(?P<message>\C*)"#,
      // R.
      #"(?P<level>Error) in (?P<call>\C*?) : *(?P<message>\C*)"#,
      #"(?P<level>Warning) messages?:[ \t]*$"#,
      #"│ (?P<level>Error|Warning): (?P<message>\C*)"#,
      #" ?\*\*\* (?P<level>"# + words + #"): (?P<message>\C*?)(?: \*\*\* *)?$"#,
      #"\[(?P<host>[\w.-]+):(?P<pid>\d+)\] \*\*\* (?P<message>An (?P<level>error) \C*)"#,
      #"\[(?P<pid>\d+)\] \[(?P<level>TRC|DBG|INF|WRN|ERR|FTL|"# + words + #")\] (?P<message>\C*)"#,
      #"\[ ?(?P<program>[\w.-]+) ?\] \[ ?"# + level + #" ?\] (?P<message>\C*)"#,
      // Varnish; Redis, before its log.
      #"(?P<level>Error):[ \t]*$"#,
      #"\*\*\* (?P<message>(?P<level>FATAL) [A-Z][A-Z ]+(?: \([^)]*\))?) \*\*\*"#,
      #"\[(?P<program>[\w./-]+)\] (?P<level>DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL):? +(?P<message>\C*)"#,
      #"(?P<program>[\w./+-]+(?:\[\d+\])?): \*\*\* (?P<failure>\C*)"#,
      // A place in C's source without a level: LXC, and what an assertion ends with.
      #"(?P<program>[\w./+-]+): (?:(?P<context>[^ :]+): )?(?P<file>[\w./+-]+\.[ch]): (?P<function>\w+): (?P<line>\d+) (?P<failure>\C*)"#,
      #"(?P<program>[\w./+-]+): (?P<file>[\w./+-]+:\d+): (?:(?P<function>\C*?): )?(?P<failure>Assertion [`'‘]\C*['’] failed\.)$"#,
      // The same of BSD and macOS, musl, and Android.
      #"(?P<failure>Assertion failed: \C*?)(?:, function (?P<function>\C*?))?, file (?P<source>[^,]+), line (?P<line>\d+)\.?$"#,
      #"(?P<failure>Assertion failed: \C*) \((?P<source>[^ ():]+): (?P<function>\C*): (?P<line>\d+)\)$"#,
      #"(?P<source>[\w./+-]+:\d+): (?P<function>\C*): (?P<failure>assertion "\C*" failed)$"#,
      // C++, with an exception and without one that it could tell.
      #"(?P<failure>(?P<exception>terminate called after throwing an instance of '[^']+'))$"#,
      #"(?P<failure>(?P<exception>libc\+\+abi\C*?: terminating (?:due to|with) uncaught exception of type \C*))"#,
      #"(?P<failure>terminate called (?:without an active exception|recursively))$"#,
      // GLib.
      #"(?:\*\* )?\((?P<program>[^():]+):(?P<pid>\d+)\): (?:(?P<logger>[\w.+-]+)-)?(?P<level>ERROR|CRITICAL|WARNING|Message|INFO|DEBUG)(?: \*\*)?: (?:(?P<clock>\d\d:\d\d:\d\d\.\d+): )?(?P<message>\C*)"#,
      // Prosody at a terminal.
      #"(?P<program>[^ \t]+) +(?P<level>debug|info|warn|error)\t(?P<message>\C*)"#,
      // stunnel, before it has read how it should log.
      #"\[(?P<level>[!:. ])\] (?P<message>\C*)"#,
      // Errors of JavaScript begin like this, too.
      #"(?P<exception>(?P<level>Error|Fatal|Critical|Emergency): \C*)"#,
    ]
    mapping.fields = [
      FieldMapping(.origin, "program", "file", "call"),
      FieldMapping(
        .severity, "level",
        values: ["!": "error", ":": "warning", ".": "notice", " ": "info", "Message": "notice"],
        default: "error", where: "failure"), FieldMapping(.code, "code"),
    ]
    mapping.extract = [
      Mapping.Extraction(from: [TextMapping.more], pattern: #"│ +on (?P<file>[^\n]+ line \d+)"#),
      Mapping.Extraction(from: [TextMapping.more], pattern: #"\] \*\*\* (?P<code>MPI_ERR_\w+): "#),
      Mapping.Extraction(
        from: [TextMapping.more],
        pattern: #"\A(?P<message>(?:(?P<level>WARNING|ERROR|Error): )?\C*?)\n-{74}\s*$"#),
      // A box is only a frame, unless something failed.
      Mapping.Extraction(
        from: [TextMapping.more],
        pattern:
          #"\A\C*?(?P<failure>(?i:unable|fail|abort|error|cannot|could not|not enough|not found|terminated|non-zero|invalid|missing|lost|has detected))\C*\n-{74}\s*$"#
      ),
    ]
    mapping.drop = ["box", "failure"]
    mapping.stack = [TextMapping.more, "exception"]
    mapping.logMessage = ["message", "failure", "exception", TextMapping.more]
    return StreamFormat(
      mapping,
      shape: "`LEVEL: message`, `[LEVEL] message`, `PROGRAM: LEVEL: message`",
      isLastResort: true,
      example: #"""
        [ERROR] charge failed: upstream timed out
        """#,
      becomes: #"""
        {"severity":"error","message":"charge failed: upstream timed out"}
        """#,
      .proven(
        by: "uvicorn 0.54.0, granian 2.8.9, Luigi 3.8.1",
        source: "uvicorn, DefaultFormatter; AWS: “Log and monitor Python Lambda functions”"
      )
    )
  }
}
