/// The properties of `\p{…}`: general categories by short names, scripts by long names, and `Any`.
package enum UnicodeProperty {
  /// The scalars with the property `name`, spelled exactly (`Lu`, `N`, `Greek`), or nil.
  package static func scalars(named name: String) -> ScalarSet? {
    name == "Any" ? .all : sets[name]
  }

  package static var names: [String] { ["Any"] + sets.keys.sorted() }

  private static let sets: [String: ScalarSet] = {
    var sets: [String: ScalarSet] = [:]
    for table in [GeneralCategoryTable.packed, ScriptTable.packed] {
      for (name, numbers) in entries(of: table) { sets[name] = set(PackedNumbers.read(numbers)) }
    }
    return sets
  }()

  private static func set(_ numbers: [UInt32]) -> ScalarSet {
    var ranges: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      let first = next + numbers[index]
      next = first + numbers[index + 1]
      ranges.append(first...(next - 1))
    }
    return ScalarSet(ranges)
  }

  /// A table's entries: a line with a space starts one, further lines continue its numbers.
  private static func entries(of table: StaticString) -> [(name: String, numbers: [UInt8])] {
    var entries: [(name: String, numbers: [UInt8])] = []
    let lines = table.withUTF8Buffer { Array($0) }.split(separator: UInt8(ascii: "\n"))
    for line in lines {
      if let space = line.firstIndex(of: UInt8(ascii: " ")) {
        entries.append((String(decoding: line[..<space], as: UTF8.self), Array(line[(space + 1)...])))
      } else if !entries.isEmpty {
        entries[entries.count - 1].numbers.append(contentsOf: line)
      }
    }
    return entries
  }
}
