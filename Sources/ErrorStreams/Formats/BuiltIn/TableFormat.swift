internal import RuleEngine

extension StreamFormat {
  /// CSV and TSV (RFC 4180) whose first row names the columns, by the names that logs use.
  static var csv: StreamFormat {
    var mapping = Mapping(name: "csv")
    mapping.summary = "CSV and TSV with a first row of names"
    mapping.table = TableMapping()
    let json = StreamFormat.json.mapping
    mapping.markers = Mapping.Markers(any: json.markers.any.map { inAnyCase($0) })
    mapping.fields = json.fields.map { field in
      var field = field
      field.from = inAnyCase(field.from)
      return field
    }
    mapping.appleErrors = inAnyCase(json.appleErrors)
    mapping.stack = inAnyCase(json.stack)
    mapping.logMessage = inAnyCase(json.logMessage)
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

  /// Names of columns as programs write them, as spreadsheets do (`Level`) and as databases do (`LEVEL`).
  private static func inAnyCase(_ names: [String]) -> [String] {
    var all: [String] = []
    for name in names {
      let upper = name.uppercased()
      for form in [name, String(upper.prefix(1)) + String(name.dropFirst()), upper] where !all.contains(form)
      {
        all.append(form)
      }
    }
    return all
  }
}
