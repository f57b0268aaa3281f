internal import Bytes

extension OutcomeCounts {
  package struct Totals: Sendable, BitwiseCopyable {
    package var unhandled = 0
    package var ignored = 0
    package var assumed = 0
    package var withoutPath = 0
    /// Events, recorded or emitted; errors raised by event rules; the unhandled ones of each.
    package var events = 0
    package var unhandledEvents = 0
    package var raised = 0
    package var unhandledRaised = 0
    /// Skipped by a throttle; coalesced with an open alert.
    package var throttled = 0
    package var coalesced = 0

    private mutating func change(by other: Totals, _ body: (inout Int, Int) -> Void) {
      body(&unhandled, other.unhandled)
      body(&ignored, other.ignored)
      body(&assumed, other.assumed)
      body(&withoutPath, other.withoutPath)
      body(&events, other.events)
      body(&unhandledEvents, other.unhandledEvents)
      body(&raised, other.raised)
      body(&unhandledRaised, other.unhandledRaised)
      body(&throttled, other.throttled)
      body(&coalesced, other.coalesced)
    }

    static func += (left: inout Totals, right: Totals) { left.change(by: right) { $0 += $1 } }

    mutating func code(with coder: inout ByteCoder) {
      change(by: self) { number, _ in coder.code(natural: &number) }
    }
  }
}
