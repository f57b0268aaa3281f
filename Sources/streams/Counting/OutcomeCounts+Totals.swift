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

    static func += (left: inout Totals, right: Totals) {
      left.unhandled += right.unhandled
      left.ignored += right.ignored
      left.assumed += right.assumed
      left.withoutPath += right.withoutPath
      left.events += right.events
      left.unhandledEvents += right.unhandledEvents
      left.raised += right.raised
      left.unhandledRaised += right.unhandledRaised
      left.throttled += right.throttled
      left.coalesced += right.coalesced
    }

    mutating func code(with coder: inout ByteCoder) {
      coder.code(natural: &unhandled)
      coder.code(natural: &ignored)
      coder.code(natural: &assumed)
      coder.code(natural: &withoutPath)
      coder.code(natural: &events)
      coder.code(natural: &unhandledEvents)
      coder.code(natural: &raised)
      coder.code(natural: &unhandledRaised)
      coder.code(natural: &throttled)
      coder.code(natural: &coalesced)
    }
  }
}
