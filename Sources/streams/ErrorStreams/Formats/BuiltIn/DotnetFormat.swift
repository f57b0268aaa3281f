internal import Records

extension StreamFormat {
  /// .NET's console logger, with the message after its first line.
  static var dotnet: StreamFormat {
    var mapping = Mapping(
      logger: "dotnet", ".NET's console logger",
      #"(?P<level>trce|dbug|info|warn|fail|crit): (?P<category>[^ \[]+)\[(?P<event>-?\d+)\](?:\r?$| (?P<message>\C*))"#
    )
    mapping.fields = [
      FieldMapping(.origin, "category"),
      FieldMapping(
        .severity, "level", values: ["trce": "trace", "dbug": "debug", "fail": "error", "crit": "critical"]),
    ]
    mapping.logMessage = ["message", "more"]
    return StreamFormat(
      mapping,
      shape: "`LEVEL: CATEGORY[EVENT]`, then the message, indented",
      example: #"""
        fail: Shop.Pay[7]
              charge failed: upstream timed out
        """#,
      becomes: #"""
        {"origin":"Shop.Pay","severity":"error","message":"charge failed: upstream timed out","attribute\#
        s":{"event":"7"}}
        """#,
      .documented("https://learn.microsoft.com/dotnet/core/extensions/console-log-formatter")
    )
  }
}
