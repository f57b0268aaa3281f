internal import RuleLanguage
internal import Records
internal import Source

enum TableReader {
  struct Row {
    var name: String
    let place: SourceRange
    var error: Node?
    var record: Node?
    var expectation: Node?
  }

  private static let roots = ["name", "record", "error", "expect"]

  static func rows(_ section: Section, _ diagnostics: inout Diagnostics) -> [Row] {
    guard let node = section["table"],
      let table = Section(node, "a table", keys: SuiteKeys.table, in: &diagnostics)
    else { return [] }
    let columns = columns(table, &diagnostics)
    let rows = table.list("rows", of: "rows", in: &diagnostics)
    guard !rows.isEmpty else {
      if table.isWhole {
        let place = table["rows"]?.range ?? node.range
        diagnostics.report(
          Diagnostic("empty-suite", "This table has no rows, so it tests nothing.", at: place))
      }
      return []
    }
    var read: [Row] = []
    for (index, row) in rows.enumerated() {
      guard let cells = row.elements, cells.count == columns.count else {
        let found = row.elements.map { "a row of \($0.count)" } ?? row.kindName
        diagnostics.report(
          Diagnostic(
            "wrong-type", "Expected a list of \(columns.count) cells, one for each column, found \(found).",
            at: row.range))
        continue
      }
      var result = Row(
        name: name(of: columns, cells, index), place: row.range, error: section["error"],
        record: section["record"], expectation: section["expect"])
      let written = zip(columns, cells).filter { if case .null = $0.1.content { false } else { true } }
      // A column for a whole value is applied before columns for its members.
      for (column, cell) in written where column.path.count == 1 { set(column, cell, &result) }
      for (column, cell) in written where column.path.count > 1 { set(column, cell, &result) }
      if result.error == nil, result.record == nil {
        diagnostics.report(
          Diagnostic("missing-key", "This row has no error. Fill in a column of “error”.", at: row.range))
        continue
      }
      if result.expectation == nil {
        diagnostics.report(
          Diagnostic(
            "missing-key", "This row has no expectation. Fill in a column of “expect”.", at: row.range))
        continue
      }
      read.append(result)
    }
    return read
  }

  private struct Column {
    let path: [String]
    let place: SourceRange
  }

  private static func columns(_ table: Section, _ diagnostics: inout Diagnostics) -> [Column] {
    let nodes = table.list(
      "columns", of: "columns, such as [ error.status, expect.evaluation ]", in: &diagnostics)
    if nodes.isEmpty, table.isWhole, table["columns"]?.elements != nil || table["columns"] == nil {
      diagnostics.report(
        Diagnostic(
          "missing-key", "This table has no columns. Write columns: [ error.status, expect.evaluation ].",
          at: table.node.range))
    }
    return nodes.map { node in
      let path = (node.string ?? "").split(separator: ".", omittingEmptySubsequences: false).map {
        String($0)
      }
      let column = Column(path: Self.path(path), place: node.range)
      guard let root = column.path.first, roots.contains(root),
        !(["name", "record"].contains(root) && path.count > 1), !path.contains("")
      else {
        let question = Suggestion.question(for: path.first ?? "", among: roots)
        diagnostics.report(
          .wrongValue(node, "A column is name, record, error.FIELD or expect.KEY.\(question)"))
        return column
      }
      if root == "expect", path.count > 1, !SuiteKeys.expectation.contains(path[1]) {
        let question = Suggestion.question(for: path[1], among: SuiteKeys.expectation.names)
        diagnostics.report(.wrongValue(node, "“\(path[1])” is not a key of an expectation.\(question)"))
      }
      return column
    }
  }

  /// A column's path. The dots of an attribute's name belong to the name.
  private static func path(_ parts: [String]) -> [String] {
    guard parts.first == "error", parts.count > 2 else { return parts }
    let below = [Field.problem, .with, .attributes].map { $0.name }
    guard below.contains(parts[1]) else { return ["error", parts.dropFirst().joined(separator: ".")] }
    return ["error", parts[1], parts.dropFirst(2).joined(separator: ".")]
  }

  private static func set(_ column: Column, _ cell: Node, _ row: inout Row) {
    let rest = column.path.dropFirst()
    switch column.path.first {
    case "record": row.record = cell
    case "error": row.error = set(rest, cell, over: row.error, column.place)
    case "expect": row.expectation = set(rest, cell, over: row.expectation, column.place)
    case "name", .some, nil: break
    }
  }

  private static func set(_ path: ArraySlice<String>, _ cell: Node, over node: Node?, _ place: SourceRange)
    -> Node
  {
    if path.isEmpty { return cell }
    let base = node.map { $0.string == nil ? $0 : using($0) }
    let empty = Node(.mapping([]), style: .flow, range: cell.range)
    return (base ?? empty).setting(path, to: cell, at: cell.range)
  }

  private static func using(_ name: Node) -> Node {
    Node(
      .mapping([Node.Member(key: "use", keyRange: name.range, value: name)]), style: .flow, range: name.range)
  }

  private static func name(of columns: [Column], _ cells: [Node], _ index: Int) -> String {
    for (column, cell) in zip(columns, cells) where column.path == ["name"] && cell.string != nil {
      return cell.text
    }
    let shown = cells.prefix(4).map { cell in cell.scalar?.text ?? "…" }.joined(separator: ", ")
    return "row \(index + 1) (\(shown))"
  }
}
