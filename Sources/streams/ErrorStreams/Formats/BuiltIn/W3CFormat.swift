internal import Records

extension StreamFormat {
  /// The extended log format of the W3C, as IIS writes it: `#Fields` names the columns.
  static var w3c: StreamFormat {
    var mapping = Mapping(name: "w3c-extended")
    mapping.summary = "IIS, and other logs in the W3C's extended format"
    mapping.skip = ["#"]
    mapping.table = TableMapping(separator: UInt8(ascii: " "), header: "#Fields:")
    mapping.markers = Mapping.Markers(
      ["date", "time"], any: [["sc-status", "cs-method", "cs-uri-stem", "cs-uri", "c-ip"]])
    mapping.fields = [
      FieldMapping(.time, "\(TableParser.dateAndTime)"),
      FieldMapping(.origin, "s-sitename", "cs-host", "s-computername", default: "http"),
      FieldMapping(.severity, "sc-status", as: .http),
      FieldMapping(.status, "sc-status"),
    ]
    mapping.logMessage = ["cs-uri-stem", "cs-uri"]
    mapping.request = mapping.logMessage
    mapping.drop = ["date", "time"]
    return StreamFormat(
      mapping,
      shape: "`#Fields: date time …`, then a row for each request",
      example: #"""
        #Software: Microsoft Internet Information Services 6.0
        #Version: 1.0
        #Date: 2001-05-02 17:42:15
        #Fields: date time s-sitename cs-method cs-uri-stem sc-status sc-win32-status
        2001-05-02 17:42:15 W3SVC1 GET /default.htm 503 64
        """#,
      becomes: #"""
        {"time":"2001-05-02T17:42:15Z","origin":"W3SVC1","severity":"error","status":503,"message"\#
        :"/default.htm","attributes":{"request":"/default.htm","route":"/default.htm","cs-method":\#
        "GET","sc-win32-status":"64"}}
        """#,
      .documented(
        "https://www.w3.org/TR/WD-logfile.html; https://learn.microsoft.com/windows/win32/http/w3c-logging")
    )
  }
}
