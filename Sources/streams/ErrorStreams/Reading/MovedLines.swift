internal import Bytes

/// Lines that a chunk has in another order than the stream: how far the numbers of a run of them are from those by their place.
struct MovedLines: ~Copyable {
  /// The index of its first line in the chunk, from 0, and the shift of its lines: in the order of the lines; a line before the
  /// first one is where it belongs.
  // A type of its own, private or not, is unknown to modules that hold a chunk: the compiler (6.3.1) fails there.
  private var runs = Buffer<SIMD2<Int>>()

  var isEmpty: Bool { runs.isEmpty }

  mutating func removeAll() { runs.removeAll() }

  /// Notes the shift of a line behind those noted so far, which the lines behind it share.
  mutating func note(_ shift: Int, from line: Int) {
    let last = runs.isEmpty ? 0 : runs[runs.count - 1].y
    if shift != last { runs.append(SIMD2(line, shift)) }
  }

  /// Appends those of a text that follows a number of lines.
  mutating func append(_ other: borrowing MovedLines, after lines: Int) {
    note(0, from: lines)
    for index in 0..<other.runs.count {
      note(other.runs[index].y, from: lines + other.runs[index].x)
    }
  }

  /// Moves those from a line on to an empty list for the text that begins there.
  mutating func moveAll(from line: Int, to rest: inout MovedLines) {
    rest.note(shift(of: line), from: 0)
    var kept = 0
    for index in 0..<runs.count {
      if runs[index].x < line {
        kept = index + 1
      } else {
        rest.note(runs[index].y, from: runs[index].x - line)
      }
    }
    runs.removeLast(runs.count - kept)
  }

  func shift(of line: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].x <= line { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? 0 : runs[low - 1].y
  }
}
