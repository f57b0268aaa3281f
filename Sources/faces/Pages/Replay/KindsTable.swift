internal import Explanations
internal import Replay
internal import Secrets

/// The largest kinds of errors of each category, or of each rule.
struct KindsTable {
  /// The noun of a group: category or rule.
  let owner: String
  let groups: [KindTable.Group]
  /// The member of the JSON report below `kinds`.
  let member: String
  let redaction: Redactor
  private static let kinds = 5
  private static let most = 200

  private struct Row {
    let group: KindTable.Group
    let index: Int
    var kind: ErrorKind { group.kinds[index] }
  }

  func write(_ markup: inout Markup) {
    let rows = groups.flatMap { group in
      group.kinds.indices.prefix(Self.kinds).map { Row(group: group, index: $0) }
    }
    let hasTimes = rows.contains { $0.kind.first != nil }
    let id = "\(member)-kinds"
    Filter.write(for: id, label: "Filter kinds", &markup)
    markup.scrolling("Table of the largest kinds by \(owner)") { markup in
      markup.element("table", ["id": id, "data-sort": ""]) { markup in
        markup.element("caption", text: "Up to \(Self.kinds) kinds of each \(owner), the largest first.")
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            markup.element("th", ["scope": "col"], text: owner.prefix(1).uppercased() + owner.dropFirst())
            markup.element("th", ["scope": "col"], text: "Error")
            markup.element("th", ["scope": "col", "class": "num"], text: "Count")
            if hasTimes {
              markup.element("th", ["scope": "col"], text: "First (UTC)")
              markup.element("th", ["scope": "col"], text: "Last (UTC)")
            }
            markup.element("th", ["scope": "col", "data-fixed": ""], text: "To list them")
          }
        }
        markup.element("tbody") { markup in
          for row in rows.prefix(Self.most) {
            markup.newLine()
            markup.element("tr") { write(row, hasTimes, &$0) }
          }
        }
      }
    }
    if rows.count > Self.most {
      markup.aside("Left out: \(Figures.counted(rows.count - Self.most, "kind")).", class: "more limit")
    }
  }

  private func write(_ row: Row, _ hasTimes: Bool, _ markup: inout Markup) {
    let pointer = Pointer.to("kinds", member, row.group.name, "kinds", "\(row.index)", "count")
    markup.element("th", ["scope": "row"]) { $0.name(redaction.text(row.group.name)) }
    markup.element("td") { $0.name(redaction.text(row.kind.name), to: 120) }
    markup.element("td", ["class": "num"]) { $0.figure(row.kind.count, of: pointer) }
    if hasTimes {
      for time in [row.kind.first, row.kind.last] {
        markup.element("td", ["class": "scale when"], text: time.map { SpanText.minute($0) } ?? "")
      }
    }
    markup.element("td", ["class": "when"]) { $0.element("code", text: "--list --only \(row.kind.id)") }
  }
}
