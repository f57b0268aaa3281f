extension StreamFormat {
  /// `docker compose logs`: a service name, then a line of its output.
  static var compose: StreamFormat {
    // Numbers alone are lines of a source file, as compilers show them.
    let service = #"(?P<service>[\d.-]*[A-Za-z_][\w.-]*)"#
    var mapping = Mapping(
      logger: "compose",
      "docker compose logs",
      // A level after the time needs no colon, because the time already identifies the line.
      service
        + #" +\| +(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) \[?(?P<level>TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL|PANIC)(?:\]|[ \t:|])[ \t:|-]*(?P<message>\C*)"#,
      service
        + #" +\| +(?:(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) )?(?: *\[?(?P<level>(?i:debug|info|notice|warn|warning|error|critical|fatal|panic))\]?: )?(?P<message>\C*)"#
    )
    mapping.fields = Mapping.loggerFields(origin: "service")
    mapping.stack.append("message")
    mapping.inner = "message"
    return StreamFormat(
      mapping,
      shape: "`SERVICE  | TIME message`",
      isAround: true,
      wrapping: .compose,
      example: #"""
        web-1  | 2026-11-21T01:41:19.483920130Z ERROR: charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483920130Z","origin":"web-1","severity":"error","message":"charge f\#
        ailed: upstream timed out"}
        """#,
      .documented(
        "https://docs.docker.com/reference/cli/docker/compose/logs/; lnav's logfile_docker_compose_with_ts.0")
    )
  }
}
