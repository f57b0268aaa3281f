internal import Bytes
internal import Engine
package import Records
internal import RuleLanguage
internal import Source

/// The field by which errors are counted: of an error, its category, or the hour of its time.
package struct GroupField: Sendable {
  private enum Reading: Sendable {
    case subject([Subject])
    case category
    case hour
  }

  /// A span of time, whose errors are counted apart from those of other spans.
  package enum Span: String, Sendable, CaseIterable {
    case second, minute, hour, day

    fileprivate var microseconds: Int64 {
      switch self {
      case .second: 1_000_000
      case .minute: 60_000_000
      case .hour: 3_600_000_000
      case .day: 86_400_000_000
      }
    }

    /// The start of the span, in microseconds since 1970.
    package func start(of time: Timestamp) -> Int64 {
      let rest = time.microseconds % microseconds
      return time.microseconds - (rest < 0 ? rest + microseconds : rest)
    }
  }

  /// The name as it was written.
  package let name: String
  /// The spans of UTC in which each value is counted; nil to count it in the whole stream.
  package private(set) var span: Span?
  private let reading: Reading

  /// The path in a record.
  var path: String {
    guard case .subject(let subjects) = reading else { return name }
    return subjects.first?.name ?? name
  }

  /// The fields of which the first with a value counts; none where time or rules make the value.
  package var subjects: [Subject] { if case .subject(let subjects) = reading { subjects } else { [] } }

  package var isHour: Bool { if case .hour = reading { true } else { false } }

  /// Whether rules make it.
  package var isCategory: Bool { if case .category = reading { true } else { false } }

  /// Nil for no field.
  package init?(_ name: String) {
    self.name = name
    switch name {
    case "hour": reading = .hour
    case "category": reading = .category
    case "route": reading = .subject([.attribute("route")])
    default:
      guard let subject = Subject(keyPath: name), !Self.unfit.contains(subject) else { return nil }
      reading = .subject([subject])
    }
  }

  /// Nil for no field. Each value is counted in each span of time.
  package init?(_ name: String, per span: Span?) {
    self.init(name)
    self.span = span
  }

  /// Fields with a value of their own for each error, or with several.
  private static let unfit: [Subject] = [
    .field(.time), .field(.id), .field(.payload), .field(.is), .field(.problem), .field(.underlying),
    .field(.attributes), .field(.answers), .field(.performed), .field(.options), .field(.event),
  ]

  /// The end of a sentence on a name that is not a field: the name to write in its place.
  package static func advice(_ name: String) -> String {
    let names = Field.allCases.map { $0.name }.filter { Self($0) != nil } + ["hour", "route"]
    let question = Suggestion.question(for: name, among: names)
    return question.isEmpty ? " Name a field such as status, hour or route, or attributes.NAME." : question
  }

  /// A hash of the value that the last record has; 0 for none.
  @inline(__always)
  func hash(_ evaluator: borrowing Evaluator, _ category: CategoryIndex) -> UInt64 {
    let value = hash(ofValue: evaluator, category)
    return span.map { Self.hash(value, evaluator.time, in: $0) } ?? value
  }

  /// A hash of a value and a span; 0 without one of them.
  private static func hash(_ value: UInt64, _ time: Timestamp?, in span: Span) -> UInt64 {
    guard value != 0, let time else { return 0 }
    return mixed(value &+ UInt64(bitPattern: span.start(of: time)) &* 0x9E37_79B9_7F4A_7C15)
  }

  @inline(__always)
  private func hash(ofValue evaluator: borrowing Evaluator, _ category: CategoryIndex) -> UInt64 {
    switch reading {
    case .subject(let subjects): Self.hash(evaluator.firstText(of: subjects))
    case .category: Self.mixed(UInt64(truncatingIfNeeded: category.place ?? -1))
    case .hour: Self.hash(hourOf: evaluator.time)
    }
  }

  /// The value of the last record as text; empty for none.
  func text(_ evaluator: borrowing Evaluator, _ category: CategoryIndex) -> String {
    switch reading {
    case .subject(let subjects): evaluator.firstText(of: subjects).map { String($0) } ?? ""
    case .category: category.place.map { evaluator.chain.categories[$0] } ?? "none"
    case .hour: Self.text(hourOf: evaluator.time)
    }
  }

  /// The value of a record as text, without rules; nil for none.
  package func text(_ record: borrowing ErrorRecord) -> String? {
    switch reading {
    case .subject(let subjects): record.firstText(of: subjects).map { String($0) }
    case .category: nil
    case .hour: record.time.map { Self.text(hourOf: $0) }
    }
  }

  private static func hash(_ text: ByteSlice?) -> UInt64 {
    guard let text else { return 0 }
    var hash = FastHash(seed: 13)
    hash.add(text)
    return max(1, hash.value)
  }

  private static func hash(hourOf time: Timestamp?) -> UInt64 {
    guard let time else { return 0 }
    return mixed(UInt64(bitPattern: Span.hour.start(of: time)))
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    var hash = FastHash(seed: 13)
    withUnsafeBytes(of: number.littleEndian) { hash.add(ByteSlice($0)) }
    return max(1, hash.value)
  }

  private static func text(hourOf time: Timestamp?) -> String {
    time.map { Timestamp(microseconds: Span.hour.start(of: $0)).text } ?? ""
  }
}
