internal import Records

extension StreamFormat {
  /// `log show --style ndjson`, with its first and last lines, and errors in texts as `Error Domain=…
  /// Code=…`.
  static var apple: StreamFormat {
    var mapping = Mapping(name: "apple")
    mapping.summary = "log show --style ndjson and json"
    mapping.markers = Mapping.Markers(
      ["eventMessage"], any: [["machTimestamp", "traceID", "eventType", "subsystem"]])
    mapping.fields = [
      FieldMapping(.time, "timestamp"),
      FieldMapping(.origin, "subsystem", default: nil),
      FieldMapping(.severity, "messageType"),
      FieldMapping(.platform, default: "darwin"),
    ]
    mapping.appleErrors = ["eventMessage"]
    mapping.stack = ["eventMessage"]
    mapping.logMessage = ["eventMessage"]
    mapping.errors = Mapping.ErrorCondition(atLeast: .error, or: [.domain, .type])
    mapping.drop = [
      "formatString", "backtrace", "bootUUID", "senderImageUUID", "processImageUUID", "machTimestamp",
    ]
    return StreamFormat(
      mapping,
      preambles: applePreambles,
      asides: [Mapping.Markers(["count", "finished"])],
      example: #"""
        {"timezoneName":"","messageType":"Error","eventType":"logEvent","subsystem":"com.shop",\#
        "category":"net","processID":453,"timestamp":"2026-05-07 19:48:34.701580-0500",\#
        "eventMessage":"Load failed: Error Domain=NSURLErrorDomain Code=-1001 \"The request timed out.\#
        \" UserInfo={NSUnderlyingError=0x600 {Error Domain=kCFErrorDomainCFNetwork Code=-1001 \"(null)\"\#
        }}","traceID":507,"userID":88}
        """#,
      becomes: #"""
        {"time":"2026-05-07T19:48:34.701580-05:00","origin":"com.shop","severity":"error",\#
        "platform":"darwin","domain":"NSURLErrorDomain","code":-1001,"message":"The request timed out.",\#
        "underlying":[{"domain":"kCFErrorDomainCFNetwork","code":-1001}],\#
        "attributes":{"timezoneName":"","eventType":"logEvent","category":"net","processID":453,\#
        "eventMessage":"Load failed: Error Domain=NSURLErrorDomain Code=-1001 \"The request timed out.\#
        \" UserInfo={NSUnderlyingError=0x600 {Error Domain=kCFErrorDomainCFNetwork Code=-1001 \"(null)\"\#
        }}","traceID":507,"userID":88}}
        """#,
      .documented("man log(1); sentry-cocoa issue 1831 for the text of an error")
    )
  }
}
