extension StreamFormat {
  /// Java loggers as text: the patterns of Logback, Log4j and programs that use them; log4net's is like them.
  static var javaText: StreamFormat {
    let levels =
      "(?P<level>TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE|CONFIG|FINE|FINER|FINEST)"
    let time =
      #"(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?"# + TimeText.zoneExpression + "?)"
    let timeOrClock = "(?:" + time + #"|(?P<clock>\d\d:\d\d:\d\d[.,]\d+))"#
    // Tomcat's names have brackets themselves: `Processor[Engine[Catalina].Host[localhost]]`.
    let thread = #"\[(?P<thread>[^\]]*(?:\][^ \]]*)*)\]"#
    var mapping = Mapping(
      logger: "java-text",
      "Java loggers as text: Logback, Log4j, Spring Boot, Tomcat, Elasticsearch, WildFly, Solr, ZooKeeper, Kafka; log4net",
      time + #" +"# + levels
        + #" +(?P<pid>\d+) --- (?:\[(?P<app>[^\]]*)\] )?\[(?P<thread>[^\]]*)\] (?P<logger>[^ ]+) *: (?P<message>\C*)"#,
      timeOrClock + " +" + thread + " +" + levels
        + #" +(?P<logger>[^ ]+?) *(?:-|:|--) (?P<message>\C*)"#,
      timeOrClock + " +" + levels + " +" + thread
        + #" +(?P<logger>[^ ]+) *(?:-|:|--) (?P<message>\C*)"#,
      timeOrClock + #" +"# + levels
        + #" +(?P<logger>[\w.$]+)(?::(?P<line>\d+))? +(?:-|:|--) (?P<message>\C*)"#,
      // Log4j's `%d %p %c: %m` (Hadoop, Hive): a class, unlike the loggers of Python.
      time + " +" + levels + #" +(?P<logger>(?:[\w$-]+\.)+[A-Z][\w$]*): (?P<message>\C*)"#,
      #"(?P<time>\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d\.\d+) "# + levels
        + " " + thread + #" (?P<logger>[^ ]+) (?P<message>\C*)"#,
      // ZooKeeper.
      time + #" (?:\[myid:(?P<myid>[^\]]*)\] )?- "# + levels
        + #" +\[(?P<thread>[^ ]\C*?):(?P<logger>[\w.$]+)@(?P<line>\d+)\] - (?P<message>\C*)"#,
      // WildFly.
      timeOrClock + " +" + levels
        + #" +\[(?P<logger>[^\] ]+)\] \((?P<thread>[^)]*(?:\([^)]*\)[^)]*)*)\) (?P<message>\C*)"#,
      // Solr.
      time + " +" + levels
        + #" +\((?P<thread>[^)]*(?:\([^)]*\)[^)]*)*)\) \[(?P<context>[^\]]*)\] (?P<logger>[\w$]+(?:\.[\w$]+)+) (?:(?P<exception>(?:\w+\.)+\w+(?:Exception|Error): \C*)|(?P<message>\C*))"#,
      // Kafka: the logger is at the end.
      #"\["# + time + #"\] "# + levels + #" (?P<message>\C*) \((?P<logger>[\w$-]+(?:\.[\w$-]+)+)\)$"#,
      // log4net.
      timeOrClock + " +" + thread + " +" + levels
        + #" +(?P<logger>[^ ]+) \[(?P<context>[^\]]*)\] - (?P<message>\C*)"#,
      #"\[(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.,]\d+)\]\[(?P<level>TRACE|DEBUG|INFO|WARN|ERROR|FATAL|CRITICAL|DEPRECATION) *\]\[(?P<logger>[^\] ]+) *\] (?:\[(?P<node>[^\]]*)\] ?)?(?P<message>\C*)"#
    )
    // Solr's exceptions without a message before them.
    mapping.stack.append("exception")
    mapping.logMessage.append("exception")
    // Its loggers without a package.
    mapping.text?.common = [time + " +" + levels + #" +(?P<logger>[\w.$-]+): (?P<message>\C*)"#]
    return StreamFormat(
      mapping,
      shape:
        "`TIME [THREAD] LEVEL LOGGER - message`, `TIME LEVEL PID --- [THREAD] LOGGER : message` and similar",
      example: #"""
        2026-11-21 01:41:19,483 ERROR [main] com.shop.Pay - charge failed
        com.shop.Timeout: upstream timed out
            at com.shop.Pay.charge(Pay.java:12)
        Caused by: java.net.ConnectException: refused
            ... 1 more
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"com.shop.Pay","severity":"error","type":"com.shop.T\#
        imeout","message":"upstream timed out","underlying":[{"type":"java.net.ConnectException","messag\#
        e":"refused"}],"attributes":{"thread":"main","message":"charge failed","more":"com.shop.Timeout:\#
         upstream timed out\n    at com.shop.Pay.charge(Pay.java:12)\nCaused by: java.net.ConnectExcepti\#
        on: refused\n    ... 1 more"}}
        """#,
      .proven(
        by: "Tomcat 10.1.60, ZooKeeper 3.8.0",
        source: "https://logback.qos.ch/manual/layouts.html; Log4j 2, PatternLayout; Spring Boot, Logging"
      )
    )
  }
}
