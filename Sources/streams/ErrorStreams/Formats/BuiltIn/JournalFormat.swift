internal import Records

extension StreamFormat {
  /// journalctl's `-o verbose` and `-o export`, with the members of `-o json`.
  static var journal: StreamFormat {
    var mapping = StreamFormat.journald.mapping
    mapping.name = "journal"
    mapping.summary = "journalctl -o verbose and -o export"
    mapping.markers = Mapping.Markers(any: [["time", "__CURSOR"]])
    mapping.fields[0] = FieldMapping(
      .time, "_SOURCE_REALTIME_TIMESTAMP", "__REALTIME_TIMESTAMP", "time", as: .epoch)
    return StreamFormat(
      mapping,
      lines: JournalParser(),
      isAround: true,
      preambles: ["-- "],
      example: #"""
        Sat 2026-11-21 01:41:20.120004 UTC [s=2ac3f581960f42f6ba8b6129b1970601;i=2;b=0a8a8a8a;m=c6254e;t\#
        =660bf751d04c4;x=ad50]
            _HOSTNAME=web-1
            _SYSTEMD_UNIT=shop.service
            SYSLOG_IDENTIFIER=pay
            PRIORITY=3
            ERRNO=111
            MESSAGE=charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:20.120004Z","origin":"shop.service","severity":"error","domain":"NSPOS\#
        IXErrorDomain","code":111,"platform":"linux","message":"charge failed: upstream timed out","attr\#
        ibutes":{"_HOSTNAME":"web-1","SYSLOG_IDENTIFIER":"pay"}}
        """#,
      .made("Tests/Fixtures/streams/make-journal-text.sh, shortened")
    )
  }
}
