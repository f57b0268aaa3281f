internal import Bytes
internal import Records
internal import Replay

extension ChunkTimes {
  mutating func code(with coder: inout ByteCoder) {
    coder.code(time: &clock)
    coder.code(moment: &earliestOther, or: .max)
    coder.code(ascending: &ascending)
    guard ascending.count > 0 else { return }
    let ends = [ascending[0], ascending[ascending.count - 1]]
    if !ends.allSatisfy(Timestamp.range.contains) { coder.fail() }
  }
}
