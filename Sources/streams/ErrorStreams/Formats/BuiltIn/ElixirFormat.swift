internal import Records

extension StreamFormat {
  /// Elixir's Logger, which by default writes times without dates.
  static var elixir: StreamFormat {
    var mapping = Mapping(
      logger: "elixir", "Elixir's Logger",
      #"(?:(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+)|(?P<clock>\d\d:\d\d:\d\d\.\d+)) (?:(?P<metadata>[\w.]+=[^\[]*) )?\[(?P<level>debug|info|notice|warn|warning|error|critical|alert|emergency)\] +(?P<message>\C*)"#
    )
    // The lines of a message: a crash has several without a mark.
    mapping.text?.continued = .all
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.severity, "level"),
    ]
    return StreamFormat(
      mapping,
      shape: "`CLOCK METADATA [LEVEL] message`",
      example: #"""
        01:41:19.483 [error] charge failed: upstream timed out
        """#,
      becomes: #"""
        {"severity":"error","message":"charge failed: upstream timed out","attributes":{"clock":"01:41:1\#
        9.483"}}
        """#,
      .proven(
        by: "Elixir 1.14",
        source: "https://hexdocs.pm/logger/Logger.Formatter.html"
      )
    )
  }
}
