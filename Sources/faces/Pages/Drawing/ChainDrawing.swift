internal import Explanations
internal import Replay
internal import Reports
internal import Source

/// The responders as a graph: errors enter at the left and escalate to the right. Responders below which there is no
/// other one stand in the first column, every other one in the column after its children's.
struct ChainDrawing {
  struct Node {
    let name: String
    let index: Int
    let parent: Int?
    let isEnabled: Bool
    /// The lines below its name: texts, and figures with their JSON pointers.
    let lines: [[Piece]]
    /// The number of errors that escalated, with its JSON pointer. Nil without a stream.
    let left: (count: Int, pointer: String?)?
    var asides: [String] = []
  }

  enum Piece {
    case text(String)
    case figure(Int, String)
  }

  private struct Placed {
    let node: Node
    var parent: Int?
    var x = 0.0
    var y = 0.0
  }

  private var placed: [Placed] = []
  private let leftOut: Int
  private let width: Double
  private let height: Double
  private static let (boxWidth, gap, row) = (212.0, 108.0, 94.0)
  private static let boxHeight = 72.0

  /// - Parameters:
  ///   - nodes: the responders in file order.
  ///   - most: the largest number to draw: the most `wanted` ones, with all above them.
  init(_ nodes: [Node], most: Int, wanted: (Node) -> Int) {
    let kept = DrawnResponders.indices(
      nodes.count, most: most, parent: { nodes[$0].parent }, wanted: { wanted(nodes[$0]) })
    leftOut = nodes.count - kept.count
    var indices: [Int: Int] = [:]
    for index in kept {
      indices[index] = placed.count
      placed.append(Placed(node: nodes[index]))
    }
    var children = [[Int]](repeating: [], count: placed.count)
    var roots: [Int] = []
    for index in placed.indices {
      if let parent = placed[index].node.parent, let parentIndex = indices[parent] {
        placed[index].parent = parentIndex
        children[parentIndex].append(index)
      } else {
        roots.append(index)
      }
    }
    // Leaves get a row each; every other responder is centred on its children.
    var order: [Int] = []
    var open = Array(roots.reversed())
    while let index = open.popLast() {
      order.append(index)
      open += children[index].reversed()
    }
    var columns = [Int](repeating: 0, count: placed.count)
    var y = 8.0
    for index in order where children[index].isEmpty {
      placed[index].y = y
      y += Self.row
    }
    for index in order.reversed() {
      if let first = children[index].first, let last = children[index].last {
        placed[index].y = (placed[first].y + placed[last].y) / 2
      }
      columns[index] = children[index].map { columns[$0] + 1 }.max() ?? 0
      placed[index].x = 4 + Double(columns[index]) * (Self.boxWidth + Self.gap)
    }
    let last = columns.max() ?? 0
    width = 8 + Double(last + 1) * Self.boxWidth + Double(last) * Self.gap
    height = max(Self.row, y - (Self.row - Self.boxHeight) + 8)
  }

  var note: String? {
    leftOut == 0
      ? nil : "\(Figures.counted(leftOut, "more responder")) \(leftOut == 1 ? "is" : "are") not drawn."
  }

