extension StreamFormat {
  /// Rust's env_logger, tracing-subscriber and fern as text.
  static var rustText: StreamFormat {
    var mapping = Mapping(
      logger: "rust-text", "Rust's env_logger, tracing-subscriber and fern as text",
      #"\[(?P<time>\d{4}-\d\d-\d\d\]\[\d\d:\d\d:\d\d(?:\.\d+)?)\]\[(?P<target>[^\]]+)\]\[(?P<level>TRACE|DEBUG|INFO|WARN|ERROR)\] (?P<message>\C*)"#,
      #"\[(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) (?P<level>TRACE|DEBUG|INFO|WARN|ERROR) +(?P<target>[^\] ]+)\] (?P<message>\C*)"#,
      #"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z) +(?P<level>TRACE|DEBUG|INFO|WARN|ERROR) (?:(?P<spans>\w[\w.-]*(?:\{[^}]*\})?(?::\w[\w.-]*(?:\{[^}]*\})?)*): )??(?P<target>[\w.-]+(?:::[\w.-]+)*): (?P<message>\C*)"#
    )
    mapping.fields = Mapping.loggerFields(origin: "target")
    return StreamFormat(
      mapping,
      shape:
        "`[TIME LEVEL TARGET] message`, `TIME LEVEL TARGET: message`, `[DATE][CLOCK][TARGET][LEVEL] message`",
      example: #"""
        2026-11-21T01:41:19.483920Z ERROR shop::pay: charge failed: upstream timed out order=42
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483920Z","origin":"shop::pay","severity":"error","message":"charge \#
        failed: upstream timed out order=42"}
        """#,
      .documented("https://docs.rs/env_logger; https://docs.rs/tracing-subscriber, fmt::format::Full")
    )
  }
}
