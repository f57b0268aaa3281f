internal import Records

extension StreamFormat {
  static var ruby: StreamFormat {
    var mapping = Mapping(
      logger: "ruby", "Ruby's Logger, Rails",
      #"[DIWEFA], \[(?P<time>[^ \]]+) #(?P<pid>\d+)\] +(?P<level>DEBUG|INFO|WARN|ERROR|FATAL|ANY) -- (?P<program>[^:]*): (?P<message>\C*?)(?: \((?P<type>[A-Z][\w:]*(?:Error|Exception))\))?$"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "program"),
      FieldMapping(.type, "type"),
      FieldMapping(.severity, "level"),
    ]
    return StreamFormat(
      mapping,
      shape: "`E, [TIME #PID] LEVEL -- PROGRAM: message`",
      example: #"""
        E, [2026-11-22T06:28:40.166417 #13050] ERROR -- shop: upstream timed out (ArgumentError)
        r.rb:5:in `<main>'
        """#,
      becomes: #"""
        {"time":"2026-11-22T06:28:40.166417Z","origin":"shop","type":"ArgumentError","severity":"error",\#
        "message":"upstream timed out","attributes":{"pid":"13050","more":"r.rb:5:in `<main>'"}}
        """#,
      .made("Tests/Fixtures/streams/make-texts.sh (Ruby's Logger)")
    )
  }
}
