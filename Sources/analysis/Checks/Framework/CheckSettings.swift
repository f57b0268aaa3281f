package import Reasoning
internal import Bytes
package import Engine

/// The settings of a run of checks.
public struct CheckSettings: Sendable {
  /// Levels by code, where they differ from the defaults.
  public var levels: [String: Level] = [:]
  /// Options by check code, then by name.
  public var options: [String: [String: OptionValue]] = [:]
  /// The names of actions that plugins perform.
  public var performs: Set<String> = []
  /// The current day, for suppressions with an end date. Nil: none has expired.
  public var today: CalendarDay?
  /// The steps of a run, spent evenly on its questions about the rules.
  public var steps = Limits().checkSteps
  /// The steps for one rule file, where several are checked together; nil for all.
  package var part: Int?
  /// Whether the run may stop, because its findings are no longer needed. Asked before each check and each question.
  package var isCancelled: (@Sendable () -> Bool)?
  /// Answers of earlier runs; the findings are the same without them.
  package var memory: ReasoningMemory?
  /// The layers of retries below the rules, the innermost one first.
  package var layers: [RetryLayer] = []
  /// Whether suppressions are honoured.
  public var honoursSuppressions = true

  /// The default settings.
  public init() {}

  /// Divides the steps of a run among rule files. In whatever order they are checked, each has the same findings.
  package func parts(for compilations: [RuleSet.Compilation]) -> [Int] {
    let programs = compilations.compactMap { $0.program }
    var parts = StepBudget.parts(of: steps, for: programs)[...]
    return compilations.map { $0.program == nil ? 0 : parts.removeFirst() }
  }
}

/// A day of the Gregorian calendar, such as 2026-11-21.
public struct CalendarDay: Sendable, Hashable, Comparable {
  private let number: Int

  /// Parses a day (`YYYY-MM-DD`). Nil if it does not exist.
  public init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      parts.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    let isLeap = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(numbers[1]), (1...lengths[numbers[1] - 1]).contains(numbers[2]) else {
      return nil
    }
    number = numbers[0] * 10_000 + numbers[1] * 100 + numbers[2]
  }

  /// Orders days by date.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}
