internal import Bytes

/// The predicates of a subject with many type names, by name, so that a new type is not compared with each.
struct TypeNamePlaces {
  /// Fewer are compared one by one.
  static let many = 64

  /// The positions among the subject's predicates, by a hash of the wanted name.
  private var names: [UInt64: [Int]] = [:]
  /// The positions of all other predicates.
  private(set) var others: [Int] = []

  init(_ tables: borrowing ChainTables, _ subject: SubjectIndex) {
    let instructions = tables.subjectPredicates[Int(subject)].instructions
    for position in 0..<instructions.count {
      let step = tables.instructions[tables.fieldPredicates[instructions.startIndex + position]]
      if step.operation == .typeName {
        let name = tables.bytes.slice(step.text)
        names[Self.hash(name, from: 0), default: []].append(position)
      } else {
        others.append(position)
      }
    }
  }

  /// At least the positions of all names that a type matches without its ancestors: it ends with them, after a dot.
  func candidates(_ type: ByteSlice, _ body: (Int) -> Void) {
    for start in 0...type.count where start == 0 || type[start - 1] == UInt8(ascii: ".") {
      for position in names[Self.hash(type, from: start)] ?? [] { body(position) }
    }
  }

  private static func hash(_ text: ByteSlice, from start: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in start..<text.count { hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01B3 }
    return hash
  }
}
