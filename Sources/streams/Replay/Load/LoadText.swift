internal import Explanations
package import Records
internal import Reports

/// The sentences about the load of retries.
package enum LoadText {
  static func sentence(_ load: RetryLoad, in zone: ShownZone) -> String {
    let untracked = load.untracked > 0 ? " (\(Figures.number(load.untracked)) by untracked retries)" : ""
    let tries = "\(self.tries(load.tries)) added\(untracked)"
    guard let minute = load.peakMinute else { return tries }
    let time = zone.minute(Timestamp(minute: minute))
    return "\(tries), at most \(Figures.number(load.peak)) per minute (\(time) \(zone.name))"
  }

  /// The worst minute, and the worst second of a simulation.
  package static func worst(_ load: RetryLoad, in zone: ShownZone) -> [String] {
    var texts: [String] = []
    if let minute = load.worstMinute {
      let without =
        load.worst.amplification.map {
          "instead of \(Figures.number(load.worst.firsts)) (× \(Figures.ratio($0)))"
        } ?? "all added by the retries"
      let time = zone.minute(Timestamp(minute: minute))
      texts.append("worst minute: \(time) \(zone.name), \(tries(load.worst.all)) \(without)")
    }
    if let worst = load.worstSecond {
      let time = zone.second(Timestamp(microseconds: worst.second * 1_000_000))
      texts.append("worst second: \(time) \(zone.name), \(tries(worst.tries))")
    }
    return texts
  }

  static func waits(_ load: RetryLoad) -> String? {
    guard load.waits.count > 0 else { return nil }
    let waits = load.waits
    return "delay: median \(Figures.duration(waits.median)), p95 \(Figures.duration(waits.most)), "
      + "maximum \(Figures.duration(waits.longest))"
  }

  /// The fates of the retried operations; nil if nothing says which of them recover, and none failed for good.
  static func operations(_ load: RetryLoad) -> String? {
    guard load.operations.retried > 0 else { return "operations: unknown, as no record names one" }
    guard load.knowsSuccess else {
      let failed = Figures.counted(load.operations.givenUp, "operation")
      return load.operations.givenUp > 0 ? "\(failed) would have failed for good" : nil
    }
    let recovery = load.successRate == nil ? RetryLoad.quiet : "would have recovered"
    let completed = load.operations.completed
    var parts = completed > 0 ? ["\(Figures.number(completed)) ended well"] : []
    parts += [
      "\(Figures.number(load.operations.recovered - completed)) \(recovery)",
      "\(Figures.number(load.operations.givenUp)) would have failed for good",
    ]
    if load.operations.unknown > 0 {
      parts.append("\(Figures.number(load.operations.unknown)) unknown: the stream ends first")
    }
    let basis = load.successRate.map { " (if \(percent($0)) of tries succeed)" } ?? ""
    return
      "\(Figures.counted(load.operations.retried, "operation")) retried: \(parts.joined(separator: ", "))\(basis)"
  }

  /// The percentage as given, without a zero fraction.
  package static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  static func givingUp(_ load: RetryLoad) -> String {
    "time until giving up: \(Figures.duration(load.operations.givingUp.mean)) on average, "
      + "\(Figures.duration(load.operations.givingUp.longest)) at most"
  }

  package static let caveat =
    "not seen again: no later record says that the operation failed, which need not mean that it succeeded"

  /// The basis of the operations' fates, as a sentence.
  package static func assumption(_ load: RetryLoad) -> String {
    guard load.knowsSuccess else {
      return "No record says that an operation ended well, so how many would recover is not known."
    }
    return load.successRate.map { "If \(percent($0)) of the tries succeed." } ?? "Not\(caveat.dropFirst(3))."
  }

  package static func asides(_ load: RetryLoad) -> [String] {
    var asides: [String] = []
    if load.untimed > 0 { asides.append("\(tries(load.untimed)) without a time: no earlier record has one") }
    if load.farOff > 0 { asides.append("\(tries(load.farOff)) due more than a day later, not counted") }
    if load.operations.unfollowed > 0 {
      asides.append(
        "\(tries(load.operations.unfollowed)) not followed: no operation is named, or too many were open")
    }
    return asides
  }

  private static func tries(_ count: Int) -> String {
    Figures.counted(count, "try", plural: "tries")
  }
}
