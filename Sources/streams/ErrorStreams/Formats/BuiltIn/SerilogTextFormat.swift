internal import Records

extension StreamFormat {
  /// Serilog's console sink, which by default writes times without dates.
  static var serilogText: StreamFormat {
    let level = "(?P<level>VRB|DBG|INF|WRN|ERR|FTL)"
    var mapping = Mapping(
      logger: "serilog-text", "Serilog on a console",
      #"\[(?P<clock>\d\d:\d\d:\d\d(?:\.\d+)?) "# + level + #"\] (?P<message>\C*)"#,
      #"\[(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?"# + TimeText.zoneExpression + "?) " + level
        + #"\] (?P<message>\C*)"#)
    mapping.fields = [FieldMapping(.time, "time"), FieldMapping(.severity, "level")]
    return StreamFormat(
      mapping,
      shape: "`[CLOCK LEVEL] message`, LEVEL with three letters",
      example: #"""
        [01:41:19 ERR] charge failed for order 42
        System.TimeoutException: upstream timed out
           at Shop.Pay.Charge() in /app/Pay.cs:line 12
        """#,
      becomes: #"""
        {"severity":"error","type":"System.TimeoutException","message":"upstream timed out","attributes"\#
        :{"clock":"01:41:19","message":"charge failed for order 42","more":"System.TimeoutException: ups\#
        tream timed out\n   at Shop.Pay.Charge() in /app/Pay.cs:line 12"}}
        """#,
      .documented("https://github.com/serilog/serilog-sinks-console, README, “Output templates”")
    )
  }
}
