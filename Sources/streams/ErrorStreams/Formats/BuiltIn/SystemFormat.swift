internal import Records

extension StreamFormat {
  /// Linux's signals as systemd names them (signal(7)).
  private static let signals = [
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
    "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF",
    "WINCH", "IO", "PWR", "SYS",
  ]

  /// Known failure lines of systemd and of Linux's kernel, which say nothing of a level. They are mostly inside another log.
  static var system: StreamFormat {
    let uptime = #"(?:\[ *\d+\.\d+\] ?)?"#
    let unit =
      #"(?P<unit>[^ :]+\.(?:service|socket|mount|automount|swap|timer|scope|slice|target|path|device)): "#
    // The operation is the unit: its restarts are the tries.
    let run = "(?P<operation>" + unit.dropLast(2) + "): "
    // What the lines before it tell, as UnitFailures puts it.
    let known =
      #"(?: \((?:process=(?P<process>\w+) ?)?(?:code=(?P<code>\d+) ?)?(?:signal=(?P<signal>[\w+-]+) ?)?(?:meaning=(?P<meaning>[\w-]+) ?)?(?:attempt=(?P<attempt>\d+) ?)?(?:lasted=(?P<lasted>[\w.]+) ?)?(?:job=(?P<job>\w+))?\))?"#
    var mapping = Mapping(
      logger: "system", "failures of systemd's units and of Linux's kernel",
      unit
        + #"(?P<message>[A-Z][\w ]* process exited, code=[a-z]+, status=(?P<code>[1-9]\d*)(?:/(?P<meaning>[\w-]+))?\C*)"#,
      run + #"(?P<message>Failed with result '(?P<result>[^']*)'\.?)"# + known + #"\C*"#,
      run + #"(?P<message>(?P<refused>Start request repeated too quickly)\C*)"#,
      #"\((?P<completed>up) (?P<operation>(?P<unit>[^ ]+)) attempt=(?P<attempt>\d+)\) \C*"#,
      #"(?P<message>(?P<reload>Reload failed) for (?P<unit>[^ ]+\.service)[^\n(]*[^\n( ])"# + known + #"\C*"#,
      unit
        + #"(?P<message>(?:Failed |Watchdog timeout|[A-Z][\w-]* operation timed out|[A-Z][\w-]* timed out|State '[^']*' timed out|A process of this unit has been killed by the OOM killer|Killing process|Job [^ ]+ failed)\C*)"#,
      #"(?P<message>(?:Failed to (?:start|mount|listen on|activate|set up|unmount|reload) |Dependency failed for |Timed out (?:waiting for|starting|mounting) )(?:(?P<unit>[\w@.\\:-]+\.(?:service|socket|mount|automount|swap|timer|scope|slice|target|path|device)) - )?\C*)"#,
      uptime
        + #"(?P<message>(?:Memory cgroup out|Out) of memory: Kill(?:ed)? process (?P<pid>\d+) \((?P<process>[^)]*)\)\C*)"#,
      uptime + #"(?P<process>[^ \[\]]+)\[(?P<pid>\d+)\]: (?P<message>segfault at \C*)"#,
      uptime + #"traps: (?P<process>[^ \[\]]+)\[(?P<pid>\d+)\] (?P<message>[a-z]\C* ip:\C*)"#,
      uptime
        + #"(?P<message>(?:[\w ]+: |Buffer )?I/O error(?: on|,) dev (?P<device>[\w/-]+)(?:[, ]\C*)?)"#,
      uptime
        + #"(?P<message>(?:[\w ]+: )?critical (?:medium|target|space allocation|nexus) error, dev (?P<device>[\w/-]+)\C*)"#,
      uptime
        + #"(?P<message>(?:EXT[234]-fs|BTRFS|XFS|F2FS-fs)(?: (?:error|critical)| \([^)]*\): [A-Z][^:]*(?:[Ee]rror|[Cc]orruption)) ?\C*)"#,
      // Lines that explain the one before them.
      uptime
        + #"(?P<detail>NVRM: Xid \((?P<device>[^)]*)\): \d+, (?:pid=\S+, (?:name=[^,]*, )?)?(?P<level>Graphics Exception): (?:ESR|channel) \C*)"#,
      uptime
        + #"(?P<message>NVRM: (?P<kind>Xid) \((?P<device>[^)]*)\): (?P<code>\d+), (?:pid='?(?P<pid>\d+|<unknown>)'?, )?(?:name=(?P<process>[^,]*), )?\C*)"#,
      uptime + #"(?P<message>(?P<level>Kernel panic) - not syncing\C*)"#,
      uptime
        + #"(?P<message>(?:BUG: |watchdog: BUG: |Oops: |general protection fault|mce: \[Hardware Error\]: |\{\d+\}\[Hardware Error\]: |EDAC [^ ]+ \d+ UE )\C*)"#,
      // Errors all the same.
      uptime
        + #"(?P<message>(?:rcu: )?INFO: (?:task [^ ]+ blocked for more than |[a-z_]+ (?:self-)?detected |possible [a-z ]+ detected|suspicious RCU usage|inconsistent lock state|trying to register non-static key)\C*)"#,
      uptime
        + #"(?P<message>(?:[\w:.-]+ )+[\w:.-]+: device (?:descriptor read|not accepting)\C*, error -\d+)"#)
    var code = FieldMapping(.code, "code", "signal", as: .integer)
    code.values = signals.map { FieldMapping.Translation(found: $0, meant: "SIG\($0)") }
    mapping.fields = [
      FieldMapping(.origin, "unit", "process", "device", default: "kernel"),
      FieldMapping(.type, "kind"),
      FieldMapping(
        .domain, "result", "refused", "reload",
        values: ["Start request repeated too quickly": "start-limit-hit", "Reload failed": "reload"]),
      code,
      FieldMapping(.operation, "operation"),
      FieldMapping(.attempt, "attempt", as: .integer),
      FieldMapping(
        .severity, "level",
        values: ["Kernel panic": "fatal", "Graphics Exception": "notice"],
        default: "error"),
    ]
    mapping.logMessage = ["message", "detail"]
    mapping.completed = [Mapping.Marker("completed", ["up"])]
    return StreamFormat(
      mapping,
      shape:
        "`UNIT: Failed with result …`, `Out of memory: Killed process …`, `NVRM: Xid (…): …` and others",
      isLastResort: true,
      // What another line tells, too, as UnitFailures marks it.
      preambles: ["(told) "],
      example: #"""
        shop.service: Failed with result 'exit-code'.
        """#,
      becomes: #"""
        {"origin":"shop.service","domain":"exit-code","operation":"shop.service","attempt":1,"severity":"\#
        error","message":"Failed with result 'exit-code'."}
        """#,
      .documented("systemd, src/core/unit.c and service.c; Linux, mm/oom_kill.c; NVIDIA, “Xid Errors”")
    )
  }
}
