internal import Explanations
internal import Replay
internal import Reports
internal import Engine
internal import Source
internal import Counting

/// The flow of errors from their category through the responder to the outcome, as bands whose width is their
/// number.
struct FlowDrawing {
  private struct Node {
    let title: String
    let pointers: [String]
    let isName: Bool
    var count = 0
    var look = ""
    var y = 0.0
    var height = 0.0
    /// The vertical offsets at which the next bands leave and arrive.
    var outgoing = 0.0
    var incoming = 0.0
  }

  private struct Band {
    let from: Int
    let to: Int
    let outcome: ReplayDetail.Outcome
    var count = 0
    var pointers: [String] = []
  }

  private var columns: [[Node]] = [[], [], []]
  /// The bands from categories to responders, and from responders to outcomes.
  private var bands: [[Band]] = [[], []]
  private var leftOut: [String] = []
  private let total: Int
  private static let most = 16
  private static let (width, nodeWidth) = (920.0, 10.0)
  /// The left and right ends of each column. The responders' names stand between the ends of theirs, where no band
  /// is.
  private static let left = [190.0, 365.0, 765.0]
  private static let right = [200.0, 600.0, 775.0]
  private static let room = 360.0
  /// The height of a label.
  private static let line = 17.0

  init(_ summary: ReplaySummary, _ detail: ReplayDetail) {
    total = detail.paths.reduce(0) { $0 + $1.count }
    let categories = Self.kept(detail.paths.map { ($0.category, $0.count) })
    let deciders = Self.kept(detail.paths.map { ($0.decider, $0.count) })
    var indices: [[String: Int]] = [[:], [:], [:]]
    var found: [[String: Int]] = [[:], [:]]
    func nodeIndex(_ column: Int, _ key: String, _ node: @autoclosure () -> Node) -> Int {
      if let index = indices[column][key] { return index }
      columns[column].append(node())
      indices[column][key] = columns[column].count - 1
      return columns[column].count - 1
    }
    func add(_ stage: Int, _ from: Int, _ to: Int, _ path: ReplayDetail.Path, _ pointer: String) {
      let key = "\(from) \(to) \(path.outcome.rawValue)"
      let index = found[stage][key] ?? bands[stage].count
      if index == bands[stage].count {
        bands[stage].append(Band(from: from, to: to, outcome: path.outcome))
        found[stage][key] = index
      }
      bands[stage][index].count += path.count
      bands[stage][index].pointers.append(pointer)
    }
    for (index, path) in detail.paths.enumerated() {
      let pointer = Pointer.to("detail", "flow", "\(index)", "count")
      let isKept = categories.contains(path.category)
      let category = nodeIndex(
        0, isKept ? "c\(path.category)" : "",
        isKept
          ? Node(title: path.category, pointers: [Pointer.to("categories", path.category)], isName: true)
          : Node(title: "other categories", pointers: [], isName: false))
      let decider = nodeIndex(
        1, deciders.contains(path.decider) ? "\(path.decider)" : "", Self.node(path.decider, deciders))
      let outcome = nodeIndex(
        2, path.outcome.name,
        Node(
          title: path.outcome == .nobody ? "unhandled" : path.outcome.name, pointers: [path.outcome.pointer],
          isName: false, look: path.outcome.look))
      for (column, node) in [category, decider, outcome].enumerated() {
        columns[column][node].count += path.count
      }
      add(0, category, decider, path, pointer)
      add(1, decider, outcome, path, pointer)
    }
    let others = (
      Set(detail.paths.map { $0.category }).count - categories.count,
      Set(detail.paths.map { $0.decider }).count - deciders.count
    )
    if others.0 > 0 {
      leftOut.append(others.0 == 1 ? "1 rarer category" : "\(GroupedNumber.text(others.0)) rarer categories")
    }
    if others.1 > 0 { leftOut.append(Figures.counted(others.1, "responder") + " with fewer errors") }
    layOut()
  }

