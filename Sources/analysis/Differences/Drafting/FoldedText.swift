/// A pattern of texts: a message that was folded, or a glob.
struct FoldedText {
  enum Part: Equatable {
    case scalar(Unicode.Scalar)
    /// One character.
    case one
    /// Any characters, or none.
    case any
    /// The characters that a word of ``MessageTemplate`` stands for.
    case folded(Characters)
  }

  /// The characters that a folded part may have.
  enum Characters {
    case all
    /// Characters of numbers, addresses and paths. A message may have the word for one, too.
    case compact
    /// The same and spaces, as times have them.
    case spaced

    func has(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "\u{80}"...: true
      case ".", ":", "-", ",", "+", "/", "_", "@", "~", "<", ">": true
      case " ": self != .compact
      default: self == .all
      }
    }

    fileprivate init(ofWord word: String) {
      switch word {
      case "<time>": self = .spaced
      case "<n>", "<duration>", "<ip>", "<id>", "<hex>", "<path>": self = .compact
      default: self = .all
      }
    }
  }

  /// The texts of one pattern that another one has, too.
  enum Share {
    case all, part, nothing
  }

  private let parts: [Part]

  /// - Parameter template: a message as ``MessageTemplate`` folds it.
  init(template: String) {
    var parts: [Part] = []
    var rest = Substring(template)
    if rest.last == "…" { rest.removeLast() }
    let isCut = rest.count < template.count
    while let scalar = rest.unicodeScalars.first {
      if let mark = MessagePattern.marks.first(where: { rest.hasPrefix($0) }) {
        rest.removeFirst(mark.count)
        parts.append(.folded(.init(ofWord: mark)))
      } else {
        rest.unicodeScalars.removeFirst()
        parts.append(.scalar(scalar))
      }
    }
    self.parts = parts + (isCut ? [.folded(.all)] : [])
  }

  init(glob: String) {
    parts = glob.unicodeScalars.map { $0 == "*" ? .any : $0 == "?" ? .one : .scalar($0) }
  }

  init(literal: String) { parts = literal.unicodeScalars.map { .scalar($0) } }

  /// The share of a folded message's texts that this pattern has.
  func share(of folded: FoldedText) -> Share {
    if !meets(folded, covering: false) { return .nothing }
    return meets(folded, covering: true) ? .all : .part
  }

  /// Whether a text has both patterns; or whether this one certainly has all texts of the other.
  private func meets(_ other: FoldedText, covering: Bool) -> Bool {
    let (own, theirs) = (parts, other.parts)
    // Whether the rests meet, from each part of the other pattern on.
    var behind = [Bool](repeating: false, count: theirs.count + 1)
    for index in (0...own.count).reversed() {
      var row = [Bool](repeating: false, count: theirs.count + 1)
      for place in (0...theirs.count).reversed() {
        let mine = index < own.count ? own[index] : nil
        let their = place < theirs.count ? theirs[place] : nil
        row[place] =
          switch (mine, their) {
          case (nil, nil): true
          case (.any?, nil): behind[place]
          case (.any?, _?): behind[place] || row[place + 1]
          case (.scalar(let scalar)?, .folded(let characters)?):
            !covering && (row[place + 1] || characters.has(scalar) && behind[place])
          case (.one?, .folded?): !covering && (row[place + 1] || behind[place])
          case (nil, .folded?): !covering && row[place + 1]
          case (.one?, .scalar?): behind[place + 1]
          case (.scalar(let scalar)?, .scalar(let other)?): scalar == other && behind[place + 1]
          case (nil, _), (_, nil), (_, .one?), (_, .any?), (.folded?, _): false
          }
      }
      behind = row
    }
    return behind[0]
  }
}
