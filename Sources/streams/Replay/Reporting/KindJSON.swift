internal import Bytes

/// The largest kinds of each category and of each rule as JSON.
enum KindJSON {
  static func text(of table: KindTable) -> String {
    "{\"categories\": \(object(table.categories)), \"rules\": \(object(table.rules))}"
  }

  private static func object(_ groups: [KindTable.Group]) -> String {
    let members = groups.map { group in
      let kinds = group.kinds.map { ReplayJSON.json($0) }.joined(separator: ", ")
      let count = group.kindCount.map { ", \"kindCount\": \($0)" } ?? ""
      return "\(group.name.json): {\"errors\": \(group.errors)\(count), \"kinds\": [\(kinds)]}"
    }
    return "{\(members.joined(separator: ", "))}"
  }
}
