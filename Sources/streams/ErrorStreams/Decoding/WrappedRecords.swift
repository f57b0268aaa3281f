internal import Bytes

/// Groups wrapped lines of one record: a stack trace after its first line, and the parts of a split line.
///
/// It belongs to one thread.
final class WrappedRecords {
  struct Extent: BitwiseCopyable {
    var end: Int
    var count = 0
    var isOpen = false
  }

  let wrapping: Wrapping
  private let beginnings: EmbeddedTexts
  private let lineLimit: Int
  @exclusivity(unchecked) private var first = Buffer<UInt8>(capacity: 1_024)
  @exclusivity(unchecked) private var this = Buffer<UInt8>(capacity: 1_024)
  @exclusivity(unchecked) private var next = Buffer<UInt8>(capacity: 1_024)
  @exclusivity(unchecked) private var part = Buffer<UInt8>(capacity: 1_024)
  @exclusivity(unchecked) private var record = Buffer<UInt8>(capacity: 1_024)

  init(_ wrapping: Wrapping, _ beginnings: EmbeddedTexts, _ limits: Limits) {
    self.wrapping = wrapping
    self.beginnings = beginnings
    lineLimit = limits.recordBytes
  }

  /// - Parameters:
  ///   - start: the beginning of the record's first line.
  ///   - end: its end.
  func extent(of text: ByteSlice, from start: Int, firstEnd end: Int) -> Extent {
    var extent = Extent(end: end)
    guard let head = wrapping.line(text[start..<end]) else { return extent }
    let limit = RecordGatherer.recordLimit(lineLimit)
    let parts = head.isSplit ? whole(head, of: text, endingAt: end, within: start + limit, in: &first) : nil
    if let parts {
      extent.end = parts.end
      extent.count = parts.count
      extent.isOpen = parts.isOpen
      if parts.isOpen { return extent }
    }
    let opening = parts == nil ? wrapping.plain(head, in: &first) : first.slice
    if !opening.isEmpty, opening[0] == UInt8(ascii: "{") { return extent }
    let isTrace = TraceParser().isBeginning(opening)
    guard extent.end + 1 < text.count else {
      extent.isOpen = true
      return extent
    }
    var traces = TraceLines(after: opening, hasSigns: nil)
    var blanks = 0
    var index = extent.end + 1
    while index < text.count {
      var lineEnd = Self.end(ofLineAt: index, text)
      guard let line = wrapping.line(text[index..<lineEnd]), line.source == head.source else {
        return extent
      }
      let parts =
        line.isSplit ? whole(line, of: text, endingAt: lineEnd, within: start + limit, in: &this) : nil
      if let parts { lineEnd = parts.end }
      let plain = parts == nil ? wrapping.plain(line, in: &this) : this.slice
      if traces.isPlain, !plain.isEmpty, plain[0].isDigit || plain[0] == UInt8(ascii: "{") { return extent }
      let following = lineEnd + 1
      let rest = self.rest(of: text, from: following, head.source, within: start + limit)
      let isInTrace = traces.isInTrace
      let kind = traces.kind(of: plain, before: rest)
      if case .strange = kind {
        extent.isOpen = following >= text.count
        return extent
      }
      if case .mayBegin = kind {
        if isBeginning(plain, isTrace: isTrace) {
          // The rest of a split line may change the result.
          extent.isOpen = parts?.isOpen == true
          return extent
        }
        // A program's line is a record by itself, so it need not belong to the trace.
        if isInTrace, !TraceLines.mayGoOn(plain, before: rest) {
          extent.isOpen = following >= text.count
          return extent
        }
      }
      if lineEnd - start > limit { return extent }
      let lines = 1 + (parts?.count ?? 0)
      if case .blank = kind {
        blanks += lines
      } else {
        extent.count += lines + blanks
        blanks = 0
        extent.end = lineEnd
      }
      index = following
    }
    extent.isOpen = true
    return extent
  }

  struct Parts: BitwiseCopyable {
    var end: Int
    var count = 0
    var isOpen = false
  }

  /// Joins the lines after the first part, up to a limit.
  private func whole(
    _ head: Wrapping.Line, of text: ByteSlice, endingAt end: Int, within limit: Int,
    in plain: inout Buffer<UInt8>
  ) -> Parts {
    var parts = Parts(end: end)
    plain.removeAll()
    plain.append(wrapping.plain(head, in: &part))
    var isSplit = true
    while isSplit {
      guard parts.end + 1 < text.count else {
        parts.isOpen = true
        break
      }
      let lineEnd = Self.end(ofLineAt: parts.end + 1, text)
      guard lineEnd <= limit, let line = wrapping.line(text[(parts.end + 1)..<lineEnd]),
        line.source == head.source
      else { break }
      plain.append(wrapping.plain(line, in: &part))
      isSplit = line.isSplit
      parts.end = lineEnd
      parts.count += 1
    }
    return parts
  }

  /// The source's next lines, if no other source's are between and the limit allows, so that a decision holds
  /// for the record as for the whole log.
  private func rest(of text: ByteSlice, from start: Int, _ source: ByteSlice, within limit: Int) -> ByteSlice
  {
    guard start < text.count else { return ByteSlice("") }
    let end = Self.end(ofLineAt: start, text)
    guard end <= limit, let line = wrapping.line(text[start..<end]), line.source == source else {
      return ByteSlice("")
    }
    return wrapping.plain(line, in: &next)
  }

  /// - Parameter before: the previous line, or nil.
  func surelyBegins(_ line: ByteSlice, after before: ByteSlice?) -> Bool {
    guard let read = wrapping.line(line) else { return true }
    // Its other parts are unknown here.
    if read.isSplit { return false }
    if let before, let part = wrapping.line(before), part.isSplit { return false }
    let plain = wrapping.plain(read, in: &this)
    return RecordGatherer.mayBegin(plain, .traces) && !TraceLines.mayBelong(plain)
      && isBeginning(plain, isTrace: false)
  }

  /// A trace begins a record only after a trace.
  private func isBeginning(_ line: ByteSlice, isTrace: Bool) -> Bool {
    if !line.isEmpty, line[0] == UInt8(ascii: "{") { return true }
    return beginnings.isBeginning(line) || isTrace && TraceParser().isBeginning(line)
  }

  private static func end(ofLineAt index: Int, _ text: ByteSlice) -> Int {
    text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count
  }

  /// The record as the collector would have written it, perhaps with line feeds; valid until the next one.
  func joined(_ text: ByteSlice, from start: Int, firstEnd end: Int) -> ByteSlice {
    record.removeAll()
    guard let head = wrapping.line(text[start..<end]) else { return record.slice }
    // Up to the text, then the text; Docker's members after the text come last.
    record.append(text[start..<(end - head.rest.count)])
    var isSplit = head.isSplit
    var index = end + 1
    while index < text.count {
      let lineEnd = Self.end(ofLineAt: index, text)
      if let line = wrapping.line(text[index..<lineEnd]) {
        if wrapping != .docker, !isSplit { record.append(UInt8(ascii: "\n")) }
        record.append(line.text)
        isSplit = line.isSplit
      }
      index = lineEnd + 1
    }
    record.append(head.rest)
    return record.slice
  }
}
