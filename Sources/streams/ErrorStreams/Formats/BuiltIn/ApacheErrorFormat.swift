internal import Records

extension StreamFormat {
  /// Apache httpd's error log, in the default format of 2.4.
  static var apacheError: StreamFormat {
    var mapping = Mapping(
      logger: "apache-error", "Apache's error log",
      #"\[(?P<time>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? \d{4})\] \[(?:(?P<module>[a-z_0-9]*):)?(?P<level>[a-z0-9]+)\] (?:\[pid (?P<pid>\d+)(?::tid (?P<tid>\d+))?\] )?(?:\((?P<errno>\d+)\)(?P<errorText>[^:\[\]]*): )?(?:\[client (?P<client>[^\]]*)\] )?(?:(?P<code>AH\d+): )?(?P<message>\C*)"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.severity, "level"),
      FieldMapping(.origin, "module", default: "httpd"),
      FieldMapping(.code, "code"),
    ]
    return StreamFormat(
      mapping,
      shape: "`[TIME] [MODULE:LEVEL] [pid PID:tid TID] [client ADDRESS] CODE: message`",
      example: #"""
        [Sat Nov 21 01:41:19.483920 2026] [proxy:error] [pid 17:tid 140] [client 10.0.0.7:51762] AH00898\#
        : Error reading from remote server returned by /pay
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483920Z","severity":"error","origin":"proxy","code":"AH00898","mess\#
        age":"Error reading from remote server returned by /pay","attributes":{"pid":"17","tid":"140","c\#
        lient":"10.0.0.7:51762"}}
        """#,
      .proven(
        by: "Apache 2.4.71",
        source: "https://httpd.apache.org/docs/2.4/logs.html#errorlog; ErrorLogFormat"
      )
    )
  }
}
