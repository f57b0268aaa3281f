internal import Records

extension StreamFormat {
  /// Last words of programs for which a call of the system failed. Mostly inside another log, whose line has no level.
  static var osError: StreamFormat {
    var mapping = Mapping(name: "os-error")
    mapping.summary =
      "lines that end with the system's text of an error: `open /shop: No such file or directory`"
    mapping.fields = [
      FieldMapping(.origin, "program"),
      FieldMapping(.severity, default: "error"),
      FieldMapping(.domain, default: "NSPOSIXErrorDomain", where: "number"),
      FieldMapping(.code, "number", as: .integer),
      FieldMapping(.platform, default: "linux", where: "number"),
    ]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      lines: OSErrorParser(),
      isLastResort: true,
      isWithoutLevel: true,
      example: #"""
        ssh: connect to host shop.example port 22: Connection refused
        """#,
      becomes: #"""
        {"origin":"ssh","severity":"error","domain":"NSPOSIXErrorDomain","code":111,"platform":"linux",\#
        "message":"connect to host shop.example port 22: Connection refused"}
        """#,
      .proven(
        by: "OpenSSH 9.2, dnsmasq 2.90, memcached 1.6.18, OpenLDAP 2.5.13, pdns 4.7, clamd 1.4.6",
        source: "glibc, perror(3)"
      )
    )
  }
}
