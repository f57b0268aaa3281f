internal import Records

extension StreamFormat {
  static var tracing: StreamFormat {
    var mapping = Mapping(name: "tracing")
    mapping.summary = "Rust's tracing-subscriber as JSON"
    mapping.markers = Mapping.Markers(["level", "target"], any: [["fields.message", "fields"]])
    mapping.fields = [
      FieldMapping(.time, "timestamp"),
      FieldMapping(.origin, "target"),
      FieldMapping(.severity, "level"),
      FieldMapping(.type, "fields.error.type"),
      FieldMapping(.message, "fields.error", "fields.err"),
    ]
    mapping.logMessage = ["fields.message"]
    mapping.attributes = ["fields"]
    return StreamFormat(
      mapping,
      example: #"""
        {"timestamp":"2025-10-28T19:15:10.821610Z","level":"ERROR","fields":{"message":"failed to shave \#
        yak","yak":3,"error":"missing yak"},"target":"yak_shave","threadId":1}
        """#,
      becomes: #"""
        {"time":"2025-10-28T19:15:10.821610Z","origin":"yak_shave","severity":"error",\#
        "message":"missing yak","attributes":{"threadId":1,"message":"failed to shave yak","yak":3}}
        """#,
      .documented("https://docs.rs/tracing-subscriber, fmt::format::Json; lnav's logfile_rust_tracing.0")
    )
  }
}
