/// The Unicode properties that `\p{…}` knows: general categories by their short names, scripts by their long
/// ones, and `Any`.
package enum UnicodeProperty {
  /// The scalars with the property `name`, spelt exactly (`Lu`, `N`, `Greek`), or nil where there is none.
  package static func scalars(named name: String) -> ScalarSet? {
    if name == "Any" { return .all }
    return scalars(named: name, in: GeneralCategoryTable.packed)
      ?? scalars(named: name, in: ScriptTable.packed)
  }

  /// Every name that `scalars(named:)` knows.
  package static var names: [String] {
    ["Any"]
      + [GeneralCategoryTable.packed, ScriptTable.packed].flatMap { table in
        entries(of: table).map { String(decoding: $0.name, as: UTF8.self) }
      }
  }

  private static func scalars(named name: String, in table: StaticString) -> ScalarSet? {
    let wanted = Array(name.utf8)
    guard let entry = entries(of: table).first(where: { $0.name.elementsEqual(wanted) }) else { return nil }
    let numbers = PackedNumbers.read(entry.numbers)
    var ranges: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      let first = next + numbers[index]
      next = first + numbers[index + 1]
      ranges.append(first...(next - 1))
    }
    return ScalarSet(ranges)
  }

  /// A table's entries: a line that holds a space starts one, further lines continue its numbers.
  private static func entries(of table: StaticString) -> [(name: [UInt8], numbers: [UInt8])] {
    var entries: [(name: [UInt8], numbers: [UInt8])] = []
    let lines = table.withUTF8Buffer { Array($0) }.split(separator: UInt8(ascii: "\n"))
    for line in lines {
      if let space = line.firstIndex(of: UInt8(ascii: " ")) {
        entries.append((Array(line[..<space]), Array(line[(space + 1)...])))
      } else if !entries.isEmpty {
        entries[entries.count - 1].numbers.append(contentsOf: line)
      }
    }
    return entries
  }
}
