import ErrorHandling
import Testing

@Suite("Windows go on where somebody sets the clock")
struct WindowTimeTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: again, when: { type: Declined }, then: { retry: { maxAttempts: 3, per: [ type ], within: 10m } } }
    """

  /// A time of day that is set, and one that only passes.
  private final class Clocks: Sendable {
    let day = Held<Duration>()
    let uptime = Held<Duration>()

    init() {
      day.value = .seconds(1_780_000_000)
      uptime.value = .zero
    }

    func pass(_ time: Duration) {
      day.value = (day.value ?? .zero) + time
      uptime.value = (uptime.value ?? .zero) + time
    }

    func set(by time: Duration) { day.value = (day.value ?? .zero) + time }

    var clock: ChainClock {
      ChainClock(now: { self.day.value ?? .zero }, uptime: { self.uptime.value ?? .zero }, sleep: { _ in })
    }
  }

  @Test func `a day ahead and back, within one window`() throws {
    let clocks = Clocks()
    let chain = try RunningChain(.text(Self.rules), settings: ChainSettings(clock: clocks.clock, seed: 1))
    func attempt() -> Int? { chain.decide(Declined(), from: "x").retry?.attempt }
    #expect(attempt() == 1)
    clocks.pass(.seconds(60))
    clocks.set(by: .seconds(86_400))
    #expect(attempt() == 2, "a day ahead is not an end of the window")
    clocks.pass(.seconds(60))
    clocks.set(by: .seconds(-86_400))
    #expect(attempt() == nil, "exhausted within ten minutes")
    clocks.pass(.seconds(600))
    #expect(attempt() == 1, "ten minutes later the window is over, though the time of day was later before")
  }

  @Test func `while nobody sets it, they count as in a recording`() throws {
    let clocks = Clocks()
    let chain = try RunningChain(.text(Self.rules), settings: ChainSettings(clock: clocks.clock, seed: 1))
    _ = chain.decide(Declined(), from: "x")
    clocks.pass(.milliseconds(599_999))
    // An adjusted clock runs a little faster or slower.
    clocks.set(by: .milliseconds(1))
    #expect(chain.decide(Declined(), from: "x").retry?.attempt == 1)
  }

  @Test func `the time of a resolution is that of day`() throws {
    let clocks = Clocks()
    let chain = try RunningChain(.text(Self.rules), settings: ChainSettings(clock: clocks.clock, seed: 1))
    clocks.set(by: .seconds(86_400))
    #expect(chain.decide(Declined(), from: "x").time == .seconds(1_780_086_400))
  }
}
