internal import Engine
internal import Records
internal import Bytes
internal import ErrorStreams
internal import Counting

extension ChunkRun {
  /// Counts the last record as filtered if the selection does not include it.
  mutating func admits(at start: Int, _ count: Int) -> Bool {
    if settings.selects, !isSelected(at: start) {
      counts.lines.filtered += 1
      if settings.selection.usesTime { noteFiltered(evaluator.time) }
      return false
    }
    guard settings.isSelecting else { return true }
    counts.lines.records += 1
    if evaluator.isEvent { counts.lines.events += 1 }
    selected.append(SelectedRecord(start: start, count: count, time: evaluator.time?.microseconds ?? .min))
    if settings.selection.count != nil { draws.append(draw(at: start)) }
    return false
  }

  /// Counts the last record, which says that an operation ended well, as filtered if it is outside the selected time.
  /// No filter applies to it: it is not an error.
  mutating func admitsCompletion() -> Bool {
    guard settings.selects, !settings.selection.admits(time: evaluator.time) else { return true }
    counts.lines.filtered += 1
    noteFiltered(evaluator.time)
    return false
  }

  private mutating func noteFiltered(_ time: Timestamp?) {
    guard let time else { return counts.lines.untimed += 1 }
    if !settings.selection.admits(time: time) { counts.lines.filteredTimes.note(time) }
  }

  private mutating func isSelected(at start: Int) -> Bool {
    let (position, index) = place(of: start)
    return settings.selection.admits(&evaluator, stream: stream, position: position, index: index)
  }

  private func draw(at start: Int) -> UInt64 {
    let (position, index) = place(of: start)
    return settings.selection.draw(stream: stream, position: position, index: index)
  }

  /// The line's offset in the stream, and the record's index within the line.
  private func place(of start: Int) -> (position: Int, index: Int) {
    guard let place = decodedPlace(counts.lines.lines) else { return (chunk.position + start, 0) }
    return (chunk.position + place.start, place.index)
  }
}
