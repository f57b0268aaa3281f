/// Simultaneous edits of one text. Everything else stays unchanged, byte for byte. Edits that overlap an
/// earlier one wait: after the first, their range may be gone or moved, so they must be computed anew.
public struct EditRound: Sendable {
  /// The edits made, in the order of the text.
  public let made: [SourceEdit]
  /// The edits that wait for the next round.
  public let waiting: [SourceEdit]
  /// The edited text.
  public let text: [UInt8]

  /// Makes those of `edits` that do not overlap an earlier one. The same edit given twice is made once; one
  /// beyond the text never applies.
  public init(_ edits: [SourceEdit], in text: [UInt8]) {
    var made: [SourceEdit] = []
    var waiting: [SourceEdit] = []
    var seen: Set<SourceEdit> = []
    for edit in edits where seen.insert(edit).inserted {
      if edit.range.upperBound > text.count || made.contains(where: { $0.overlaps(edit) }) {
        waiting.append(edit)
      } else {
        made.append(edit)
      }
    }
    made.sort { $0.range.lowerBound < $1.range.lowerBound }
    self.made = made
    self.waiting = waiting
    self.text = Self.make(made, in: text)
  }

  private static func make(_ edits: [SourceEdit], in text: [UInt8]) -> [UInt8] {
    let endings = LineEndings(of: text)
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var offset = 0
    for edit in edits {
      result += text[offset..<edit.range.lowerBound]
      result += endings.broken(edit.replacement)
      offset = edit.range.upperBound
    }
    return result + text[offset...]
  }
}

extension SourceEdit {
  /// Both change the same bytes, or insert at the same place or inside each other.
  fileprivate func overlaps(_ other: SourceEdit) -> Bool {
    if range.isEmpty || other.range.isEmpty {
      return range.lowerBound <= other.range.upperBound && other.range.lowerBound <= range.upperBound
    }
    return range.overlaps(other.range)
  }
}
