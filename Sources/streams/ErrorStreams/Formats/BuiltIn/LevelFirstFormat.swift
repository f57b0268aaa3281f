extension StreamFormat {
  /// Logs that begin with the level, then the time: Cassandra, CouchDB, Django's “verbose”, Python with a format
  /// of its own.
  static var levelFirst: StreamFormat {
    let time =
      #"(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?"# + TimeText.zoneExpression + "?)"
    let level =
      "(?P<level>TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|CRITICAL|CRIT|FATAL|ALERT|EMERG|PANIC|"
      + "trace|debug|info|notice|warn|warning|error|err|critical|crit|fatal|alert|emerg|emergency|panic)"
    let mapping = Mapping(
      logger: "level-first", "text that begins with a level and a time: Cassandra, CouchDB, Django",
      level + #" +\[(?P<thread>[^\]]*(?:\[[^\]]*\][^\]]*)*)\] +"# + time
        + #" (?P<logger>[^ ]+) +- (?P<message>\C*)"#,
      // Tinyproxy.
      level
        + #" +(?P<time>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)?) \[(?P<pid>\d+)\]: (?P<message>\C*)"#,
      level + " +" + time + #" (?P<logger>[\w.]+) (?P<pid>\d+) (?P<thread>\d+) (?P<message>\C*)"#,
      #"\[ *"# + level + #" *\] +"# + time
        + #" (?P<node>[^ @]+@[^ ]+) (?P<logger>[^ ]+) (?:-{8}|(?P<request>[0-9a-f]{10})) (?P<message>\C*)"#,
      #"\[? *"# + level + #" *\]?:?[ \t|-]*\[? *"# + time + #"\]?[ \t:|-]+(?P<message>\C*)"#)
    return StreamFormat(
      mapping,
      shape:
        "`LEVEL [THREAD] TIME FILE:LINE - message`, `[LEVEL] TIME NODE PROCESS REQUEST message`, `LEVEL TIME message`",
      example: #"""
        ERROR [CompactionExecutor:12] 2025-07-22 10:25:42,907 CompactionManager.java:217 - Compaction fa\#
        iled
        java.lang.RuntimeException: Simulated compaction error
            at org.apache.cassandra.db.compaction.CompactionManager.doCompaction(CompactionManager.java:\#
        217)
        """#,
      becomes: #"""
        {"time":"2025-07-22T10:25:42.907Z","origin":"CompactionManager.java:217","severity":"error","typ\#
        e":"java.lang.RuntimeException","message":"Simulated compaction error","attributes":{"thread":"C\#
        ompactionExecutor:12","message":"Compaction failed","more":"java.lang.RuntimeException: Simulate\#
        d compaction error\n    at org.apache.cassandra.db.compaction.CompactionManager.doCompaction(Com\#
        pactionManager.java:217)"}}
        """#,
      .documented(
        "Cassandra, conf/logback.xml; CouchDB, “Logging”; Django, “Logging”; logs in GoogleCloudPlatform/ops-agent"
      )
    )
  }
}
