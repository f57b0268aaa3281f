import ErrorStreams
import Foundation
import Testing

@Suite("Events of containers")
struct ContainerEventsTests {
  /// The engines, each with the events as it writes them.
  enum Engine: CaseIterable {
    case docker
    /// Without the members that newer versions leave out.
    case docker29
    /// By Docker Compose.
    case compose
    case podman
    case podman5

    /// An event of a container.
    struct Event {
      let second: Double
      let name: String
      var container = "shop-web-1"
      var status: Int?
      var signal: Int?
    }

    func text(_ events: [Event]) -> String { events.map { line($0) + "\n" }.joined() }

    private func line(_ event: Event) -> String {
      let nano = Int64((1_796_078_255 + event.second) * 1e6) * 1_000
      let labels = #""com.docker.compose.service":"web","com.docker.compose.project":"shop""#
      switch self {
      case .docker, .docker29:
        let old =
          self == .docker ? #""status":"\#(event.name)","id":"id-\#(event.container)","from":"shop:1","# : ""
        let status = event.status.map { #","exitCode":"\#($0)""# } ?? ""
        let signal = event.signal.map { #","signal":"\#($0)""# } ?? ""
        return
          #"{\#(old)"Type":"container","Action":"\#(event.name)","Actor":{"ID":"id-\#(event.container)","Attributes":{\#(labels)\#(status)\#(signal),"image":"shop:1","name":"\#(event.container)"}},"scope":"local","time":\#(nano / 1_000_000_000),"timeNano":\#(nano)}"#
      case .compose:
        let status = event.status.map { #""exitCode":"\#($0)","# } ?? ""
        let signal = event.signal.map { #","signal":"\#($0)""# } ?? ""
        return
          #"{"action":"\#(event.name)","attributes":{\#(status)"image":"shop:1","name":"\#(event.container)"\#(signal)},"id":"id-\#(event.container)","service":"web","time":"\#(Self.text(nano))","type":"container"}"#
      case .podman, .podman5:
        let parts = event.name.split(separator: ":")
        let name = event.name == "die" ? "died" : "\(parts[0])"
        let status = event.status.map { $0 == 0 ? "" : #""ContainerExitCode":\#($0),"# } ?? ""
        let health = parts.count > 1 ? #""health_status":"\#(parts[1].dropFirst())","# : ""
        let time =
          self == .podman5
          ? #""time":\#(nano / 1_000_000_000),"timeNano":\#(nano)"#
          : #""Time":"\#(Self.text(nano))""#
        return
          #"{\#(status)"ID":"id-\#(event.container)","Image":"shop:1","Name":"\#(event.container)","Status":"\#(name)",\#(health)\#(time),"Type":"container","Attributes":{\#(labels)}}"#
      }
    }

    private static func text(_ nano: Int64) -> String {
      Date(timeIntervalSince1970: Double(nano) / 1e9)
        .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    var announces: Bool { self == .podman || self == .podman5 }

    /// A restart by the engine.
    func restart(_ second: Double, _ container: String = "shop-web-1") -> [Event] {
      (announces ? [Event(second: second, name: "restart", container: container)] : [])
        + [Event(second: second, name: "start", container: container)]
    }
  }

  private typealias Event = Engine.Event

  private static func end(_ second: Double, _ status: Int, _ container: String = "shop-web-1") -> Event {
    Event(second: second, name: "die", container: container, status: status)
  }

  private static func start(_ second: Double, _ container: String = "shop-web-1") -> Event {
    Event(second: second, name: "start", container: container)
  }

  /// What each record says: `exit-code 7, try 2 of shop-web-1, restarts 1, lasted 3s`, or `up: try 2 of shop-web-1`.
  private static func records(_ engine: Engine, _ events: [Event]) throws -> [String] {
    let read = try ReadStream(Array(engine.text(events).utf8))
    #expect(read.format == (engine == .compose ? "compose-events" : "container-events"))
    return try read.records.map { record in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any])
      #expect(object["origin"] as? String == "web")
      let tried = "try \(object["attempt"] ?? "-") of \(object["operation"] ?? "-")"
      if object["completed"] != nil { return "up: \(tried)" }
      let attributes = object["attributes"] as? [String: Any] ?? [:]
      let code = object["code"].map { " \($0)" } ?? ""
      let more = ["restarts", "lasted", "signal"].compactMap { key in attributes[key].map { "\(key) \($0)" } }
      return (["\(object["domain"] ?? "-")\(code)", tried] + more).joined(separator: ", ")
    }
  }

  @Test("tell each failure with its restarts and the time that it ran", arguments: Engine.allCases)
  func failures(engine: Engine) throws {
    let events =
      [Self.start(0), Self.end(2, 7)] + engine.restart(2.5) + [Self.end(3.5, 137)] + engine.restart(4)
      + [Self.end(4.5, 7)]
    #expect(
      try Self.records(engine, events) == [
        "exit-code 7, try 1 of shop-web-1, restarts 0, lasted 2s",
        "exit-code 137, try 2 of shop-web-1, restarts 1, lasted 1s, signal SIGKILL",
        "exit-code 7, try 3 of shop-web-1, restarts 2, lasted 500ms",
      ]
    )
  }

  @Test("count tries anew after a run of ten seconds, and restarts go on", arguments: Engine.allCases)
  func longRun(engine: Engine) throws {
    let events =
      [Self.start(0), Self.end(1, 7)] + engine.restart(1.1) + [Self.end(11.1, 7)] + engine.restart(11.2)
      + [Self.end(12.2, 7)]
    #expect(
      try Self.records(engine, events) == [
        "exit-code 7, try 1 of shop-web-1, restarts 0, lasted 1s",
        "exit-code 7, try 1 of shop-web-1, restarts 1, lasted 10s",
        "exit-code 7, try 2 of shop-web-1, restarts 2, lasted 1s",
      ]
    )
  }

  @Test("are no failures where a container ends well", arguments: Engine.allCases)
  func goodEnds(engine: Engine) throws {
    #expect(
      try Self.records(engine, [Self.start(0), Self.end(1, 0)] + engine.restart(1.1) + [Self.end(2, 0)]) == []
    )
  }

