import RuleEngine
import SwiftErrors
import ErrorHandling
import Testing

/// Cases of HierarchyResponder and of the UIResponder chain that only running code can show, numbered as in
/// `rules/originals/conformance.md`. Cases 76 and 99 are in `Features/ConvenienceTests.swift`.
@Suite("HierarchyResponder and UIResponder, in running code")
struct HierarchyTests {
  @Test func `98: subscribers at depth 0 and 1 hear by level`() async {
    let log = Log()
    let publisher = EventPublisher()
    #expect(await publisher.publish("Refresh") == 0)
    let window = publisher.subscribe(to: "Refresh") { log("window \($0.values["by"]?.string ?? "")") }
    let list = publisher.subscribe(to: "Refresh", below: window) { _ in log("list") }
    _ = publisher.subscribe(to: "Refresh", below: window) { _ in log("detail") }
    _ = publisher.subscribe(to: "Print", below: list) { _ in log("never") }
    #expect(await publisher.publish("Refresh", with: ["by": "menu"], to: .first) == 1)
    #expect(await publisher.publish("Refresh", to: .all) == 3)
    #expect(await publisher.publish("Refresh") == 2)
    #expect(log.lines == ["window menu", "window ", "list", "detail", "list", "detail"])
    publisher.cancel(list)
    publisher.cancel(list)
    #expect(await publisher.publish("Refresh") == 1)
  }

  @Test func `who subscribes while an event goes down hears the next one`() async {
    let log = Log()
    let publisher = EventPublisher()
    _ = publisher.subscribe(to: "E") { _ in
      log("first")
      _ = publisher.subscribe(to: "E") { _ in log("later") }
    }
    #expect(await publisher.publish("E") == 1)
    #expect(await publisher.publish("E") == 2)
    #expect(log.lines == ["first", "first", "later"])
  }

  // H11: there a task that goes away with its view drops the error; here it is answered, and nothing waits for a person.
  @Test func `H11: an error of cancelled work is answered all the same`() async throws {
    let log = Log()
    let chain = try RunningChain(
      .text(
        """
        version: 1
        defaults: { ignore: none }
        responders:
          - id: app
            rules: [ { id: a, do: [ { perform: track }, { present: { title: T, buttons: [ { title: A, then: retry } ] } } ] } ]
        """
      ),
      plugins: [
        .perform("track") { _ in log("track") },
        .presenter { _ in
          try? await Task.sleep(for: .seconds(3_600))
          return .button(0)
        },
      ],
      settings: ChainSettings(clock: VirtualClock().clock)
    )
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await chain.respond(to: Declined(), from: "x")
    }
    #expect(await task.value.evaluation == .cancel)
    #expect(log.lines == ["track"])
  }

  // 153: the second message does not clear the first one's time; the presenter is asked for one after the other.
  @Test func `153: two messages that stand for a while are shown one after the other`() async throws {
    let log = Log()
    let chain = try RunningChain(
      .text(
        "version: 1\nresponders: [ { id: app, rules: [ { id: a, do: [ { present: { title: T, style: inline, for: 1s } } ], then: proceed } ] } ]"
      ),
      plugins: [
        .presenter { alert in
          log("shown for \(alert.standsFor ?? "")")
          await Task.yield()
          log("cleared")
          return .never
        }
      ],
      settings: ChainSettings(clock: VirtualClock().clock)
    )
    for _ in 0..<2 { await chain.respond(to: Declined(), from: "x") }
    while chain.openAlerts > 0 { await Task.yield() }
    #expect(log.lines == ["shown for 1s", "cleared", "shown for 1s", "cleared"])
  }
}