  /// The most frequent keys, as many as are drawn.
  private static func kept<Key: Hashable>(_ counts: [(Key, Int)]) -> Set<Key> {
    var sums: [Key: Int] = [:]
    var order: [Key] = []
    for (key, count) in counts {
      if sums[key] == nil { order.append(key) }
      sums[key, default: 0] += count
    }
    let sorted = order.enumerated().sorted { left, right in
      let (a, b) = (sums[left.element] ?? 0, sums[right.element] ?? 0)
      return a > b || a == b && left.offset < right.offset
    }
    return Set(sorted.prefix(most).map { $0.element })
  }

  private static func node(_ decider: ReplayDetail.Decider, _ kept: Set<ReplayDetail.Decider>) -> Node {
    guard kept.contains(decider) else { return Node(title: "other responders", pointers: [], isName: false) }
    switch decider {
    case .responder(let name): return Node(title: name, pointers: [], isName: true)
    case .nobody: return Node(title: "nobody", pointers: ["/unhandled"], isName: false, look: "o-nobody")
    case .ignored: return Node(title: "ignored: cancellation", pointers: ["/ignored"], isName: false)
    }
  }

  private mutating func layOut() {
    let scale = Self.room / Double(max(1, total))
    for column in 0..<3 {
      // Outcomes in their usual order, others by number.
      let order = columns[column].indices.sorted { left, right in
        let (a, b) = (columns[column][left], columns[column][right])
        if column == 2 {
          return (Self.rank(a.look), a.title) < (Self.rank(b.look), b.title)
        }
        return (b.count, left) < (a.count, right)
      }
      var y = 10.0
      for index in order {
        let height = max(1.5, Double(columns[column][index].count) * scale)
        // A label needs a line, however thin the band.
        let slot = max(height, Self.line)
        columns[column][index].y = y + (slot - height) / 2
        columns[column][index].height = height
        y += slot + 7
      }
    }
  }

  private static func rank(_ look: String) -> Int {
    ReplayDetail.Outcome.displayOrder.firstIndex { $0.look == look } ?? 0
  }

  /// Whether there is anything to tell: errors of several categories or responders.
  static func isNeeded(for detail: ReplayDetail) -> Bool {
    hasCategories(detail) || Set(detail.paths.map { $0.decider }).count > 1
  }

  /// The room for the longest label of a category.
  private var widestCategory: Double {
    let lengths = columns[0].map { node in
      Double(Self.title(of: node, in: 0).unicodeScalars.count) * 7.8
        + Double(GroupedNumber.text(node.count).utf8.count) * 7.6 + 10
    }
    return min(Self.left[0] - 7, lengths.max() ?? 0)
  }

  private static func title(of node: Node, in column: Int) -> String {
    DisplayText.fitted(node.title, to: node.isName ? [16, 20, 16][column] : 24)
  }

  /// Whether any error has a category.
  static func hasCategories(_ detail: ReplayDetail) -> Bool {
    detail.paths.contains { $0.category != "none" }
  }

  func write(_ markup: inout Markup) {
    // Without categories, the drawing begins at the responders.
    let first = columns[0].allSatisfy { $0.title == "none" } ? 1 : 0
    let start = first == 0 ? Self.left[0] - 7 - widestCategory : Self.left[1] - 5
    let width = DisplayText.coordinate(Self.width - start)
    let height = (columns.flatMap { $0 }.map { $0.y + $0.height }.max() ?? 0) + 14
    markup.scrolling("Flow of errors") { markup in
      markup.element(
        "svg",
        [
          "class": "drawing flow", "width": width, "height": DisplayText.coordinate(height), "role": "img",
          "viewBox": "\(DisplayText.coordinate(start)) 0 \(width) \(DisplayText.coordinate(height))",
          "aria-labelledby": "flow-label",
        ]
      ) { markup in
        markup.element(
          "title", ["id": "flow-label"],
          text: first == 0
            ? "From the category through the responder to the outcome" : "From the responder to the outcome")
        var nodes = columns
        for stage in first..<2 {
          let sorted = bands[stage].sorted { left, right in
            let a = (nodes[stage][left.from].y, nodes[stage + 1][left.to].y, Self.rank(left.outcome.look))
            let b = (nodes[stage][right.from].y, nodes[stage + 1][right.to].y, Self.rank(right.outcome.look))
            return a < b
          }
          for band in sorted { draw(band, stage, &nodes, &markup) }
        }
        for column in first..<3 {
          for (index, node) in columns[column].enumerated() { draw(node, index, column, &markup) }
        }
      }
    }
    if !leftOut.isEmpty {
      markup.aside("Combined: \(leftOut.joined(separator: ", ")).", class: "more")
    }
  }