  @Test("tell that a restarted container ended well, or stays up", arguments: Engine.allCases)
  func recoveries(engine: Engine) throws {
    let failed = [Self.start(0), Self.end(1, 7)] + engine.restart(1.1)
    let failure = "exit-code 7, try 1 of shop-web-1, restarts 0, lasted 1s"
    #expect(try Self.records(engine, failed + [Self.end(2, 0)]) == [failure, "up: try 2 of shop-web-1"])
    let healthy = Event(second: 2, name: "health_status: healthy")
    #expect(try Self.records(engine, failed + [healthy]) == [failure, "up: try 2 of shop-web-1"])
    let later = Event(second: 11.1, name: "exec_create: ls", container: "shop-api-1")
    #expect(try Self.records(engine, failed + [later]) == [failure, "up: try 2 of shop-web-1"])
    let sooner = Event(second: 11, name: "exec_create: ls", container: "shop-api-1")
    #expect(try Self.records(engine, failed + [sooner]) == [failure])
  }

  @Test("are no failures where somebody stops a container, and a start after it counts anew")
  func stopped() throws {
    func kill(_ second: Double, _ signal: Int) -> Event {
      Event(second: second, name: "kill", signal: signal)
    }
    let events = [
      Self.start(0), Self.end(1, 7), Self.start(1.1), kill(5, 15), kill(15, 9), Self.end(15, 137),
      Event(second: 15, name: "stop"), Self.start(16), Self.end(17, 7), Self.start(17.5), kill(18, 1),
      Self.end(19, 7),
    ]
    #expect(
      try Self.records(.docker, events) == [
        "exit-code 7, try 1 of shop-web-1, restarts 0, lasted 1s", "up: try 2 of shop-web-1",
        "exit-code 7, try 1 of shop-web-1, restarts 0, lasted 1s",
        "exit-code 7, try 2 of shop-web-1, restarts 1, lasted 1500ms",
      ]
    )
  }

