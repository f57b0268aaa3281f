internal import Records

extension StreamFormat {
  /// Serilog's compact format (CLEF), in which a missing level means information.
  static var serilog: StreamFormat {
    var mapping = Mapping(name: "serilog")
    mapping.summary = "Serilog's compact JSON (CLEF)"
    mapping.markers = Mapping.Markers(["@t"], any: [["@m", "@mt", "@x"]])
    mapping.fields = [
      FieldMapping(.time, "@t"),
      FieldMapping(.origin, "SourceContext"),
      FieldMapping(.severity, "@l", default: "info"),
    ]
    mapping.stack = ["@x"]
    mapping.logMessage = ["@m", "@mt"]
    return StreamFormat(
      mapping,
      example: #"""
        {"@t":"2026-11-21T01:41:19.4837120Z","@mt":"Charge of {Order} failed","@l":"Error",\#
        "@x":"System.TimeoutException: The operation has timed out.\n   at Shop.Pay.Charge() in Pay.cs:l\#
        ine 12","Order":42,"SourceContext":"Shop.Pay"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.4837120Z","origin":"Shop.Pay","severity":"error",\#
        "type":"System.TimeoutException","message":"The operation has timed out.",\#
        "attributes":{"@mt":"Charge of {Order} failed","@x":"System.TimeoutException: The operation has \#
        timed out.\n   at Shop.Pay.Charge() in Pay.cs:line 12","Order":42}}
        """#,
      .documented("https://clef-json.org/")
    )
  }
}
