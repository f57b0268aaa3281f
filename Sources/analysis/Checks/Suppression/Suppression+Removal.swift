internal import Edits
internal import Source

extension Suppression {
  var removal: Patch? { comment ?? Removal.patch(of: WrittenPlace(place)) }

  /// The removal of the comment, with its line if nothing else is on it. Nil if the suppression is not a comment.
  private var comment: Patch? {
    let bytes = place.file.bytes
    let line = place.file.lineRange(place.start.line)
    let mark = Array("# errctl:".utf8)
    guard
      var start = bytes[line.lowerBound..<place.bytes.lowerBound].indices.last(where: {
        bytes[$0...].starts(with: mark)
      })
    else { return nil }
    while start > line.lowerBound, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    var end = line.upperBound
    // The same line may have another suppression.
    let next = (start + 1..<max(start + 1, end)).first {
      bytes[$0...].starts(with: mark) && $0 > place.bytes.lowerBound
    }
    if let next { return Patch(SourceRange(file: place.file, bytes: start..<next), "") }
    if start == line.lowerBound {
      if end < bytes.count, bytes[end] == 0x0D { end += 1 }
      if end < bytes.count, bytes[end] == 0x0A { end += 1 }
    }
    return Patch(SourceRange(file: place.file, bytes: start..<end), "")
  }
}