  @Test("are no failures where Podman tells of a stop before the end", arguments: [Engine.podman, .podman5])
  func stopBeforeEnd(engine: Engine) throws {
    let events = [
      Self.start(0), Event(second: 5, name: "stop"), Self.end(5.1, 143), Event(second: 5.2, name: "cleanup"),
      Self.start(6), Self.end(7, 7),
    ]
    #expect(
      try Self.records(engine, events) == ["exit-code 7, try 1 of shop-web-1, restarts 0, lasted 1s"]
    )
  }

  @Test("are no failures of a container that is restarted by hand", arguments: Engine.allCases)
  func restartedByHand(engine: Engine) throws {
    let events: [Event] =
      engine.announces
      ? [Event(second: 1, name: "restart"), Self.end(2, 143), Self.start(2.5), Self.end(3, 7)]
      : [
        Event(second: 1, name: "kill", signal: 15), Self.end(2, 143), Event(second: 2, name: "stop"),
        Self.start(2.5),
        Event(second: 2.5, name: "restart"), Self.end(3, 7),
      ]
    #expect(
      try Self.records(engine, [Self.start(0)] + events) == [
        "exit-code 7, try 1 of shop-web-1, restarts 0, lasted 500ms"
      ]
    )
  }

  @Test("begin anew with a start that no engine makes", arguments: Engine.allCases)
  func startedByHand(engine: Engine) throws {
    let events =
      [Self.start(0), Self.end(1, 7)] + engine.restart(1.1) + [
        Self.end(2, 7), Self.start(90), Self.end(91, 7),
      ]
    #expect(
      try Self.records(engine, events).last == "exit-code 7, try 1 of shop-web-1, restarts 0, lasted 1s"
    )
  }

  @Test("tell no time that a container ran if its start is told after its end")
  func outOfOrder() throws {
    #expect(
      try Self.records(.docker, [Self.start(6), Self.end(1, 7)]) == [
        "exit-code 7, try 1 of shop-web-1, restarts 0"
      ]
    )
  }

  @Test("keep containers of a service apart", arguments: Engine.allCases)
  func replicas(engine: Engine) throws {
    let events =
      [Self.start(0), Self.start(0, "shop-web-2"), Self.end(1, 7), Self.end(1, 7, "shop-web-2")]
      + engine.restart(1.1)
      + [Self.end(2.1, 7)]
    #expect(
      try Self.records(engine, events).map { $0.split(separator: ",")[1] } == [
        " try 1 of shop-web-1", " try 1 of shop-web-2", " try 2 of shop-web-1",
      ]
    )
  }

  @Test("tell that a container ran out of memory")
  func outOfMemory() throws {
    let events = [Self.start(0), Event(second: 1, name: "oom"), Self.end(1, 137)]
    #expect(
      try Self.records(.docker, events) == [
        "oom-kill 137, try 1 of shop-web-1, restarts 0, lasted 1s, signal SIGKILL"
      ]
    )
    // A process of it was killed, and it went on.
    let later = [Self.start(0), Event(second: 1, name: "oom"), Self.end(3_600, 1)]
    #expect(
      try Self.records(.docker, later) == ["exit-code 1, try 1 of shop-web-1, restarts 0, lasted 1h"]
    )
  }

  @Test("tell once that a check fails, until it succeeds again", arguments: Engine.allCases)
  func health(engine: Engine) throws {
    let events = ["unhealthy", "unhealthy", "healthy", "unhealthy"].enumerated().map { index, status in
      Event(second: Double(index + 1), name: "health_status: \(status)")
    }
    #expect(
      try Self.records(engine, [Self.start(0)] + events).map { $0.prefix(9) } == ["unhealthy", "unhealthy"]
    )
  }

  @Test("are told in a long stream, too", arguments: Engine.allCases)
  func chunks(engine: Engine) throws {
    let events = (0..<2_000).flatMap { index in
      let (time, name) = (Double(index) * 3, "c\(index % 5)")
      return [Self.start(time, name), Self.end(time + 1, index % 4 == 0 ? 0 : 1, name)]
    }
    let read = try ReadStream(Array(engine.text(events).utf8))
    #expect(read.records.filter { !$0.contains("completed") }.count == 1_500)
    #expect(read.rejected.isEmpty)
  }

  /// How engines tell the times of a start and, five seconds later, an end.
  private static let times = [
    ("\"2026-11-30T22:37:30.615550\"", "\"2026-11-30T22:37:35.615550\""),
    ("\"2026-11-30 22:37:30\"", "\"2026-11-30 22:37:35\""), ("1796078250", "1796078255"),
    ("1796078250.5", "1796078255.5"), ("1796078250000000000", "1796078255000000000"),
    ("\"1796078250\"", "\"1796078255\""),
  ]

  /// An event of each engine, with its time in place of `TIME`, its name for `NAME`.
  private static let untimed = [
    #"{"Type":"container","Action":"NAME","Actor":{"ID":"7","Attributes":{"exitCode":"3","name":"web"}},"time":TIME}"#,
    #"{"type":"container","action":"NAME","id":"7","service":"web","attributes":{"exitCode":"3","name":"web"},"time":TIME}"#,
    #"{"ID":"7","Name":"web","Status":"NAME","ContainerExitCode":3,"Type":"container","Time":TIME}"#,
  ]

  private static func read(_ event: String, _ start: String, _ end: String) throws -> [[String: String]] {
    let lines = [("start", start), ("die", end)].map {
      event.replacing("NAME", with: $0.0).replacing("TIME", with: $0.1) + "\n"
    }
    return try ReadStream(Array(lines.joined().utf8)).records.map { try ProducerLog.members($0) }
  }

  @Test("are read with times of any notation, with a zone or without", arguments: untimed)
  func notations(event: String) throws {
    for (start, end) in Self.times {
      let records = try Self.read(event, start, end)
      #expect(records.map { $0["code"] } == ["3"], "\(end)")
      #expect(records.map { $0["attributes.lasted"] } == ["5s"], "\(end)")
      #expect(records.allSatisfy { $0["time"]?.hasPrefix("2026-11-30T22:37:35") == true }, "\(end)")
    }
  }

  @Test("are failures also where their time can't be read", arguments: untimed)
  func unreadable(event: String) throws {
    for (start, end) in [("\"soon\"", "\"later\""), ("1796078250", "\"\""), ("null", "1796078255")] {
      let records = try Self.read(event, start, end)
      #expect(records.map { $0["code"] } == ["3"], "\(end)")
      #expect(records.map { $0["attributes.lasted"] } == [nil], "\(end)")
      #expect(records.allSatisfy { ($0["time"] != nil) == (end == "1796078255") }, "\(end)")
    }
  }
}
