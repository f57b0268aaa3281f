internal import Records

extension StreamFormat {
  /// `log show` and `log stream` in the styles default, compact and syslog. Only the first two have a level.
  static var appleText: StreamFormat {
    let time = #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,6}(?:[+-]\d{4})?)"#
    let sender = #"(?:\((?P<sender>[^()\]]+)\) )?(?:\[(?P<subsystem>[^\]: ]*):(?P<category>[^\]]*)\] )?"#
    var mapping = Mapping(name: "apple-text")
    mapping.summary = "log show and log stream as text: default, compact, syslog"
    mapping.text = TextMapping(
      patterns: [
        time
          + #" +(?P<thread>0x[0-9a-f]+) +(?P<level>Default|Info|Debug|Error|Fault|Activity|Release|Useraction|Signpost|State|Loss|Create|Transition|Statedump) +(?P<activity>0x[0-9a-f]+) +(?P<pid>\d+) +(?P<ttl>\d+) +(?P<process>.*?): "#
          + sender + #"(?P<message>\C*)"#,
        time
          + #" (?P<level>Df|Db|E|Er|F|Fa|A|I|In|Sp|St|Lo) +(?P<process>[^\[]+)\[(?P<pid>\d+):(?P<thread>[0-9a-f]+)\] "#
          + sender + #"(?P<message>\C*)"#,
        time + #"  (?P<host>[^ ]+) (?P<process>[^\[]+)\[(?P<pid>\d+)\](?: <(?P<level>[A-Z][a-z]+)>)?: "#
          + sender
          + #"(?P<message>\C*)"#,
      ],
      continued: .all
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "subsystem", "process"),
      FieldMapping(
        .severity,
        "level",
        values: [
          "E": "error", "Er": "error", "F": "fatal", "Fa": "fatal", "Df": "info", "Db": "debug",
          "I": "info", "In": "info", "A": "info", "Activity": "info", "Sp": "debug", "Signpost": "debug",
          "Release": "info", "Useraction": "info", "State": "info", "Statedump": "info", "Loss": "notice",
          "St": "info", "Lo": "notice", "Create": "info", "Transition": "info",
        ]
      ),
      FieldMapping(.platform, default: "darwin"),
    ]
    mapping.stack = ["message"]
    mapping.appleErrors = ["message"]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      shape:
        "`TIME THREAD TYPE ACTIVITY PID TTL PROCESS: message`, `TIME TY PROCESS[PID:TID] message` and similar",
      preambles: applePreambles,
      example: #"""
        2026-11-21 01:41:19.483920+0000 0x1f4a     Error       0x0                  453    0    shop: (CFNetwork) [com.shop:net] Load failed: Error Domain=NSURLErrorDomain Code=-1001 "The request timed out."
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483920Z","origin":"com.shop","severity":"error","platform":"darwin","\#
        domain":"NSURLErrorDomain","code":-1001,"message":"The request timed out.","attributes":{"thread":\#
        "0x1f4a","activity":"0x0","pid":"453","ttl":"0","process":"shop","sender":"CFNetwork","category":"\#
        net","message":"Load failed: Error Domain=NSURLErrorDomain Code=-1001 \"The request timed out.\""}\#
        }
        """#,
      .documented("man log(1); https://developer.apple.com/documentation/os/viewing-log-messages")
    )
  }

  /// Around the records of `log show` and `log stream`, in any style.
  static let applePreambles = [
    "Filtering the log data using", "Skipping info and debug messages", "Skipping debug messages",
    "Skipping info messages", "getpwuid_r did not find a match", "Timestamp  ", "--------------------",
    "Log      - Default:", "Activity - Create:",
  ]
}
