extension StreamFormat {
  /// Logs of Windows' servicing and setup, whose columns are filled with spaces.
  static var windowsSetup: StreamFormat {
    let mapping = Mapping(
      logger: "windows-setup", "Windows' servicing and setup: CBS.log, DISM.log, setupact.log",
      #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d), (?P<level>Info|Warning|Error|Fatal Error|Perf)(?: +(?P<logger>[A-Z][A-Za-z]+) {2,}| {2,})(?P<message>\C*)"#
    )
    return StreamFormat(
      mapping,
      shape: "`TIME, LEVEL    COMPONENT    message`",
      example: #"""
        2016-09-28 04:30:31, Error                 CBS    SQM: Failed to start standard sample upload. [\#
        HRESULT = 0x80004005 - E_FAIL]
        """#,
      becomes: #"""
        {"time":"2016-09-28T04:30:31Z","origin":"CBS","severity":"error","message":"SQM: Failed to start\#
         standard sample upload. [HRESULT = 0x80004005 - E_FAIL]"}
        """#,
      .documented(
        "https://learn.microsoft.com, “Windows Setup log files”; a line of loghub's Windows_2k.log, as an error"
      )
    )
  }
}
