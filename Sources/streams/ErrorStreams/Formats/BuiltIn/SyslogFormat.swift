internal import Records

extension StreamFormat {
  static var syslog: StreamFormat {
    var mapping = Mapping(name: "syslog")
    mapping.summary = "syslog (RFC 5424)"
    mapping.markers = Mapping.Markers(["facility", "severity"])
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "app", "host"),
      FieldMapping(.severity, "severity", as: .syslog),
    ]
    mapping.appleErrors = ["message"]
    mapping.inner = "message"
    mapping.stack = [TextMapping.more, "message"]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      lines: SyslogParser(),
      isAround: true,
      example: #"""
        <163>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3\#
        " eventSource="Application"] An application event log entry
        """#,
      becomes: #"""
        {"time":"2003-10-11T22:14:15.003Z","origin":"evntslog","severity":"error",\#
        "message":"An application event log entry","attributes":{"facility":20,\#
        "host":"mymachine.example.com","msgid":"ID47","data":{"exampleSDID@32473":{"iut":"3",\#
        "eventSource":"Application"}}}}
        """#,
      .documented("RFC 5424 section 6.5, example 3, as an error")
    )
  }
}
