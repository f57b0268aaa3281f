internal import Records

extension StreamFormat {
  /// `NSLog`, and the console of Xcode: no level, so only an exception, an `Error Domain=…` or a word before the message
  /// tells of an error.
  static var nsLog: StreamFormat {
    var mapping = Mapping(name: "nslog")
    mapping.summary = "NSLog and Xcode's console"
    mapping.text = TextMapping(
      #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,6}(?: ?[+-]\d{4})?) (?P<process>[^\[:]+)\[(?P<pid>\d+):(?P<thread>[0-9a-f]+)\] (?:\[(?P<subsystem>[\w-]+(?:\.[\w-]+)+):(?P<category>[^\]]*)\] )?(?:\[?(?P<level>(?i:debug|info|notice|warn|warning|error|critical|fault|fatal))\]?: )?(?P<message>\C*)"#,
      continued: .all)
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "subsystem", "process"),
      FieldMapping(.severity, "level"),
      FieldMapping(.platform, default: "darwin"),
    ]
    mapping.stack = ["message", TextMapping.more]
    mapping.appleErrors = ["message"]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      shape: "`TIME PROCESS[PID:THREAD] message`",
      example: #"""
        2026-11-21 01:41:19.483 Shop[453:8010] *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[Cart total]: unrecognized selector sent to instance 0x600'
        *** First throw call stack:
        (
        	0   CoreFoundation                      0x00007ff8067181ba __exceptionPreprocess + 242
        	1   Shop                                0x0000000104fd2999 -[Cart total] + 42
        )
        libc++abi: terminating due to uncaught exception of type NSException
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"Shop","platform":"darwin","type":"NSInvalidArgumentEx\#
        ception","message":"-[Cart total]: unrecognized selector sent to instance 0x600","attributes":{"pi\#
        d":"453","thread":"8010","message":"*** Terminating app due to uncaught exception 'NSInvalidArgume\#
        ntException', reason: '-[Cart total]: unrecognized selector sent to instance 0x600'","more":"*** F\#
        irst throw call stack:\n(\n\t0   CoreFoundation                      0x00007ff8067181ba __exceptio\#
        nPreprocess + 242\n\t1   Shop                                0x0000000104fd2999 -[Cart total] + 42\#
        \n)\nlibc++abi: terminating due to uncaught exception of type NSException"}}
        """#,
      .documented("https://developer.apple.com/documentation/foundation/nslog; sqflite's issue 978")
    )
  }
}
