internal import Records

extension StreamFormat {
  /// Monolog's JsonFormatter (PHP): an exception in the context contains the previous one.
  static var monolog: StreamFormat {
    var mapping = Mapping(name: "monolog")
    mapping.summary = "Monolog's JsonFormatter (PHP)"
    mapping.markers = Mapping.Markers(["level_name", "channel", "datetime"])
    mapping.fields = [
      FieldMapping(.time, "datetime", "datetime.date", as: .epoch),
      FieldMapping(.origin, "channel"),
      FieldMapping(.severity, "level_name"),
    ]
    mapping.chain = Mapping.ChainMapping(
      from: ["context.exception"], isRootFirst: false, nested: "previous",
      [FieldMapping(.type, "class"), FieldMapping(.code, "code"), FieldMapping(.message, "message")])
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      example: #"""
        {"message":"charge failed","context":{"order":42,"exception":{"class":"App\\PayException",\#
        "message":"no answer","code":17,"file":"/app/Pay.php:12","previous":{"class":"GuzzleHttp\\Except\#
        ion\\ConnectException","message":"refused","code":0,"file":"/app/Http.php:3"}}},"level":400,\#
        "level_name":"ERROR","channel":"shop","datetime":"2026-11-21T01:41:19.483720+00:00","extra":{}}
        """#,
      becomes: #"""
        {"type":"App\\PayException","code":17,"message":"no answer","underlying":[{"type":"GuzzleHttp\\E\#
        xception\\ConnectException","code":0,"message":"refused"}],"time":"2026-11-21T01:41:19.483720Z",\#
        "origin":"shop","severity":"error","attributes":{"message":"charge failed","context":{"order":42\#
        ,"exception":{"class":"App\\PayException","message":"no answer","code":17,"file":"/app/Pay.php:1\#
        2","previous":{"class":"GuzzleHttp\\Exception\\ConnectException","message":"refused","code":0,"f\#
        ile":"/app/Http.php:3"}}},"level":400,"extra":{}}}
        """#,
      .documented("https://github.com/Seldaek/monolog, src/Monolog/Formatter/JsonFormatter.php")
    )
  }
}
