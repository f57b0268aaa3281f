/// Ids, made of a policy's names: each once, and without what an id can't contain.
struct RuleIDs {
  private var used: Set<String> = []

  mutating func id(_ name: String) -> String {
    let plain = Self.plain(name)
    var id = plain
    var number = 2
    while !used.insert(id).inserted {
      id = "\(plain)-\(number)"
      number += 1
    }
    return id
  }

  /// Keeps ids from being made.
  mutating func reserve(_ ids: some Sequence<String>) { used.formUnion(ids) }

  static func plain(_ name: String) -> String {
    let written = String(name.map { $0 == "/" ? "." : $0 }.drop { $0 == "#" })
    return written.isEmpty ? "rule" : written
  }
}
