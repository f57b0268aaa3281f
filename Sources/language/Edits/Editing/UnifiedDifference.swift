/// The difference of two texts in the format of `diff -u`, with three lines of context.
package struct UnifiedDifference {
  private static let context = 3

  /// - Parameter isPatch: the names begin as those of git do, and a file without text is one that does not exist yet.
  package static func text(_ before: [UInt8], _ after: [UInt8], name: String, isPatch: Bool = false) -> String
  {
    guard before != after else { return "" }
    let old = LineChanges.lines(of: before)
    let new = LineChanges.lines(of: after)
    let changes = LineChanges.between(old, new)
    var text =
      isPatch
      ? "--- \(before.isEmpty ? "/dev/null" : "a/\(name)")\n+++ b/\(name)\n" : "--- \(name)\n+++ \(name)\n"
    var index = 0
    while index < changes.count {
      var end = index + 1
      while end < changes.count, changes[end].old.lowerBound - changes[end - 1].old.upperBound <= 2 * context
      {
        end += 1
      }
      text += hunk(Array(changes[index..<end]), old, new)
      index = end
    }
    return text
  }

  private static func hunk(_ changes: [LineChange], _ old: [Line], _ new: [Line]) -> String {
    guard let first = changes.first, let last = changes.last else { return "" }
    let before = min(context, first.old.lowerBound)
    let after = min(context, old.count - last.old.upperBound)
    let oldRange = (first.old.lowerBound - before)..<(last.old.upperBound + after)
    let newRange = (first.new.lowerBound - before)..<(last.new.upperBound + after)
    var text = "@@ -\(lineRange(oldRange)) +\(lineRange(newRange)) @@\n"
    var offset = oldRange.lowerBound
    for change in changes {
      for line in old[offset..<change.old.lowerBound] { text += " \(shown(line))" }
      for line in old[change.old] { text += "-\(shown(line))" }
      for line in new[change.new] { text += "+\(shown(line))" }
      offset = change.old.upperBound
    }
    for line in old[offset..<oldRange.upperBound] { text += " \(shown(line))" }
    return text
  }

  private static func lineRange(_ range: Range<Int>) -> String {
    switch range.count {
    case 0: "\(range.lowerBound),0"
    case 1: "\(range.lowerBound + 1)"
    default: "\(range.lowerBound + 1),\(range.count)"
    }
  }

  private static func shown(_ line: Line) -> String {
    let text = String(decoding: line, as: UTF8.self)
    return line.last == 0x0A ? text : "\(text)\n\\ No newline at end of file\n"
  }

  typealias Line = ArraySlice<UInt8>
}
