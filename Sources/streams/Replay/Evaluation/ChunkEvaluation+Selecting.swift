internal import Engine
internal import Records
internal import Bytes
internal import ErrorStreams

extension ChunkEvaluation {
  /// Counts the last record as filtered if the selection does not include it.
  mutating func admits(at start: Int, _ count: Int) -> Bool {
    if selects, !isSelected(at: start) {
      lineCounts.filtered += 1
      if selection.usesTime, evaluator.time == nil { lineCounts.untimed += 1 }
      return false
    }
    guard isSelecting else { return true }
    lineCounts.records += 1
    if evaluator.isEvent { lineCounts.events += 1 }
    selected.append(SelectedRecord(start: start, count: count, time: evaluator.time?.microseconds ?? .min))
    if selection.count != nil { draws.append(draw(at: start)) }
    return false
  }

  /// Counts the last record, which says that an operation ended well, as filtered if it is outside the selected time.
  /// No filter applies to it: it is no error.
  mutating func admitsCompletion() -> Bool {
    guard selects, !selection.admits(time: evaluator.time) else { return true }
    lineCounts.filtered += 1
    if evaluator.time == nil { lineCounts.untimed += 1 }
    return false
  }

  private mutating func isSelected(at start: Int) -> Bool {
    let (position, index) = place(of: start)
    return selection.admits(&evaluator, stream: stream, position: position, index: index)
  }

  private func draw(at start: Int) -> UInt64 {
    let (position, index) = place(of: start)
    return selection.draw(stream: stream, position: position, index: index)
  }

  /// The line's offset in the stream, and the record's index within the line.
  private func place(of start: Int) -> (position: Int, index: Int) {
    guard let place = decodedPlace(lineCounts.lines) else { return (chunk.position + start, 0) }
    return (chunk.position + place.start, place.index)
  }
}
