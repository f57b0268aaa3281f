internal import Bytes

struct RecordExtent {
  private(set) var end: Int
  private(set) var count = 0
  private(set) var isOpen = false
  private(set) var isCut = false
  private(set) var lastLine = 0..<0
  /// Nil if it was not examined.
  private(set) var lastLineHasSigns: Bool?
  /// Its lines have a prefix, or follow one that has.
  private(set) var isPrefixed = false

  /// - Parameters:
  ///   - firstEnd: the end of the first line.
  ///   - hasSigns: its result, if known.
  ///   - lineLimit: the longest line.
  init(
    of text: ByteSlice,
    from start: Int,
    firstEnd: Int,
    hasSigns: Bool? = nil,
    // Borrowed, because an owned argument would cost a reference count per record.
    _ reader: borrowing any LineReader,
    _ continuation: TextMapping.Continuation,
    lineLimit: Int
  ) {
    let limit = RecordGatherer.recordLimit(lineLimit)
    end = firstEnd
    if let prefixed = reader.prefixed, let first = prefixed.begin(text[start..<firstEnd]) {
      gather(text, from: start, firstEnd, first, prefixed, reader, continuation, lineLimit: lineLimit)
      return
    }
    var traces = TraceLines(after: text[start..<firstEnd], hasSigns: hasSigns)
    var isUnknown = false
    if continuation == .traces {
      let rest = text[min(firstEnd + 1, text.count)..<text.count]
      switch HaskellTrace.isHeading(text[start..<firstEnd], before: rest) {
      case .yes: traces.begin()
      case .open: isUnknown = true
      case .no: break
      }
    }
    defer {
      lastLineHasSigns = traces.lineHasSigns
      isOpen = isOpen || isUnknown
    }
    var hasError = continuation == .all && ElixirErrorText.isBeginning(text[start..<firstEnd])
    var blanks = 0
    var index = firstEnd + 1
    var lineEnd = Self.end(ofLineAt: index, text)
    while index < text.count {
      let line = text[index..<lineEnd]
      lastLine = index..<lineEnd
      let next = lineEnd + 1
      var kind =
        continuation == .all
        ? line.isBlank ? .blank : .mayBegin
        : traces.kind(of: line, before: text[min(next, text.count)..<text.count])
      var ends = false
      if case .strange = kind { ends = true }
      if case .mayBegin = kind, line.count <= lineLimit, reader.isBeginning(line) { ends = true }
      if continuation == .all, ElixirErrorText.isBeginning(line) {
        if hasError { return }
        hasError = true
      }
      if ends {
        let first = text[start..<firstEnd]
        if line.count <= lineLimit,
          RepeatedPrefix.isRepeated(line, of: first, in: text[start..<end])
        {
          kind = .belongs
        } else {
          guard case .strange = kind else { return }
          // The following text may still continue it.
          isOpen = next >= text.count || text[next..<text.count].isBlank
          guard count == 0, traces.isPlain, LinesBeforeTrace.mayBegin(line, after: first) else { return }
          let before = LinesBeforeTrace(in: text, from: start, index, first, reader, lineLimit: lineLimit)
          isOpen = isOpen || before.isOpen
          guard let place = before.end else { return }
          isOpen = false
          count = blanks + before.count
          blanks = 0
          end = place - 1
          index = place
          lineEnd = Self.end(ofLineAt: index, text)
          continue
        }
      }
      if lineEnd - start > limit {
        isCut = true
        return
      }
      take(lineEnd, kind, &blanks)
      index = next
      lineEnd = Self.end(ofLineAt: index, text)
    }
    isOpen = true
  }

  /// Blank lines belong to the record if another line of it follows.
  private mutating func take(_ lineEnd: Int, _ kind: TraceLines.LineKind, _ blanks: inout Int) {
    if case .blank = kind {
      blanks += 1
    } else {
      count += 1 + blanks
      blanks = 0
      end = lineEnd
    }
  }

  /// Gathers lines with a prefix: the program's text after it decides.
  private mutating func gather(
    _ text: ByteSlice, from start: Int, _ firstEnd: Int, _ first: ByteSlice, _ prefixed: PrefixedLines,
    _ reader: borrowing any LineReader, _ continuation: TextMapping.Continuation, lineLimit: Int
  ) {
    let limit = RecordGatherer.recordLimit(lineLimit)
    isPrefixed = true
    var traces = TraceLines(after: first, hasSigns: nil)
    let isTrace = TraceParser().isBeginning(first)
    var blanks = 0
    var index = firstEnd + 1
    while index < text.count {
      let lineEnd = Self.end(ofLineAt: index, text)
      let line = text[index..<lineEnd]
      let next = lineEnd + 1
      let rest = text[min(next, text.count)..<text.count]
      var kind: TraceLines.LineKind
      if prefixed.joinsAll, prefixed.text(of: line) != nil {
        kind = .belongs
      } else if let said = prefixed.text(of: line) {
        let isSame = prefixed.isWhole
        let (isInTrace, isInCrash) = (traces.isInTrace, traces.isInCrash)
        let following = prefixed.textOfNext(rest[0..<Self.end(ofLineAt: 0, rest)])
        kind = traces.kind(of: said, before: following)
        if case .mayBegin = kind {
          if isTrace || isInTrace, TraceParser().isBeginning(said) { return }
          if isInTrace || isInCrash && !isSame, !TraceLines.mayGoOn(said, before: following) {
            kind = .strange
          }
        }
      } else if reader.isBeginning(line) {
        return
      } else {
        kind =
          continuation == .all
          ? line.isBlank ? .blank : .belongs : traces.kind(of: line, before: rest)
      }
      if case .strange = kind {
        isOpen = next >= text.count
        return
      }
      if lineEnd - start > limit {
        isCut = true
        return
      }
      take(lineEnd, kind, &blanks)
      index = next
    }
    isOpen = true
  }

  /// Whether a line is a runtime's own message about an uncaught exception behind a log's record; where any line belongs to the
  /// record, it is Elixir's second error.
  static func isUncaught(_ line: ByteSlice, among continuation: TextMapping.Continuation) -> Bool {
    switch continuation {
    case .none: false
    case .traces: TraceLines.isUncaught(line)
    case .all: ElixirErrorText.isBeginning(line)
    }
  }

  private static func end(ofLineAt index: Int, _ text: ByteSlice) -> Int {
    index < text.count ? text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count : index
  }
}
