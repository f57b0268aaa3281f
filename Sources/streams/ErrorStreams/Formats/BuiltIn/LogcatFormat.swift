internal import Records

extension StreamFormat {
  /// Android's `logcat` with a line for each line of a message: brief, tag, process, time, threadtime (the default),
  /// with a year, a zone, a user id or an epoch, and as Android Studio shows it.
  static var logcat: StreamFormat {
    let level = "(?P<level>[VDIWEFA])"
    let program = #"(?P<tag>.*?) *: ?(?P<message>\C*)"#
    var mapping = Mapping(name: "logcat")
    mapping.summary = "Android's logcat"
    mapping.text = TextMapping(
      // threadtime, with `-v uid` too
      logcatTime + #" +(?:(?P<uid>[a-z0-9_]+) +)?(?P<pid>\d+) +(?P<tid>\d+) "# + level + " " + program,
      // Android Studio
      logcatTime + #" +(?P<pid>\d+)-(?P<tid>\d+) +(?P<tag>[^ ].*?) +(?P<package>[\w.:-]+|\? *) +"# + level
        + #"  (?P<message>\C*)"#,
      logcatTime + #" +(?P<pid>\d+)-(?P<tid>\d+)/(?P<package>[^ ]+) "# + level + "/" + program,
      // time
      logcatTime + " +" + level + #"/(?P<tag>.*?) *\( *(?P<pid>\d+)\): ?(?P<message>\C*)"#,
      // brief
      level + #"/(?P<tag>.*?) *\( *(?P<pid>\d+)\): ?(?P<message>\C*)"#,
      // process
      level + #"\( *(?P<pid>\d+)\) (?P<message>\C*?)  \((?P<tag>[^()]+)\)"#,
      // tag; of two characters at least, so that no text about I/O is one
      level + #"/(?P<tag>[A-Za-z_][\w.$-]+) *: (?P<message>\C*)"#
    )
    mapping.text?.prefixed = TextMapping.Prefixed(same: ["pid", "tid", "level", "tag"], text: "message")
    mapping.fields = logcatFields
    mapping.stack = ["message"]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      shape: "`TIME PID TID LEVEL TAG: message`, `LEVEL/TAG(PID): message` and similar",
      preambles: logcatPreambles,
      example: #"""
        11-21 01:41:19.483  1234  1234 E AndroidRuntime: FATAL EXCEPTION: main
        11-21 01:41:19.483  1234  1234 E AndroidRuntime: Process: com.shop, PID: 1234
        11-21 01:41:19.483  1234  1234 E AndroidRuntime: java.lang.IllegalStateException: no cart
        11-21 01:41:19.483  1234  1234 E AndroidRuntime: 	at com.shop.Cart.total(Cart.kt:42)
        11-21 01:41:19.483  1234  1234 E AndroidRuntime: Caused by: java.net.ConnectException: refused
        11-21 01:41:19.483  1234  1234 E AndroidRuntime: 	... 8 more
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"AndroidRuntime","severity":"error","platform":"linux"\#
        ,"type":"java.lang.IllegalStateException","message":"no cart","underlying":[{"type":"java.net.Conn\#
        ectException","message":"refused"}],"attributes":{"pid":"1234","tid":"1234","message":"FATAL EXCEP\#
        TION: main\nProcess: com.shop, PID: 1234\njava.lang.IllegalStateException: no cart\n\tat com.shop.\#
        Cart.total(Cart.kt:42)\nCaused by: java.net.ConnectException: refused\n\t... 8 more"}}
        """#,
      .documented("https://developer.android.com/tools/logcat#outputFormat; loghub's Android_2k.log")
    )
  }

  static var logcatTime: String {
    #"(?:(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+(?: [+-]\d{4})?)|(?P<clock>\d\d-\d\d \d\d:\d\d:\d\d\.\d+)(?: [+-]\d{4})?|(?P<epoch>\d{9,10}\.\d{3,9}))"#
  }

  static var logcatFields: [FieldMapping] {
    [
      FieldMapping(.time, "time", "clock", "epoch", as: .epoch),
      FieldMapping(.origin, "tag"),
      FieldMapping(
        .severity,
        "level",
        values: [
          "V": "trace", "D": "debug", "I": "info", "W": "warning", "E": "error", "F": "fatal", "A": "fatal",
        ]
      ),
      FieldMapping(.platform, default: "linux"),
    ]
  }

  static let logcatPreambles = ["--------- beginning of ", "--------- switch to "]
}
