internal import Replay
internal import Reports

/// Outcomes before and after as bands, whose width is the number of records. Unchanged ones are pale.
struct TransitionDrawing {
  let matrix: OutcomeMatrix
  private static let (left, right, nodeWidth) = (116.0, 314.0, 12.0)
  private static let (width, room) = (442.0, 260.0)

  func write(_ markup: inout Markup) {
    let endings = matrix.endings
    let scale = Self.room / Double(max(1, matrix.total))
    let before = Self.spans(endings.map { matrix.row($0) }, scale)
    let after = Self.spans(endings.map { matrix.column($0) }, scale)
    let height = DisplayText.coordinate(
      max(before.map { $0.y + $0.height }.max() ?? 0, after.map { $0.y + $0.height }.max() ?? 0) + 16)
    markup.scrolling("Outcomes before and after") { markup in
      markup.element(
        "svg",
        [
          "class": "drawing fits", "width": "\(Int(Self.width))", "height": height, "role": "img",
          "viewBox": "0 0 \(Int(Self.width)) \(height)", "aria-labelledby": "moves-label",
        ]
      ) { markup in
        markup.element(
          "title", ["id": "moves-label"],
          text: "From each outcome under the old rules to each under the new ones")
        var outgoing = before.map { $0.y }
        var incoming = after.map { $0.y }
        for (row, old) in endings.enumerated() {
          for (column, new) in endings.enumerated() where matrix[old, new] > 0 {
            band(row, column, old, new, outgoing[row], incoming[column], scale, &markup)
            outgoing[row] += Double(matrix[old, new]) * scale
            incoming[column] += Double(matrix[old, new]) * scale
          }
        }
        for (index, ending) in endings.enumerated() {
          node(ending, matrix.row(ending), rows(index, endings.count), before[index], isLeft: true, &markup)
          node(
            ending, matrix.column(ending), columns(index, endings.count), after[index], isLeft: false, &markup
          )
        }
      }
    }
  }

  private func rows(_ row: Int, _ count: Int) -> [String] {
    (0..<count).map { Pointer.to("matrix", "counts", "\(row)", "\($0)") }
  }

  private func columns(_ column: Int, _ count: Int) -> [String] {
    (0..<count).map { Pointer.to("matrix", "counts", "\($0)", "\(column)") }
  }

  private static func spans(_ counts: [Int], _ scale: Double) -> [(y: Double, height: Double)] {
    var y = 8.0
    return counts.map { count in
      let height = count == 0 ? 0 : max(1.5, Double(count) * scale)
      let slot = max(height, 17)
      defer { y += slot + 9 }
      return (y + (slot - height) / 2, height)
    }
  }

  private func band(
    _ row: Int, _ column: Int, _ old: OutcomeKind, _ new: OutcomeKind, _ top: Double, _ bottom: Double,
    _ scale: Double, _ markup: inout Markup
  ) {
    let count = matrix[old, new]
    let thickness = max(0.9, Double(count) * scale)
    func point(_ x: Double, _ y: Double) -> String {
      "\(DisplayText.coordinate(x)) \(DisplayText.coordinate(y))"
    }
    let (left, right) = (Self.left + Self.nodeWidth, Self.right)
    let middle = (left + right) / 2
    let path =
      "M\(point(left, top))C\(point(middle, top)) \(point(middle, bottom)) \(point(right, bottom))L\(point(right, bottom + thickness))"
      + "C\(point(middle, bottom + thickness)) \(point(middle, top + thickness)) \(point(left, top + thickness))Z"
    markup.element(
      "path",
      [
        "class": old == new ? "ribbon o-none" : "ribbon moved \(new.look)", "d": path,
        "data-value": "\(count)",
        "data-of": Pointer.to("matrix", "counts", "\(row)", "\(column)"),
      ]
    ) { $0.element("title", text: "\(old.name) → \(new.name): \(GroupedNumber.text(count))") }
  }

  private func node(
    _ ending: OutcomeKind, _ count: Int, _ pointers: [String], _ span: (y: Double, height: Double),
    isLeft: Bool, _ markup: inout Markup
  ) {
    guard count > 0 else { return }
    let x = isLeft ? Self.left : Self.right
    markup.empty(
      "rect",
      [
        "class": "fill \(ending.look)", "x": DisplayText.coordinate(x), "y": DisplayText.coordinate(span.y),
        "width": DisplayText.coordinate(Self.nodeWidth), "height": DisplayText.coordinate(span.height),
      ]
    )
    markup.element(
      "text",
      [
        "x": DisplayText.coordinate(isLeft ? x - 8 : x + Self.nodeWidth + 8),
        "y": DisplayText.coordinate(span.y + span.height / 2 + 4.5),
        "text-anchor": isLeft ? "end" : "start",
      ]
    ) { markup in
      markup.element("tspan", ["class": "strong"], text: ending.words)
      markup.text(" ")
      markup.element(
        "tspan", ["class": "soft", "data-value": "\(count)", "data-of": pointers.joined(separator: " ")],
        text: GroupedNumber.text(count))
    }
  }
}
