internal import Records

extension StreamFormat {
  /// Problem details of HTTP APIs (RFC 9457 section 3), one document each.
  static var problem: StreamFormat {
    var mapping = Mapping(name: "problem")
    mapping.summary = "RFC 9457 problem details"
    mapping.markers = Mapping.Markers(
      ["title"],
      any: [["type", "status", "detail"]],
      none: [
        "domain", "origin", "time", "case", "underlying", "level", "severity", "timestamp", "@timestamp",
      ]
    )
    mapping.fields = [
      // An integer status is the problem's.
      FieldMapping(.message, "detail", "title"),
      FieldMapping(.problem, Mapping.wholeDocument),
    ]
    mapping.errors = .all
    return StreamFormat(
      mapping,
      example: #"""
        {"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.",\#
        "status":403,"detail":"Your current balance is 30, but that costs 50.",\#
        "instance":"/account/12345/msgs/abc","balance":30}
        """#,
      becomes: #"""
        {"message":"Your current balance is 30, but that costs 50.",\#
        "problem":{"type":"https://example.com/probs/out-of-credit","title":"You do not have enough cred\#
        it.","status":403,"detail":"Your current balance is 30, but that costs 50.",\#
        "instance":"/account/12345/msgs/abc","balance":30}}
        """#,
      .documented("RFC 9457 section 3")
    )
  }
}
