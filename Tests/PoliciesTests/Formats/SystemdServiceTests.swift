import Foundation
import Policies
import RuleEngine
import Testing

@Suite("Services of systemd")
struct SystemdServiceTests {
  private static func unit(_ service: String, unit: String = "") -> String {
    "[Unit]\n\(unit)\n[Service]\nExecStart=/usr/bin/shop\n\(service)\n"
  }

  private static func error(_ result: String, _ code: String? = nil, _ more: String = "") -> String {
    let code = code.map { #","code":\#($0)"# } ?? ""
    return #"{"origin":"shop.service","domain":"\#(result)"\#(code)\#(more)}"#
  }

  /// Whether each error starts the unit again: the word of the verdict, and the rule.
  private static func decisions(_ service: String, unit: String = "", _ errors: [String]) throws -> [String] {
    try PoliciesTests.decisions(Self.unit(service, unit: unit), name: "shop.service", errors)
  }

  private static func findings(
    _ service: String,
    unit: String = "",
    system: Int = 257,
    name: String = "shop.service"
  )
    -> [String]
  {
    var registry = Registry()
    registry.policyFormats = BuiltInPolicies.all(PolicyVersions { system })
    return RuleSet.compile(
      name: name,
      bytes: Array(Self.unit(service, unit: unit).utf8),
      registry: registry
    ).diagnostics.map { "\($0.range.start.line):\($0.range.start.column) \($0.code)" }
  }

  @Test(
    "are started again by their results",
    arguments: [
      ("no", ""),
      ("always", "success exit-code signal core-dump timeout watchdog protocol resources oom-kill"),
      ("on-success", "success"),
      ("on-failure", "exit-code signal core-dump timeout watchdog protocol resources oom-kill"),
      ("on-abnormal", "signal core-dump timeout watchdog protocol resources oom-kill"),
      ("on-abort", "signal core-dump"), ("on-watchdog", "watchdog"),
    ]
  )
  func results(restart: String, wanted: String) throws {
    let results = [
      "success", "exec-condition", "exit-code", "signal", "core-dump", "timeout", "watchdog", "protocol",
      "resources", "oom-kill", "start-limit-hit",
    ]
    let decided = try Self.decisions(
      "Restart=\(restart)",
      unit: "StartLimitIntervalSec=0",
      results.map { Self.error($0) }
    )
    let again = zip(results, decided).filter { $0.1.hasPrefix("retry") }.map { $0.0 }
    #expect(Set(again) == Set(wanted.split(separator: " ").map { String($0) }))
  }

  @Test("obey their lists of statuses, of which the first decides, for the main process only")
  func lists() throws {
    let service = """
      Restart=on-failure
      RestartPreventExitStatus=7 SIGTERM
      RestartForceExitStatus=7 0
      SuccessExitStatus=143
      """
    let decided = try Self.decisions(
      service,
      [
        Self.error("exit-code", "7"), Self.error("exit-code", "7", #","attributes":{"process":"control"}"#),
        Self.error("timeout", "\"SIGTERM\""), Self.error("success", "0"), Self.error("exit-code", "143"),
        Self.error("exit-code", "1", #","attributes":{"job":"stop"}"#), Self.error("exit-code", "9"),
      ]
    )
    #expect(
      decided.map { String($0.split(separator: " ").last ?? "") } == [
        "shop.service/RestartPreventExitStatus", "shop.service/Restart",
        "shop.service/RestartPreventExitStatus", "shop.service/Restart",
        "shop.service/SuccessExitStatus", "shop.service/stopped", "shop.service/Restart",
      ]
    )
    #expect(
      decided.map { String($0.split(separator: " ").first ?? "") } == [
        "abort", "retry", "abort", "retry", "proceed", "cancel", "retry",
      ]
    )
  }

  /// The unit's section, the times of its failures, each with the length of the run, and the verdicts.
  private static let startLimits: [(unit: String, failures: String, verdicts: String)] = [
    // The second start is the last one that 2 in 3 s allow.
    ("StartLimitBurst=2\nStartLimitIntervalSec=3s", "0/0 1/0", "retry abort"),
    // The first run was long, so the window begins with the second start.
    ("StartLimitBurst=2\nStartLimitIntervalSec=3s", "600/600 600.1/0 600.2/0", "retry retry abort"),
    // The next start would be later than the window.
    ("StartLimitBurst=2\nStartLimitIntervalSec=3s", "0/0 2.95/0 3.1/0", "retry retry retry"),
    ("", "0/0 1/0 2/0 3/0 4/0 30/0", "retry retry retry retry abort retry"),
    ("StartLimitBurst=1\nStartLimitIntervalSec=1h", "0/0", "abort"),
    ("StartLimitBurst=0", "0/0 0/0 0/0 0/0 0/0 0/0", "retry retry retry retry retry retry"),
  ]

  @Test(
    "are given up at the start that exceeds their limit, in a fixed window that begins with a start",
    arguments: startLimits
  )
  func startLimit(unit: String, failures: String, verdicts: String) throws {
    let errors = try failures.split(separator: " ").enumerated().map { index, failure in
      let numbers = try failure.split(separator: "/").map { try #require(Double($0)) }
      // Statuses of both lists count as starts of one service.
      return Self.error(
        "exit-code",
        "\(index % 2)",
        #","time":\#(1_795_820_000 + numbers[0]),"lasted":\#(numbers[1])"#
      )
    }
    let decided = try Self.decisions("Restart=on-failure\nRestartForceExitStatus=0", unit: unit, errors)
    #expect(decided.map { String($0.prefix { $0 != " " }) }.joined(separator: " ") == verdicts)
  }

  @Test("are restarted without an end if they are slow")
  func endless() throws {
    let errors = (0..<1_500).map { index in
      let seconds = 1_795_820_000 + index * 3
      let time = Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
      return #"{"time":"\#(time)","origin":"shop.service","domain":"exit-code","code":1}"#
    }
    let decided = try Self.decisions("Restart=always\nRestartSec=3", errors)
    #expect(decided.allSatisfy { $0.hasPrefix("retry") })
  }

  @Test(
    "wait as RestartSec, RestartSteps and RestartMaxDelaySec say",
    arguments: [
      ("RestartSec=5", 3, 5_000), ("", 1, 100), ("RestartSec=1min 30s", 2, 90_000),
      ("RestartSec=200ms\nRestartSteps=5\nRestartMaxDelaySec=3s", 1, 200),
      // Measured: 590.835 ms and 1.745432 s after two and four restarts.
      ("RestartSec=200ms\nRestartSteps=5\nRestartMaxDelaySec=3s", 3, 591),
      ("RestartSec=200ms\nRestartSteps=5\nRestartMaxDelaySec=3s", 5, 1_745),
      ("RestartSec=200ms\nRestartSteps=5\nRestartMaxDelaySec=3s", 9, 3_000),
      ("RestartSec=200ms\nRestartSteps=5\nRestartMaxDelaySec=infinity", 9, 200),
      ("RestartSec=200ms\nRestartSteps=5\nRestartMaxDelaySec=100ms", 9, 100),
    ]
  )
  func delays(service: String, attempt: Int, milliseconds: Int) throws {
    let text = try resolution(
      of: Self.error("exit-code", "1", #","attempt":\#(attempt)"#),
      by: Self.unit("Restart=always\n" + service),
      name: "shop.service"
    )
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let retry = try #require(object["retry"] as? [String: Any])
    let delay = try #require(retry["delay"] as? Double)
    #expect(Int((delay * 1_000).rounded()) == milliseconds)
  }

  @Test(
    "are reported where systemd ignores or refuses what they say",
    arguments: [
      ("Restart=always # why", "5:9 faulty-policy"), ("Restart=On-Failure", "5:9 faulty-policy"),
      ("RestartSec=5x", "5:12 faulty-policy"), ("SuccessExitStatus=1,2", "5:19 faulty-policy"),
      ("StartLimitIntervalSec=60", "5:1 faulty-policy"), ("RestartSecs=5", "5:1 faulty-policy"),
      ("restart=always", "5:1 faulty-policy"), ("Type=oneshot\nRestart=always", "6:9 faulty-policy"),
      ("RestartSteps=3", "5:14 faulty-policy"), ("RestartSec=%i", "5:12 lost-in-import"),
    ]
  )
  func faults(service: String, finding: String) {
    #expect(Self.findings(service) == [finding])
  }

  @Test(
    "name what Restart= starts for ever",
    arguments: [
      ("always", "that can't start"), ("on-failure", "that can't start"),
      ("on-abnormal", "that is killed in each run"), ("on-success", "that ends well at once"),
    ]
  )
  func forever(restart: String, service: String) {
    var registry = Registry()
    registry.policyFormats = BuiltInPolicies.all(PolicyVersions { 257 })
    for limit in ["", "StartLimitIntervalSec=0"] {
      let text = Self.unit("Restart=\(restart)\nRestartSec=5", unit: limit)
      let found = RuleSet.compile(name: "shop.service", bytes: Array(text.utf8), registry: registry)
        .diagnostics
      #expect(found.contains { $0.message.contains(" a service \(service) is started again ") })
    }
  }

  @Test(
    "are reported where they do not do what they seem to",
    arguments: [
      ("", "Restart=always\nRestartSec=2", "6:12 limit-never-reached"),
      ("StartLimitBurst=4000000000", "Restart=always\nRestartSec=infinity", "6:12 limit-never-reached"),
      ("StartLimitIntervalSec=10.1", "Restart=always\nRestartSec=2", ""),
      ("StartLimitBurst=200000\nStartLimitIntervalSec=infinity", "Restart=always", "2:17 lost-in-import"),
      ("StartLimitIntervalSec=0", "Restart=always\nRestartSec=2", "2:23 limit-off"),
      ("", "Restart=on-abort", "5:9 exit-status-stays-down"),
      ("", "WatchdogSec=5", "5:13 watchdog-kills-but-nothing-restarts"),
      ("", "WatchdogSec=5\nRestart=on-watchdog", "6:9 exit-status-stays-down"),
      ("", "SuccessExitStatus=15", "5:19 number-means-exit-status"),
      ("OnFailure=a.service", "Restart=always", "2:11 onfailure-changes-with-version"),
      ("OnFailure=a.service", "Restart=always\nRestartMode=direct", ""),
    ]
  )
  func traps(unit: String, service: String, finding: String) {
    #expect(Self.findings(service, unit: unit) == (finding.isEmpty ? [] : [finding]))
  }

  @Test("are read as their version of systemd reads them")
  func versions() {
    #expect(
      Self.findings("Restart=always\nRestartSteps=3\nRestartMaxDelaySec=1s", system: 252) == [
        "6:14 faulty-policy", "7:20 faulty-policy",
      ]
    )
    #expect(Self.findings("Type=oneshot\nRestartForceExitStatus=1", system: 252) == ["6:24 faulty-policy"])
    #expect(Self.findings("Type=oneshot\nRestartForceExitStatus=1", system: 257).isEmpty)
  }

  @Test(
    "go on in the next line, leave comments out, and count a later setting, which an empty one may remove"
  )
  func syntax() throws {
    let service = """
      # Restart=no
      Restart = on-failure
      RestartPreventExitStatus=7 \\
      ; RestartPreventExitStatus=9
        8
      RestartForceExitStatus=1
      RestartForceExitStatus=
      RestartForceExitStatus=0
      """
    let codes =
      ["7", "8", "9"].map { Self.error("exit-code", $0) } + [
        Self.error("success", "0"), Self.error("success", "1"),
      ]
    let decided = try Self.decisions(service, codes).map { $0.split(separator: " ").first ?? "" }
    #expect(decided == ["abort", "abort", "retry", "retry", "proceed"])
  }

  @Test("are read with their drop-ins, whose findings stand in them")
  func dropIns() {
    var registry = Registry()
    registry.policyFormats = BuiltInPolicies.all(dropIns: { unit in
      [SourceFile(name: "\(unit).d/10.conf", text: "[Service]\nRestart=always\nRestartSec=bad\n")]
    })
    let compilation = RuleSet.compile(
      name: "shop.service",
      bytes: Array(Self.unit("Restart=no").utf8),
      registry: registry
    )
    #expect(
      compilation.diagnostics.map { "\($0.range.file.name):\($0.range.start.line)" } == [
        "shop.service.d/10.conf:3"
      ]
    )
  }

  @Test("need the whole unit for what a drop-in alone does not say")
  func aloneDropIns() {
    let text = "[Service]\nRestartSec=60\nRestart=always\nWatchdogSec=5\nRestart=no\nSuccessExitStatus=1,2\n"
    #expect(
      compiled(text, name: "shop.service.d/10.conf").diagnostics.map { "\($0.range.start.line) \($0.code)" }
        == [
          "6 faulty-policy"
        ]
    )
  }

  @Test("have the instances of a template")
  func templates() throws {
    let decided = try PoliciesTests.decisions(
      "[Service]\nRestart=always\n",
      name: "getty@.service",
      [
        #"{"origin":"getty@tty1.service","domain":"exit-code","code":1}"#,
        #"{"origin":"other.service","domain":"exit-code","code":1}"#,
      ]
    )
    #expect(decided.map { $0.split(separator: " ").first } == ["retry", "cancel"])
  }

  @Test(
    "are files with a section of theirs",
    arguments: [
      ("shop.service", "[Service]\n", true), ("shop.service", "Service\n", false),
      ("shop.conf", "[Service]\n", false), ("shop.service.d/a.conf", "[Service]\n", true),
      ("shop.timer", "[Service]\n", false), ("shop.socket", "[Unit]\n", false),
    ]
  )
  func files(name: String, text: String, isOne: Bool) {
    #expect((compiled(text, name: name).policyFormat == "systemd") == isOne)
  }
}
