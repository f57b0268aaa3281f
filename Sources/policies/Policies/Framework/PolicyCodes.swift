package import Source

/// The codes of findings about policies of other systems.
package enum PolicyCodes {
  package static let all: [FindingCode] = [
    FindingCode(
      "exit-status-stays-down", .note,
      "systemd restarts a service after signals only, so one that ends with an exit status stays down.",
      "Write Restart=on-failure, unless that is wanted."),
    FindingCode(
      "faulty-policy", .error, "The system of a policy would reject it.",
      "Correct the policy: the message says what its format demands."),
    FindingCode(
      "limit-never-reached", .warning,
      "A service's start limit is never reached, because its restarts are too slow for it.",
      "Make StartLimitIntervalSec= longer than StartLimitBurst= times RestartSec=."),
    FindingCode(
      "limit-off", .note, "No start limit ends the restarts of a service.",
      "Nothing, if something else notices; or set StartLimitIntervalSec= and StartLimitBurst= in [Unit]."),
    FindingCode(
      "lost-in-export", .note,
      "Another system's policy cannot express this part of a rule file, or expresses it differently.",
      "Nothing, if you can do without it; errctl export --strict ends with status 1."),
    FindingCode(
      "lost-in-import", .note,
      "A rule file cannot express this part of another system's policy, or expresses it differently.",
      "Nothing, if you can do without it; errctl import --strict ends with status 1."),
    FindingCode(
      "number-means-exit-status", .warning,
      "A number in a list of exit statuses is the number of a signal.",
      "Write the name of the signal: SIGTERM."),
    FindingCode(
      "onfailure-changes-with-version", .note,
      "systemd's versions start the units of OnFailure= at other times.",
      "Set RestartMode=direct, or let these units bear being started at each failure."),
    FindingCode(
      "terminal-error", .note, "A wildcard of a policy does not stand for an error that ends the execution.",
      "Name the error in a catcher of its own."),
    FindingCode(
      "watchdog-kills-but-nothing-restarts", .warning,
      "A service that its watchdog kills stays down.", "Write Restart=on-watchdog, on-abnormal or on-failure."
    ),
  ]
}
