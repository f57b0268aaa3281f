import RuleEngine

/// The events of a YAML text in the notation of yaml-test-suite's `test.event` files.
struct YAMLEventText {
  /// The events up to the end or the fault, a line each.
  private(set) var text = ""
  /// The syntax error, or nil.
  private(set) var fault: YAMLFault?

  init(_ bytes: [UInt8]) {
    var events = YAMLEvents(bytes)
    do {
      while true {
        let event = try events.next()
        text += event.notation + "\n"
        if event.kind == .streamEnd { return }
      }
    } catch {
      fault = error
    }
  }
}

extension YAMLEvent {
  /// The event as one line, such as `+MAP {} &a` or `=VAL "text`.
  fileprivate var notation: String {
    let properties = (anchor.map { " &" + $0 } ?? "") + (tag.map { " <\($0)>" } ?? "")
    return switch kind {
    case .streamStart: "+STR"
    case .streamEnd: "-STR"
    case .documentStart(let isExplicit, _): isExplicit ? "+DOC ---" : "+DOC"
    case .documentEnd(let isExplicit): isExplicit ? "-DOC ..." : "-DOC"
    case .alias: "=ALI *" + (anchor ?? "")
    case .scalar(let style): "=VAL" + properties + " " + style.sign + value.escaped
    case .sequenceStart(let isFlow): "+SEQ" + (isFlow ? " []" : "") + properties
    case .sequenceEnd: "-SEQ"
    case .mappingStart(let isFlow): "+MAP" + (isFlow ? " {}" : "") + properties
    case .mappingEnd: "-MAP"
    }
  }
}

extension Node.Style {
  fileprivate var sign: String {
    switch self {
    case .singleQuoted: "'"
    case .doubleQuoted: "\""
    case .literal: "|"
    case .folded: ">"
    case .plain, .flow, .block: ":"
    }
  }
}

extension String {
  fileprivate var escaped: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\0": text += "\\0"
      case "\u{8}": text += "\\b"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
