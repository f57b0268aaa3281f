internal import Records

extension StreamFormat {
  /// SimpleFormatter of java.util.logging, whose records have the level in their second line.
  static var javaLogging: StreamFormat {
    var mapping = Mapping(
      logger: "java-logging", "java.util.logging's SimpleFormatter",
      #"(?P<time>[A-Z][a-z]{2} \d{1,2}, \d{4},? \d{1,2}:\d\d:\d\d(?: |\x{202F})[AP]M) (?P<logger>[\w$]+(?:[./][\w$]+)*)(?: (?P<method>[\w$<>]+))?$"#
    )
    mapping.text?.continued = .all
    // Java 20 and later put a narrow space before AM and PM.
    mapping.fields[0].formats = [
      "%b %d, %Y %I:%M:%S %p", "%b %d, %Y, %I:%M:%S %p", "%b %d, %Y %I:%M:%S\u{202F}%p",
      "%b %d, %Y, %I:%M:%S\u{202F}%p",
    ]
    mapping.extract = [
      Mapping.Extraction(
        from: [TextMapping.more], pattern: #"\A(?P<level>[A-Z]+): (?P<message>[^\n]*)(?:\n(?P<trace>\C*))?"#)
    ]
    mapping.stack = ["trace"]
    mapping.drop = [TextMapping.more]
    return StreamFormat(
      mapping,
      shape: "`MMM D, YYYY CLOCK CLASS METHOD`, then `LEVEL: message`",
      example: #"""
        Mar 22, 2011 1:11:31 PM MyClass fatal
        SEVERE: several message with an exception
        java.lang.IllegalArgumentException: invalid argument
            at MyClass.mash(MyClass.java:9)
        """#,
      becomes: #"""
        {"time":"2011-03-22T13:11:31Z","origin":"MyClass","severity":"error","type":"java.lang.IllegalAr\#
        gumentException","message":"invalid argument","attributes":{"method":"fatal","message":"several \#
        message with an exception","trace":"java.lang.IllegalArgumentException: invalid argument\n    at\#
         MyClass.mash(MyClass.java:9)"}}
        """#,
      .documented("https://github.com/openjdk/jdk, java/util/logging/SimpleFormatter.java, format")
    )
  }
}
