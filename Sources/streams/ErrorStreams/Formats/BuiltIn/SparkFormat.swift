internal import Records

extension StreamFormat {
  /// Spark's `%d{yy/MM/dd HH:mm:ss} %p %c{1}: %m`, and that of Hadoop's first versions, without separators in the time.
  static var spark: StreamFormat {
    let level = "(?P<level>TRACE|DEBUG|INFO|WARN|ERROR|FATAL)"
    let logger = #" +(?P<logger>(?:[\w$]+\.)*[A-Z][\w$]*): (?P<message>\C*)"#
    var mapping = Mapping(
      logger: "spark", "Spark, and Hadoop's first versions (HDFS)",
      #"(?P<time>\d\d/\d\d/\d\d \d\d:\d\d:\d\d) +"# + level + logger,
      #"(?P<time>\d{6} \d{6}) (?P<thread>\d+) +"# + level + logger)
    mapping.fields[0].formats = ["%y/%m/%d %H:%M:%S", "%y%m%d %H%M%S"]
    return StreamFormat(
      mapping,
      shape: "`yy/MM/dd CLOCK LEVEL LOGGER: message`, `yyMMdd HHmmss THREAD LEVEL LOGGER: message`",
      example: #"""
        081109 214043 2561 WARN dfs.DataNode$DataXceiver: 10.251.30.85:50010:Got exception while serving\#
         blk_-2918118818249673980 to /10.251.90.64:
        """#,
      becomes: #"""
        {"time":"2008-11-09T21:40:43Z","origin":"dfs.DataNode$DataXceiver","severity":"warning","message\#
        ":"10.251.30.85:50010:Got exception while serving blk_-2918118818249673980 to /10.251.90.64:","a\#
        ttributes":{"thread":"2561"}}
        """#,
      .documented("Spark, conf/log4j2.properties.template; loghub's Spark_2k.log and HDFS_2k.log")
    )
  }
}
