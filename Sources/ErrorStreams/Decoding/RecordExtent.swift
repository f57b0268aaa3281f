internal import Bytes

struct RecordExtent {
  private(set) var end: Int
  private(set) var count = 0
  private(set) var isOpen = false
  private(set) var isCut = false
  private(set) var lastLine = 0..<0
  /// Nil if it was not examined.
  private(set) var lastLineMayIndicateError: Bool?

  /// - Parameters:
  ///   - firstEnd: the end of the first line.
  ///   - mayIndicateError: its result, if known.
  ///   - lineLimit: the longest line.
  init(
    of text: ByteSlice,
    from start: Int,
    firstEnd: Int,
    mayIndicateError: Bool? = nil,
    // Borrowed, because an owned argument would cost a reference count per record.
    _ reader: borrowing any LineReader,
    _ continuation: TextMapping.Continuation,
    lineLimit: Int
  ) {
    let limit = RecordGatherer.recordLimit(lineLimit)
    end = firstEnd
    var traces = TraceLines(after: text[start..<firstEnd], mayIndicateError: mayIndicateError)
    defer { lastLineMayIndicateError = traces.lineMayIndicateError }
    var blanks = 0
    var index = firstEnd + 1
    var lineEnd = Self.end(ofLineAt: index, text)
    while index < text.count {
      let line = text[index..<lineEnd]
      lastLine = index..<lineEnd
      let next = lineEnd + 1
      let kind =
        continuation == .all
        ? line.isBlank ? .blank : .mayBegin
        : traces.kind(of: line, before: text[min(next, text.count)..<text.count])
      if case .strange = kind {
        // The following text may still continue it.
        isOpen = next >= text.count
        return
      }
      if case .mayBegin = kind, line.count <= lineLimit, reader.isBeginning(line) { return }
      if lineEnd - start > limit {
        isCut = true
        return
      }
      if case .blank = kind {
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
