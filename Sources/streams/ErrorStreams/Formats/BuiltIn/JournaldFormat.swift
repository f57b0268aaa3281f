internal import Records

extension StreamFormat {
  /// Numbers are texts, messages that are not UTF-8 lists of bytes, long ones null
  /// (systemd.journal-fields(7), journalctl(1), "JSON Journal Format").
  static var journald: StreamFormat {
    var mapping = Mapping(name: "journald")
    mapping.summary = "journalctl -o json"
    mapping.markers = Mapping.Markers(["__REALTIME_TIMESTAMP"])
    mapping.fields = [
      FieldMapping(.time, "_SOURCE_REALTIME_TIMESTAMP", "__REALTIME_TIMESTAMP", as: .microseconds),
      FieldMapping(.id, "__CURSOR"),
      // systemd's own messages are about a unit.
      FieldMapping(.origin, "UNIT", "USER_UNIT", "_SYSTEMD_UNIT", "SYSLOG_IDENTIFIER", "_COMM"),
      FieldMapping(.severity, "PRIORITY", as: .syslog),
      FieldMapping(.domain, default: "NSPOSIXErrorDomain", where: "ERRNO"),
      FieldMapping(.code, "ERRNO", "EXIT_STATUS", as: .integer),
      FieldMapping(.platform, default: "linux", where: "ERRNO"),
    ]
    mapping.stack = ["MESSAGE"]
    mapping.logMessage = ["MESSAGE"]
    mapping.appleErrors = ["MESSAGE"]
    mapping.inner = "MESSAGE"
    return StreamFormat(
      mapping,
      example: #"""
        {"PRIORITY":"3","_HOSTNAME":"web-1","SYSLOG_IDENTIFIER":"shop","ERRNO":"111",\#
        "__REALTIME_TIMESTAMP":"1795225280120000","MESSAGE":"connect to upstream failed",\#
        "_SYSTEMD_UNIT":"shop.service"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:20.120Z","origin":"shop.service","severity":"error",\#
        "domain":"NSPOSIXErrorDomain","code":111,"platform":"linux","message":"connect to upstream faile\#
        d","attributes":{"_HOSTNAME":"web-1","SYSLOG_IDENTIFIER":"shop"}}
        """#,
      .made("systemd-journal-remote -o j.journal journald.export; journalctl --file j.journal -o json")
    )
  }
}