  /// - Parameters:
  ///   - note: a note below a stand-alone drawing.
  ///   - style: the style sheet of a stand-alone drawing.
  func write(
    _ markup: inout Markup, title: String = "The chain of responders, from the origin of errors to the root",
    note: String? = nil, style: StaticString? = nil
  ) {
    let noteHeight = note == nil ? 0.0 : 24.0
    let (width, height) = (DisplayText.coordinate(width), DisplayText.coordinate(height + noteHeight))
    markup.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "drawing", "width": width, "height": height,
        "viewBox": "0 0 \(width) \(height)", "role": "img", "aria-labelledby": "chain-label",
      ]
    ) { markup in
      markup.element("title", ["id": "chain-label"], text: title)
      if let style {
        markup.newLine()
        markup.element("style") { $0.constant(style) }
      }
      let most = placed.map { $0.node.left?.count ?? 0 }.max() ?? 0
      for box in placed { drawEdge(box, most, &markup) }
      for box in placed { drawBox(box, &markup) }
      if let note {
        markup.element(
          "text", ["class": "soft", "x": "4", "y": DisplayText.coordinate(self.height + 14)], text: note)
      }
    }
  }

  private func drawEdge(_ box: Placed, _ most: Int, _ markup: inout Markup) {
    guard let parent = box.parent.map({ placed[$0] }) else { return }
    let start = (x: box.x + Self.boxWidth, y: box.y + Self.boxHeight / 2)
    let end = (x: parent.x, y: parent.y + Self.boxHeight / 2)
    // It bends before its end only, so that it passes between the boxes of the columns on its way.
    let bend = end.x - Self.gap
    let middle = (bend + end.x) / 2
    func point(_ x: Double, _ y: Double) -> String {
      "\(DisplayText.coordinate(x)) \(DisplayText.coordinate(y))"
    }
    let path =
      "M\(point(start.x, start.y))H\(DisplayText.coordinate(bend))C\(point(middle, start.y)) \(point(middle, end.y)) \(point(end.x - 7, end.y))"
    let count = box.node.left?.count ?? 0
    let thickness = most == 0 ? 1.4 : 1.4 + 6.6 * (Double(count) / Double(most)).squareRoot()
    markup.newLine()
    markup.element("g") { markup in
      let passed =
        box.node.left.map { "\(GroupedNumber.text($0.count)) escalated" } ?? "unhandled errors escalate"
      markup.element(
        "title", text: "\(DisplayText.cut(box.node.name)) → \(DisplayText.cut(parent.node.name)): \(passed)")
      markup.empty(
        "path",
        [
          "class": box.node.left?.count == 0 || !box.node.isEnabled ? "line off" : "line", "d": path,
          "stroke-width": DisplayText.coordinate(box.node.left?.count == 0 ? 1.2 : thickness),
        ]
      )
      markup.empty(
        "path",
        [
          "class": "tip",
          "d": "M\(point(end.x - 8, end.y - 5))L\(point(end.x, end.y))L\(point(end.x - 8, end.y + 5))Z",
        ]
      )
      // Placed near the arrow's beginning, where no other arrow is.
      if let left = box.node.left {
        markup.element(
          "text",
          [
            "class": "halo strong", "x": DisplayText.coordinate(start.x + 10),
            "y": DisplayText.coordinate(end.y < start.y ? start.y + 18 : start.y - 8),
            "data-value": "\(left.count)", "data-of": left.pointer ?? "",
          ],
          text: GroupedNumber.text(left.count)
        )
      }
      for (line, aside) in box.node.asides.enumerated() {
        markup.element(
          "text",
          [
            "class": "halo soft", "x": DisplayText.coordinate(start.x + 10),
            "y": DisplayText.coordinate(start.y + (end.y < start.y ? -8 : 18) - Double(line) * 14),
          ],
          text: DisplayText.fitted(aside, to: 16)
        )
      }
    }
  }

  private func drawBox(_ box: Placed, _ markup: inout Markup) {
    markup.newLine()
    markup.element("g") { markup in
      markup.element(
        "title", text: DisplayText.cut(box.node.name) + (box.node.isEnabled ? "" : " (disabled: skipped)"))
      markup.empty(
        "rect",
        [
          "class": box.node.isEnabled ? "box" : "box off", "x": DisplayText.coordinate(box.x),
          "y": DisplayText.coordinate(box.y),
          "width": DisplayText.coordinate(Self.boxWidth), "height": DisplayText.coordinate(Self.boxHeight),
          "rx": "8",
        ]
      )
      markup.element(
        "text",
        [
          "class": "mono strong name", "x": DisplayText.coordinate(box.x + 12),
          "y": DisplayText.coordinate(box.y + 21),
        ],
        text: DisplayText.fitted(box.node.name, to: 24)
      )
      for (line, pieces) in box.node.lines.enumerated() {
        markup.element(
          "text",
          [
            "class": "soft", "x": DisplayText.coordinate(box.x + 12),
            "y": DisplayText.coordinate(
              box.y + (box.node.lines.count > 2 ? 36 + Double(line) * 14 : 39 + Double(line) * 18)),
          ]
        ) { markup in
          for piece in pieces {
            switch piece {
            case .text(let text): markup.text(text)
            case .figure(let count, let pointer):
              markup.element(
                "tspan", ["data-value": "\(count)", "data-of": pointer], text: GroupedNumber.text(count))
            }
          }
        }
      }
    }
  }
}
