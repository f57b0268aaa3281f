internal import Records

extension StreamFormat {
  /// The console output of Django's development server and its default logger.
  static var django: StreamFormat {
    var mapping = Mapping(
      logger: "django", "Django on a console",
      #"\[(?P<time>\d\d/[A-Z][a-z]{2}/\d{4} \d\d:\d\d:\d\d)\] "(?P<request>[^"]*)" (?P<status>\d{3}) (?P<bytes>\d+)"#,
      #"(?P<message>(?P<level>Internal Server Error|Bad Gateway|Service Unavailable|Bad Request|Unauthorized|Forbidden|Not Found|Method Not Allowed|Gone)(?: \((?P<reason>\C*?)\))?: (?P<path>/[^ ]*))$"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, default: "django"),
      FieldMapping(
        .severity,
        "status",
        "level",
        as: .http,
        values: [
          "Internal Server Error": "error", "Bad Gateway": "error", "Service Unavailable": "error",
          "Bad Request": "warning", "Unauthorized": "warning", "Forbidden": "warning", "Not Found": "warning",
          "Gone": "warning", "Method Not Allowed": "warning",
        ]
      ),
      FieldMapping(.status, "status"),
    ]
    mapping.logMessage.append("request")
    mapping.request = ["request", "path"]
    return StreamFormat(
      mapping,
      shape: "`[TIME] \"METHOD PATH PROTOCOL\" STATUS BYTES`, `REASON: PATH`",
      preambles: [
        "Watching for file changes", "Performing system checks", "System check identified", "Django version",
        "Starting development server", "Starting ASGI", "Quit the server with",
      ],
      example: #"""
        Internal Server Error: /pay
        Traceback (most recent call last):
          File "pay.py", line 12, in charge
        TimeoutError: upstream timed out
        """#,
      becomes: #"""
        {"origin":"django","severity":"error","type":"TimeoutError",\#
        "is":["OSError","Exception","BaseException"],"message":"upstream timed out"\#
        ,"attributes":{"request":"/pay","route":"/pay","message":"Internal Server Error: /pay","mo\#
        re":"Traceback (most recent call last):\n  File \"pay.py\", line 12, in charge\nTimeoutErr\#
        or: upstream timed out"}}
        """#,
      .proven(
        by: "Django 5.2.19",
        source: "https://github.com/django/django, django/utils/log.py, log_response and ServerFormatter"
      )
    )
  }
}
