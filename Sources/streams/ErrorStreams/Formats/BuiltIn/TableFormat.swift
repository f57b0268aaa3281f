extension StreamFormat {
  /// CSV and TSV (RFC 4180) with a header row that uses the names of logs.
  static var csv: StreamFormat {
    var mapping = Mapping(name: "csv")
    mapping.summary = "CSV and TSV with a header row"
    mapping.table = TableMapping()
    let json = StreamFormat.json.mapping
    mapping.markers = Mapping.Markers(any: json.markers.any)
    mapping.fields = json.fields
    mapping.appleErrors = json.appleErrors
    mapping.stack = json.stack
    mapping.logMessage = json.logMessage
    return StreamFormat(
      mapping,
      example: #"""
        time,level,logger,message,status
        2026-11-21T01:41:19Z,error,pay,"charge failed: ""upstream"" timed out",503
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","origin":"pay","severity":"error","status":503,"message":"charge \#
        failed: \"upstream\" timed out"}
        """#,
      .documented("RFC 4180 section 2")
    )
  }
}
