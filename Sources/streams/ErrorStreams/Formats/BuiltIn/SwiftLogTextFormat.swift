internal import Records

extension StreamFormat {
  /// swift-log's own text, with the error passed to the handler as metadata (SLG-0003).
  static var swiftLogText: StreamFormat {
    var mapping = Mapping(name: "swift-log-text")
    mapping.summary = "swift-log's StreamLogHandler"
    mapping.markers = Mapping.Markers(["label", "source", "level", "message"])
    mapping.readSwiftLog(time: FieldMapping(.time, "time"))
    mapping.stack = ["more"]
    return StreamFormat(
      mapping,
      lines: SwiftLogParser(),
      example: #"""
        2026-11-22T06:33:42+0000 error com.shop.pay: error.message=upstream timed out error.type=slog.Ti\#
        meout order=42 [slog] charge failed
        """#,
      becomes: #"""
        {"time":"2026-11-22T06:33:42Z","origin":"com.shop.pay","severity":"error","type":"slog.Time\#
        out","message":"upstream timed out","attributes":{"source":"slog","message":"charge failed","ord\#
        er":"42"}}
        """#,
      .made("Tests/Fixtures/streams/make-texts.sh (swift-log)")
    )
  }
}