  private func draw(_ band: Band, _ stage: Int, _ nodes: inout [[Node]], _ markup: inout Markup) {
    let scale = Self.room / Double(max(1, total))
    let thickness = max(0.8, Double(band.count) * scale)
    let (from, to) = (nodes[stage][band.from], nodes[stage + 1][band.to])
    let (left, right) = (Self.right[stage], Self.left[stage + 1])
    let (top, bottom) = (from.y + from.outgoing, to.y + to.incoming)
    nodes[stage][band.from].outgoing += Double(band.count) * scale
    nodes[stage + 1][band.to].incoming += Double(band.count) * scale
    func point(_ x: Double, _ y: Double) -> String {
      "\(DisplayText.coordinate(x)) \(DisplayText.coordinate(y))"
    }
    let middle = (left + right) / 2
    let path =
      "M\(point(left, top))C\(point(middle, top)) \(point(middle, bottom)) \(point(right, bottom))"
      + "L\(point(right, bottom + thickness))"
      + "C\(point(middle, bottom + thickness)) \(point(middle, top + thickness)) \(point(left, top + thickness))Z"
    markup.element(
      "path",
      [
        "class": "ribbon \(band.outcome.look)", "d": path, "data-value": "\(band.count)",
        "data-of": band.pointers.joined(separator: " "),
      ]
    ) { markup in
      markup.element(
        "title",
        text:
          "\(DisplayText.cut(from.title)) → \(DisplayText.cut(to.title)): \(GroupedNumber.text(band.count)) \(band.outcome == .nobody ? "unhandled" : band.outcome.name)"
      )
    }
  }

  private func draw(_ node: Node, _ index: Int, _ column: Int, _ markup: inout Markup) {
    let (left, right) = (Self.left[column], Self.right[column])
    if column == 1 {
      let height = max(node.height, Self.line)
      markup.empty(
        "rect",
        [
          "class": "lane", "x": DisplayText.coordinate(left),
          "y": DisplayText.coordinate(node.y + (node.height - height) / 2),
          "width": DisplayText.coordinate(right - left), "height": DisplayText.coordinate(height),
        ]
      )
    }
    for x in column == 1 ? [left, right - Self.nodeWidth] : [left] {
      markup.empty(
        "rect",
        [
          "class": "fill \(node.look.isEmpty ? "o-none" : node.look)", "x": DisplayText.coordinate(x),
          "y": DisplayText.coordinate(node.y), "width": DisplayText.coordinate(Self.nodeWidth),
          "height": DisplayText.coordinate(node.height),
        ]
      )
    }
    let (x, anchor) = [(left - 7, "end"), ((left + right) / 2, "middle"), (right + 7, "start")][column]
    markup.element(
      "text",
      [
        "x": DisplayText.coordinate(x), "y": DisplayText.coordinate(node.y + node.height / 2 + 4.5),
        "text-anchor": anchor,
      ]
    ) { markup in
      // The figure of the report if there is one, or the sum of the bands.
      let own =
        (column == 0
          ? bands[0].filter { $0.from == index } : bands[0].filter { column == 1 && $0.to == index })
      let pointers = node.pointers.isEmpty ? own.flatMap { $0.pointers } : node.pointers
      markup.element(
        "tspan", ["class": node.isName ? "mono name" : "strong"], text: Self.title(of: node, in: column))
      markup.text(" ")
      markup.element(
        "tspan",
        ["class": "soft", "data-value": "\(node.count)", "data-of": pointers.joined(separator: " ")],
        text: GroupedNumber.text(node.count))
    }
  }
}
