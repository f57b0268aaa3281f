extension StreamFormat {
  /// NLog's default layout, and that of its template for ASP.NET Core, with the event's number.
  static var nlog: StreamFormat {
    var mapping = Mapping(
      logger: "nlog", "NLog (.NET)",
      #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+)\|(?:(?P<event>\d+)\|)?(?P<level>(?i:trace|debug|info|warn|error|fatal))\|(?P<logger>[^|]*)\|(?P<message>\C*?)(?:\|? ?(?P<exception>[A-Z]\w*(?:\.\w+)+: \C*))?$"#
    )
    mapping.stack.append("exception")
    return StreamFormat(
      mapping,
      shape: "TIME, LEVEL, LOGGER, message, exception, separated by pipes",
      example: #"""
        2026-11-21 01:41:19.4830|ERROR|Shop.Pay|charge failed|System.TimeoutException: upstream timed ou\#
        t
           at Shop.Pay.Charge() in /app/Pay.cs:line 12
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.4830Z","origin":"Shop.Pay","severity":"error","type":"System.Timeou\#
        tException","message":"upstream timed out","attributes":{"message":"charge failed","exception":"\#
        System.TimeoutException: upstream timed out","more":"   at Shop.Pay.Charge() in /app/Pay.cs:lin\#
        e 12"}}
        """#,
      .documented(
        "https://github.com/NLog/NLog, src/NLog/Targets/TargetWithLayout.cs, and its wiki, “Message Layout Renderer”"
      )
    )
  }
}
