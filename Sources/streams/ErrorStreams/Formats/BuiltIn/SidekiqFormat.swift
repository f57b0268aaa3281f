internal import Records

extension StreamFormat {
  /// Sidekiq's log of both ages, and other text with pairs or a process before the level. A job's tries have its id.
  static var sidekiq: StreamFormat {
    let time =
      #"(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?"# + TimeText.zoneExpression + #"?)[ |]+"#
    let pair = #"[\w.-]+=[^ ]*"#
    let level =
      #"(?P<level>TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|CRITICAL|CRIT|FATAL|PANIC)(?:[:| ]+(?:(?P<type>[A-Z]\w*(?:::[A-Z]\w*)*(?:Error|Exception)|Errno::[A-Z]\w*): )?(?P<message>\C*))?$"#
    var mapping = Mapping(
      logger: "sidekiq", "Sidekiq, and other text with pairs or a process before the level (Ruby, Ansible)",
      time + #"(?P<fields>"# + pair + "(?: +" + pair + #")*)[ |]+"# + level,
      time + #"(?P<pid>\d+) (?P<thread>TID-\w+) +(?:(?P<logger>[\w:.]+) +JID-(?P<job>\w+) +)?"# + level,
      time + #"(?P<host>[\w.-]+) (?P<logger>[\w.-]+)\[(?P<pid>\d+)\] +"# + level)
    mapping.extract = [
      Mapping.Extraction(from: ["fields"], pattern: #"(?:^| )class=(?P<logger>[^ ]+)"#),
      Mapping.Extraction(from: ["fields"], pattern: #"(?:^| )jid=(?P<job>\w+)"#),
    ]
    mapping.fields += [FieldMapping(.operation, "job"), FieldMapping(.type, "type")]
    return StreamFormat(
      mapping,
      shape:
        "`TIME key=value LEVEL: message`, `TIME PID TID-THREAD CLASS JID-JOB LEVEL: message` and similar",
      example: #"""
        2026-11-21T01:41:19.483Z pid=7 tid=4g9 class=Charge jid=01ab WARN: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"Charge","severity":"warning","operation":"01ab",\#
        "message":"upstream timed out","attributes":{"fields":"pid=7 tid=4g9 class=Charge jid=01ab"}}
        """#,
      .proven(
        by: "Sidekiq 6.4.1, Ansible 2.19.14",
        source: "https://github.com/sidekiq/sidekiq, lib/sidekiq/logger.rb; Ansible, log_path"
      )
    )
  }
}
