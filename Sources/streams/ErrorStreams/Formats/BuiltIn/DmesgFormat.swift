internal import Records

extension StreamFormat {
  /// The kernel's own log, with the time since the machine's start or, with `-T`, of day. The lines of one failure of an NVIDIA
  /// GPU are one record.
  static var dmesg: StreamFormat {
    let start =
      #"(?:<(?P<pri>\d{1,3})>|(?P<facility>[a-z]+) *:(?P<level>[a-z]+) *: ?)?\[(?: *(?P<uptime>\d+\.\d{6})|(?P<time>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}))\](?:\[ *[TC]\d+\])? "#
    let xid = #"(?P<message>NVRM: Xid \((?P<device>[^)]*)\): (?P<xid>\d+), "#
    var mapping = Mapping(
      logger: "dmesg", "dmesg and dmesg -T: the log of Linux's kernel",
      // All lines of one exception of the graphics engine, and all channels of one process.
      start + xid + #"(?:pid=[^,]*, (?:name=[^,]*, )?)?Graphics \C*)"#,
      start + xid + #"pid=(?P<pid>[^,]*),\C*)"#,
      "(?P<entry>" + start + #"(?P<message>\C*))"#)
    mapping.text?.prefixed = TextMapping.Prefixed(
      same: ["device", "xid", "pid", "entry"], text: "message", joinsAll: true)
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, default: "kernel"),
      FieldMapping(.severity, "pri", "level", as: .priority),
    ]
    mapping.drop = ["device", "xid", "pid", "entry"]
    mapping.inner = "message"
    return StreamFormat(
      mapping,
      shape: "`[SECONDS] message`, `[TIME] message`, `FACILITY:LEVEL: [SECONDS] message`",
      isAround: true,
      example: #"""
        [  223.717982] NVRM: Xid (PCI:0000:00:06): 13, Graphics SM Warp Exception on (GPC 1, TPC 4, SM 0\#
        ): Misaligned Address
        """#,
      becomes: #"""
        {"origin":"PCI:0000:00:06","type":"Xid","code":13,"severity":"error","message":"NVRM: Xid (PCI:0\#
        000:00:06): 13, Graphics SM Warp Exception on (GPC 1, TPC 4, SM 0): Misaligned Address","attribu\#
        tes":{"uptime":"223.717982"}}
        """#,
      .documented("dmesg(1) of util-linux; NVIDIA, “Xid Errors”")
    )
  }
}
