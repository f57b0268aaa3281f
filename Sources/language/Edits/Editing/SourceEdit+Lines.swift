extension SourceEdit {
  /// The changes of whole lines that make one text of another.
  package static func changes(from old: [UInt8], to new: [UInt8]) -> [SourceEdit] {
    guard old != new else { return [] }
    let (before, after) = (LineChanges.lines(of: old), LineChanges.lines(of: new))
    return LineChanges.between(before, after).map { change in
      let start = change.old.lowerBound < before.count ? before[change.old.lowerBound].startIndex : old.count
      let end = change.old.isEmpty ? start : before[change.old.upperBound - 1].endIndex
      return SourceEdit(start..<end, after[change.new].flatMap { $0 })
    }
  }
}
