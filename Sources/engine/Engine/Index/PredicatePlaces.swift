internal import Bytes
internal import Patterns
internal import Records
internal import RuleLanguage

/// The predicates of a subject with many, by what a value must have for them, so that a new value is not compared with each.
struct PredicatePlaces {
  /// The positions among the subject's predicates, by a hash of a type's name, or of a text's beginning.
  private var positions: [UInt64: [Int]] = [:]
  /// Whether there is a beginning of each length.
  private var hasLength = [false]
  /// The positions by the whole numbers of which a predicate names some, and no other numbers.
  private var numbers: [Int64: [Int]] = [:]
  /// The positions of all other predicates.
  private(set) var others: [Int] = []

  /// - Parameter ofTypes: they are looked up by the names of types, otherwise by beginnings of texts.
  init(_ tables: borrowing ChainTables, _ patterns: [Pattern], _ subject: SubjectIndex, ofTypes: Bool) {
    let instructions = tables.conditions.subjectPredicates[Int(subject)].instructions
    for position in 0..<instructions.count {
      let step = tables.conditions.instructions[
        tables.conditions.fieldPredicates[instructions.startIndex + position]]
      let operand = tables.bytes.slice(step.text)
      switch step.operation {
      case .typeName where ofTypes: add(operand, position)
      case .equalText where !ofTypes && !step.ignoresCase, .hasPrefix where !ofTypes && !step.ignoresCase:
        addBeginning(operand, position)
      case .matches where !ofTypes:
        patterns[Int(step.operand)].beginning.withUnsafeBytes { addBeginning(ByteSlice($0), position) }
      case .code where !ofTypes, .number where !ofTypes, .equalNumber where !ofTypes:
        add(tables, step, position)
      default: others.append(position)
      }
    }
  }

  private mutating func add(_ tables: borrowing ChainTables, _ step: ConditionInstruction, _ position: Int) {
    var only: Set<Int64> = []
    for index in Int(step.operand)..<Int(step.operand + step.count) {
      guard let number = tables.conditions.ranges[index].onlyInteger else { return others.append(position) }
      only.insert(number)
    }
    for number in only { numbers[number, default: []].append(position) }
  }

  private mutating func add(_ text: ByteSlice, _ position: Int) {
    positions[Self.hash(text, from: 0), default: []].append(position)
  }

  private mutating func addBeginning(_ text: ByteSlice, _ position: Int) {
    guard !text.isEmpty else { return others.append(position) }
    add(text, position)
    while hasLength.count <= text.count { hasLength.append(false) }
    hasLength[text.count] = true
  }

  /// Calls `body` with at least the positions of all names that a type matches without its ancestors: it ends with
  /// them, after a dot.
  func candidates(ofType type: ByteSlice, _ body: (Int) -> Void) {
    for start in 0...type.count where start == 0 || type[start - 1] == UInt8(ascii: ".") {
      for position in positions[Self.hash(type, from: start)] ?? [] { body(position) }
    }
  }

  /// Calls `body` with at least the positions of all beginnings that a text has.
  func candidates(of text: ByteSlice, _ body: (Int) -> Void) {
    var hash = Self.start
    for index in 0..<min(text.count, hasLength.count - 1) {
      hash = Self.hash(text[index], after: hash)
      guard hasLength[index + 1] else { continue }
      for position in positions[hash] ?? [] { body(position) }
    }
  }

  /// Calls `body` with the positions of the predicates that name a number and no range.
  func candidates(of number: Number, _ body: (Int) -> Void) {
    switch number {
    case .integer(let integer):
      for position in numbers[integer] ?? [] { body(position) }
    case .decimal:
      // It may equal a whole number.
      for positions in numbers.values {
        for position in positions { body(position) }
      }
    }
  }

  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func hash(_ byte: UInt8, after hash: UInt64) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  private static func hash(_ text: ByteSlice, from start: Int) -> UInt64 {
    var hash = Self.start
    for index in start..<text.count { hash = Self.hash(text[index], after: hash) }
    return hash
  }
}
