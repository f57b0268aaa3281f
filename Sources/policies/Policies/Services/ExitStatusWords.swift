/// The words that name exit statuses and signals in systemd's unit files.
enum ExitStatusWords {
  /// The meaning of a word in a list.
  enum Meaning: Equatable {
    case status(Int64)
    /// A signal by its name, which begins with `SIG`.
    case signal(String)
  }

  /// Nil for a word that systemd skips.
  static func meaning(of word: String) -> Meaning? {
    if word.allSatisfy({ $0.isASCII && $0.isNumber }) {
      return Int64(word).flatMap { $0 <= 255 ? .status($0) : nil }
    }
    if let status = statuses[word] { return .status(status) }
    let name = word.hasPrefix("SIG") ? String(word.dropFirst(3)) : word
    return signals.contains(name) || isRealTime(name) ? .signal("SIG\(name)") : nil
  }

  /// `RTMIN`, `RTMIN+3`, `RTMAX-2`.
  private static func isRealTime(_ name: String) -> Bool {
    guard name.hasPrefix("RTMIN") || name.hasPrefix("RTMAX") else { return false }
    let rest = name.dropFirst(5)
    guard let sign = rest.first else { return true }
    let number = Int(rest.dropFirst())
    return sign == (name.hasPrefix("RTMIN") ? "+" : "-") && number.map { (0...30).contains($0) } ?? false
  }

  /// All names, for suggestions.
  static var names: [String] { statuses.keys.sorted() + signals.map { "SIG\($0)" } }

  /// The signal of a number that many take for one: `SIGKILL` of 9, `SIGTERM` of 15.
  static func usualSignal(of status: Int64) -> String? {
    status == 9 ? "SIGKILL" : status == 15 ? "SIGTERM" : nil
  }

  static let signals = [
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
    "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF",
    "WINCH", "IO", "PWR", "SYS",
  ]

  /// The statuses by name (`systemd-analyze exit-status`, `src/shared/exit-status.c`).
  static let statuses: [String: Int64] = {
    let rows: [(first: Int64, names: String)] = [
      (
        0,
        "SUCCESS FAILURE INVALIDARGUMENT NOTIMPLEMENTED NOPERMISSION NOTINSTALLED NOTCONFIGURED NOTRUNNING"
      ),
      (
        64,
        "USAGE DATAERR NOINPUT NOUSER NOHOST UNAVAILABLE SOFTWARE OSERR OSFILE CANTCREAT IOERR TEMPFAIL PROTOCOL NOPERM CONFIG"
      ),
      (
        200,
        "CHDIR NICE FDS EXEC MEMORY LIMITS OOM_ADJUST SIGNAL_MASK STDIN STDOUT CHROOT IOPRIO TIMERSLACK SECUREBITS SETSCHEDULER CPUAFFINITY GROUP USER CAPABILITIES CGROUP SETSID CONFIRM STDERR"
      ),
      (
        224,
        "PAM NETWORK NAMESPACE NO_NEW_PRIVILEGES SECCOMP SELINUX_CONTEXT PERSONALITY APPARMOR ADDRESS_FAMILIES RUNTIME_DIRECTORY"
      ),
      (
        235,
        "CHOWN SMACK_PROCESS_LABEL KEYRING STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY NUMA_POLICY CREDENTIALS BPF"
      ),
      (255, "EXCEPTION"),
    ]
    var statuses: [String: Int64] = [:]
    for (first, names) in rows {
      for (index, name) in names.split(separator: " ").enumerated() {
        statuses[String(name)] = first + Int64(index)
      }
    }
    return statuses
  }()
}
