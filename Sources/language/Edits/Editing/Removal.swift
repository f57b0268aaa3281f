package import Source

/// Removes an entry with its comments directly above and beside it, its comma or line, and emptied
/// containers.
package struct Removal {
  let place: WrittenPlace
  private var bytes: [UInt8] { place.file.bytes }

  /// Nil if that is not safe: comments around it may belong to something else, or it shares its line.
  package static func patch(of place: WrittenPlace?) -> Patch? {
    guard let place else { return nil }
    if place.container.entries.count == 1 { return patch(of: place.outer) }
    let removal = Removal(place: place)
    guard let range = place.container.isFlow ? removal.rangeInFlow : removal.rangeOfLines else { return nil }
    return Patch(SourceRange(file: place.file, bytes: range), "")
  }

  private var rangeInFlow: Range<Int>? {
    let entries = place.container.entries
    let index = place.index
    guard !place.entry.hasComments, place.entry.hasPlainStart else { return nil }
    if index + 1 < entries.count {
      guard entries[index + 1].leading.isEmpty, entries[index + 1].hasPlainStart else { return nil }
      return place.entry.start..<entries[index + 1].start
    }
    guard entries[index - 1].trailing.isEmpty, place.container.end.isEmpty else { return nil }
    return entries[index - 1].end..<place.entry.end
  }

  /// The lines of an entry of a block with the comments directly above; nil if it shares them.
  var ownLines: Range<Int>? {
    let entry = place.entry
    var start = lineStart(entry.start)
    let before = bytes[start..<entry.start].filter { $0 != 0x20 }
    guard before == (entry.key == nil ? [UInt8(ascii: "-")] : []) else { return nil }
    var end = nextLine(entry.end)
    for _ in 0..<entry.value.commentsAtEnd { end = nextLine(afterComment: end) }
    for _ in 0..<countOfOwnComments { start = lineStart(start - 1) }
    return start..<end
  }

  private var rangeOfLines: Range<Int>? {
    guard let lines = ownLines else { return nil }
    var (start, end) = (lines.lowerBound, lines.upperBound)
    // A new first entry comes directly below the key.
    while place.index == 0, end < bytes.count, isEmptyLine(end) { end = nextLine(end) }
    // Of two empty lines one stays.
    let isLast = end == bytes.count || place.index + 1 == place.container.entries.count
    if isLast || isEmptyLine(end) {
      while start > 0, isEmptyLine(lineStart(start - 1)) { start = lineStart(start - 1) }
    }
    return start..<end
  }

  var countOfOwnComments: Int {
    var isApart = place.entry.hasBlankBefore
    var count = 0
    for comment in place.entry.leading.reversed() where !isApart {
      count += 1
      isApart = comment.hasBlankBefore
    }
    return count
  }

  private func lineStart(_ offset: Int) -> Int {
    var start = max(offset, 0)
    if start > 0, start < bytes.count, bytes[start] == 0x0A, bytes[start - 1] == 0x0D { start -= 1 }
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start
  }

  private func nextLine(_ offset: Int) -> Int {
    let end = bytes.lineEnd(from: offset)
    return end + bytes.lineBreakLength(at: end)
  }

  private func nextLine(afterComment offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count, isEmptyLine(offset) { offset = nextLine(offset) }
    return nextLine(offset)
  }

  private func isEmptyLine(_ start: Int) -> Bool {
    start < bytes.count && bytes[start..<bytes.lineEnd(from: start)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}

extension WrittenEntry {
  fileprivate var hasPlainStart: Bool { (key ?? value).anchor == nil }
}

extension WrittenNode {
  fileprivate var commentsAtEnd: Int { end.count + (isFlow ? 0 : entries.last?.value.commentsAtEnd ?? 0) }
}
