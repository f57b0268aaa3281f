internal import Explanations
internal import Replay
internal import Reports
internal import Counting

extension ChainGraph {
  var svg: String {
    let indices = Dictionary(drawn.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let nodes = drawn.map { index in
      let responder = responders[index]
      return ChainDrawing.Node(
        name: responder.name, index: index, parent: responder.parent.flatMap { indices[$0] },
        isEnabled: responder.isEnabled,
        lines: lines(of: responder).prefix(3).map { [.text(DisplayText.cut($0, to: 34))] },
        left: responder.counts.map { ($0.left, nil) }, asides: asides(of: responder))
    }
    var markup = Markup()
    ChainDrawing(nodes, most: nodes.count) { _ in 0 }.write(
      &markup, title: "\(name): the chain of responders", note: note, style: Self.style)
    return markup.html + "\n"
  }

  private func asides(of responder: Responder) -> [String] {
    var asides: [String] = []
    if responder.escalating > 0 {
      asides.append(responder.escalating == 1 ? "1 escalates" : "\(responder.escalating) escalate")
    }
    if !responder.raises.isEmpty { asides.append("raises \(Self.list(responder.raises))") }
    return asides
  }

  private static let style: StaticString = """
    svg{--ink:#1c2430;--soft:#515c6b;--card:#fff;background:#fff}
    @media (prefers-color-scheme:dark){svg{--ink:#e6e9ed;--soft:#a9b3c0;--card:#1a2028;background:#12161c}}
    text{fill:var(--ink);font:13px system-ui,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
    .mono{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:12.5px}
    .strong{font-weight:650}.soft{fill:var(--soft);font-size:12px}
    .box{fill:var(--card);stroke:var(--soft);stroke-width:1.2}.off{stroke-dasharray:4 3}
    .line{stroke:var(--soft);fill:none}.tip{fill:var(--soft)}
    .halo{stroke:var(--card);stroke-width:4px;paint-order:stroke;stroke-linejoin:round}
    """
}
