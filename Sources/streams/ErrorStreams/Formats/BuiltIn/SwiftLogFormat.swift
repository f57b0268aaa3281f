internal import Records

extension StreamFormat {
  /// `xcode-actions/json-logger`, whose metadata has swift-log's own `error.type` and `error.message`.
  static var swiftLog: StreamFormat {
    var mapping = Mapping(name: "swift-log")
    mapping.summary = "swift-log through a JSON handler"
    mapping.markers = Mapping.Markers(["label", "level", "message"], any: [["metadata", "function"]])
    mapping.readSwiftLog(time: FieldMapping(.time, "date", "date-1970", "timestamp", "time", as: .epoch))
    return StreamFormat(
      mapping,
      example: #"""
        {"level":"error","message":"charge failed","metadata":{"error.type":"Shop.NetworkError",\#
        "error.message":"timed out","order":"42"},"date":"2026-11-21T01:41:19Z","label":"com.shop.pay",\#
        "source":"App","file":"App/Pay.swift","function":"charge()","line":12}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","origin":"com.shop.pay","severity":"error",\#
        "type":"Shop.NetworkError","message":"timed out","attributes":{"message":"charge failed",\#
        "source":"App","file":"App/Pay.swift","function":"charge()","line":12,"order":"42"}}
        """#,
      .documented("https://github.com/xcode-actions/json-logger; swift-log SLG-0003")
    )
  }
}

extension Mapping {
  /// swift-log's members, whose metadata may hold the error.
  mutating func readSwiftLog(time: FieldMapping) {
    fields = [
      time,
      FieldMapping(.origin, "label"),
      FieldMapping(.severity, "level"),
      FieldMapping(.type, "metadata.error.type"),
      FieldMapping(
        .message, "metadata.error.message", "metadata.error", "metadata.err", "metadata.exc",
        "metadata.exception", "metadata.cause"),
    ]
    appleErrors = ["metadata.error", "metadata.reason", "message"]
    logMessage = ["message"]
    attributes = ["metadata"]
  }
}
