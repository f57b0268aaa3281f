extension StreamFormat {
  /// tracing-subscriber's `pretty()`, whose records are indented and end with their places, and `without_time()`,
  /// which pads the level.
  static var tracingPretty: StreamFormat {
    let level = "(?P<level>TRACE|DEBUG|INFO|WARN|ERROR)"
    let rest =
      #" (?:(?P<spans>\w[\w.-]*(?:\{[^}]*\})?(?::\w[\w.-]*(?:\{[^}]*\})?)*): )??(?P<target>\w+(?:::\w+)*): (?P<message>\C*)"#
    var mapping = Mapping(
      logger: "tracing-pretty", "tracing-subscriber's pretty() and without_time() (Rust)",
      #" +(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) +"# + level + rest,
      " (?P<level>INFO|WARN)" + rest,
      #"(?P<level>TRACE|DEBUG|ERROR) (?P<target>\w+(?:::\w+)+): (?P<message>\C*)"#)
    mapping.text?.common = [level + rest]
    mapping.text?.continued = .all
    mapping.fields = Mapping.loggerFields(origin: "target")
    return StreamFormat(
      mapping,
      shape: "indented `TIME LEVEL TARGET: message`, then `at FILE:LINE`; `LEVEL TARGET: message`",
      example: #"""
          2022-02-15T18:44:24.536317Z ERROR fmt_pretty::yak_shave: failed to shave yak, yak: 3, error: m\#
        issing yak
            at examples/examples/fmt/yak_shave.rs:48 on main
            in fmt_pretty::yak_shave::shaving_yaks with yaks: 3
        """#,
      becomes: #"""
        {"time":"2022-02-15T18:44:24.536317Z","origin":"fmt_pretty::yak_shave","severity":"error","messa\#
        ge":"failed to shave yak, yak: 3, error: missing yak","attributes":{"more":"    at examples/exam\#
        ples/fmt/yak_shave.rs:48 on main\n    in fmt_pretty::yak_shave::shaving_yaks with yaks: 3"}}
        """#,
      .documented("https://docs.rs/tracing-subscriber, fmt::format::Pretty")
    )
  }
}
