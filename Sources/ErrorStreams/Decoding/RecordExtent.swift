internal import Bytes

/// How far a record of text goes that begins on some line.
struct RecordExtent {
  /// Where its last line ends.
  private(set) var end: Int
  /// How many lines it has behind its first.
  private(set) var count = 0
  /// Whether it may go on behind the text.
  private(set) var isOpen = false
  /// Whether it is longer than it may be.
  private(set) var isCut = false
  /// The line that was looked at last; empty where none was.
  private(set) var lastLine = 0..<0
  /// Whether that may tell of a trace, where it was looked at for that.
  private(set) var lastLineMayTell: Bool?

  /// - Parameters:
  ///   - start: where its first line begins.
  ///   - firstEnd: where that ends.
  ///   - mayTell: whether that may tell of a trace, where it is known.
  ///   - lineLimit: how long a line may be.
  init(
    of text: ByteSlice,
    from start: Int,
    firstEnd: Int,
    mayTell: Bool? = nil,
    // What an initializer is handed it else owns, which counts a reference for each record.
    _ reader: borrowing any LineReader,
    _ continuation: TextMapping.Continuation,
    lineLimit: Int
  ) {
    let limit = RecordGatherer.recordLimit(lineLimit)
    end = firstEnd
    var traces = TraceLines(after: text[start..<firstEnd], mayTell: mayTell)
    defer { lastLineMayTell = traces.lineMayTell }
    var blanks = 0
    var index = firstEnd + 1
    var lineEnd = Self.end(ofLineAt: index, text)
    while index < text.count {
      let line = text[index..<lineEnd]
      lastLine = index..<lineEnd
      let next = lineEnd + 1
      let verdict =
        continuation == .all
        ? line.isBlank ? .blank : .mayBegin
        : traces.verdict(on: line, before: text[min(next, text.count)..<text.count])
      if case .strange = verdict {
        // What stands behind it may say that it does belong.
        isOpen = next >= text.count
        return
      }
      if case .mayBegin = verdict, line.count <= lineLimit, reader.isBeginning(line) { return }
      if lineEnd - start > limit {
        isCut = true
        return
      }
      if case .blank = verdict {
        blanks += 1
      } else {
        count += 1 + blanks
        blanks = 0
        end = lineEnd
      }
      index = next
      lineEnd = Self.end(ofLineAt: index, text)
    }
    isOpen = true
  }

  private static func end(ofLineAt index: Int, _ text: ByteSlice) -> Int {
    index < text.count ? text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count : index
  }
}
