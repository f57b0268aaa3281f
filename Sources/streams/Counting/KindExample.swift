internal import Bytes
internal import Engine
internal import Secrets

/// An error of a kind, kept until the kind's name is asked for: most kinds of a varied stream are dropped before.
struct KindExample {
  fileprivate enum Content {
    case record([UInt8])
    /// The name of an error whose record is too long to be kept.
    case name(String)
  }

  fileprivate let content: Content

  /// Nil if it is too long to be kept.
  var record: [UInt8]? {
    if case .record(let record) = content { record } else { nil }
  }

  private static let longest = 1_024

  /// The error that was read last.
  init(_ evaluator: borrowing Evaluator, _ redactor: Redactor) {
    let record = evaluator.recordText
    content =
      record.count <= Self.longest
      ? .record(Array(record.buffer)) : .name(KindNames.cut(evaluator.kindName(hidingBy: redactor)))
  }
}

extension KindExample {
  /// The value of a field of the error that was read last.
  init(
    valueOf field: GroupField, _ category: CategoryIndex, _ evaluator: borrowing Evaluator,
    _ redactor: Redactor
  ) {
    let text = field.text(evaluator, category)
    content = .name(KindNames.cut(field.isCategory ? text : evaluator.redactor(from: redactor).text(text)))
  }

  static func code(_ example: inout KindExample?, with coder: inout ByteCoder) {
    var (isRecord, record, name) = (true, [UInt8](), "")
    switch example?.content {
    case .record(let own)?: record = own
    case .name(let own)?: (isRecord, name) = (false, own)
    case nil: break
    }
    coder.code(&isRecord)
    if isRecord { coder.code(&record) } else { coder.code(&name) }
    example = KindExample(isRecord ? .record(record) : .name(name))
  }

  private init(_ content: Content) { self.content = content }
}

/// Makes the names of the kinds of a table, each when it is first asked for.
package struct KindNames: ~Copyable {
  private var made: [String?]
  private var reader: RecordNames
  private let redactor: Redactor
  /// A message may be as long as a record.
  private static let longest = 120
  let keepsRecords: Bool

  init(count: Int, keepingRecords: Bool, _ redactor: Redactor, _ limits: Limits) {
    keepsRecords = keepingRecords
    made = Array(repeating: nil, count: count)
    reader = RecordNames(limits)
    self.redactor = redactor
  }

  mutating func name(of example: KindExample, at index: Int) -> String {
    if let name = made[index] { return name }
    let name =
      switch example.content {
      case .name(let name): name
      case .record(let record):
        record.withUnsafeBytes { Self.cut(reader.kindName(of: ByteSlice($0), hidingBy: redactor)) }
      }
    made[index] = name
    return name
  }

  static func cut(_ name: String) -> String {
    let isLong = name.utf8.count > longest && name.unicodeScalars.count > longest
    return isLong ? "\(String(name.unicodeScalars.prefix(longest)))…" : name
  }
}
