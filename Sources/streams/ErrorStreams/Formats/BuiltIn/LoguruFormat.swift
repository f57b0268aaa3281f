internal import Records

extension StreamFormat {
  /// loguru's `serialize=True`: the record, and the text for a terminal, which alone has the causes.
  static var loguru: StreamFormat {
    var mapping = Mapping(name: "loguru")
    mapping.summary = "loguru with serialize=True"
    mapping.markers = Mapping.Markers(["record.level.no", "record.message"])
    mapping.fields = [
      FieldMapping(.time, "record.time.timestamp", as: .seconds),
      FieldMapping(.origin, "record.name"),
      FieldMapping(.severity, "record.level.name", "record.level.no", as: .python),
      FieldMapping(.type, "record.exception.type"),
      FieldMapping(.message, "record.exception.value"),
    ]
    mapping.stack = ["text"]
    mapping.logMessage = ["record.message"]
    mapping.attributes = ["record.extra"]
    mapping.drop = ["text"]
    return StreamFormat(
      mapping,
      example: #"""
        {"text":"2026-11-22 02:22:32.631 | ERROR    | __main__:loguru:102 - charge failed\n",\#
        "record":{"exception":{"type":"Timeout","value":"upstream timed out","traceback":true},\#
        "extra":{"order_id":42},"function":"loguru","level":{"name":"ERROR","no":40},"line":102,\#
        "message":"charge failed","name":"__main__","time":{"repr":"2026-11-22 02:22:32.631809+00:00",\#
        "timestamp":1795314152.631809}}}
        """#,
      becomes: #"""
        {"time":"2026-11-22T02:22:32.631809Z","origin":"__main__","severity":"error","type":"Timeout",\#
        "message":"upstream timed out","attributes":{"record":{"exception":{"type":"Timeout",\#
        "value":"upstream timed out","traceback":true},"extra":{"order_id":42},"function":"loguru",\#
        "level":{"name":"ERROR","no":40},"line":102,"message":"charge failed","name":"__main__",\#
        "time":{"repr":"2026-11-22 02:22:32.631809+00:00","timestamp":1795314152.631809}},\#
        "order_id":42}}
        """#,
      .made("Tests/Fixtures/streams/make.py (loguru), shortened")
    )
  }
}
