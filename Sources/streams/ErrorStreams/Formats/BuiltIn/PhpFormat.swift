internal import Records

extension StreamFormat {
  static var php: StreamFormat {
    let level =
      "(?P<level>(?:Recoverable fatal|Fatal|Parse|Core|Compile) error|(?:(?:Core|Compile|User) w|W)arning|"
      + "(?:User n|N)otice|(?:User d|D)eprecated|Strict standards)"
    let place = #" in [^ ]+(?::\d+| on line \d+)"#
    // Exceptions are read as traces, since the lines after this one may have another, which was thrown.
    let message = #"(?:(?P<uncaught>Uncaught [\w\\]+(?:: | in )\C*)|(?P<message>\C*))"#
    // The FastCGI process manager's own lines, and what a worker wrote, with the manager's words around it or without.
    let start = #"\[(?P<time>\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d(?:\.\d+)?(?: [^\]]+)?)\] "#
    let worker =
      start + #"WARNING: \[pool (?P<pool>[^\]]+)\] child (?P<pid>\d+) said into std(?:err|out): ""#
    let said = #"(?:NOTICE: )?PHP message: (?:PHP "#
    let end = #"(?:"(?:, pipe is closed)?)?$"#
    var mapping = Mapping(
      logger: "php",
      "PHP's error log",
      // The lines of a trace, each by itself.
      worker + #"(?P<frame>Stack trace:|#\d+ \C*?|  thrown in \C*?)"# + end,
      worker + said + level
        + #":  ?)?(?:(?P<uncaught>Uncaught [\w\\]+(?:: | in )\C*?)|(?P<message>\C*?))"# + end,
      start
        + #"(?P<level>WARNING): \[pool (?P<pool>[^\]]+)\] child (?P<pid>\d+) said into std(?:err|out): "(?P<message>\C*?)"#
        + end,
      start
        + #"(?P<level>DEBUG|NOTICE|WARNING|ERROR|ALERT): (?:\[pool (?P<pool>[^\]]+)\] )?(?P<message>\C*)"#,
      said + level + #":  ?)?"# + message,
      #"\[(?P<time>\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d(?: [^\]]+)?)\] (?:PHP (?P<level>[A-Z][a-zA-Z ]+):  ?)?"#
        + message,
      // The command line: a log on standard error, and `display_errors`.
      #"PHP "# + level + #":  ?"# + message,
      level + #": (?:(?P<uncaught>Uncaught [\w\\]+(?:: \C*)?"# + place + #")|(?P<message>\C*"# + place
        + #"))$"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, default: "php"),
      FieldMapping(
        .severity,
        "level",
        values: [
          "Fatal error": "fatal", "Parse error": "fatal", "Core error": "fatal", "Compile error": "fatal",
          "Recoverable fatal error": "error", "User error": "error", "Core warning": "warning",
          "Compile warning": "warning", "User warning": "warning", "User notice": "notice",
          "Deprecated": "notice", "User deprecated": "notice", "Strict standards": "notice",
        ]
      ),
    ]
    mapping.stack = [TextMapping.more, "uncaught"]
    mapping.drop = ["uncaught"]
    return StreamFormat(
      mapping,
      shape: "`[TIME] PHP KIND:  message in FILE on line LINE`",
      example: #"""
        [21-Nov-2026 01:41:19 UTC] PHP Fatal error:  Uncaught Shop\Timeout: upstream timed out in /app/p\#
        ay.php:12
        Stack trace:
        #0 {main}
          thrown in /app/pay.php on line 12
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","origin":"php","severity":"fatal","type":"Shop\\Timeout","message\#
        ":"upstream timed out in /app/pay.php:12","attributes":{"more":"Stack trace:\n#0 {main}\n  throw\#
        n in /app/pay.php on line 12"}}
        """#,
      .proven(
        by: "PHP and PHP-FPM 8.2.36",
        source: "https://github.com/php/php-src, main/main.c, php_error_cb and php_log_err"
      )
    )
  }
}
