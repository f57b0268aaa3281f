internal import Records

extension StreamFormat {
  /// Stack traces and crash reports on standard error, without a logger.
  static var trace: StreamFormat {
    var mapping = Mapping(name: "trace")
    mapping.summary =
      "stack traces and crash reports of Java, JavaScript, Python, Swift, Go, Rust, .NET, PHP, Ruby, Perl, Dart"
    mapping.markers = Mapping.Markers(["trace"])
    mapping.fields = [FieldMapping(.origin, "program")]
    mapping.stack = ["trace"]
    mapping.logMessage = ["trace"]
    mapping.errors = .all
    return StreamFormat(
      mapping,
      lines: TraceParser(),
      isLastResort: true,
      example: #"""
        Traceback (most recent call last):
          File "pay.py", line 12, in charge
        TimeoutError: upstream timed out
        """#,
      becomes: #"""
        {"type":"TimeoutError","is":["OSError","Exception","BaseException"],\#
        "message":"upstream timed out","attributes":{"trace":"Traceback (most rec\#
        ent call last):\n  File \"pay.py\", line 12, in charge\nTimeoutError: upstream timed out"}}
        """#,
      .proven(
        by: "Node.js 18.20.4",
        source: "https://docs.python.org/3/library/traceback.html"
      )
    )
  }
}
