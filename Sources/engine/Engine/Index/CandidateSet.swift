internal import Bytes

/// The candidate rules of a row by clause (or category), for iteration in evaluation order.
struct CandidateSet: ~Copyable {
  /// One bit for each candidate, and one for each that matches for certain.
  private var open: Buffer<UInt64>
  private var certain: Buffer<UInt64>
  /// The range of words that may have bits.
  private var low = 0
  private var high = -1

  init(count: Int) {
    open = Buffer(capacity: count / 64 + 1)
    certain = Buffer(capacity: count / 64 + 1)
    open.append(repeating: 0, count: count / 64 + 1)
    certain.append(repeating: 0, count: count / 64 + 1)
  }

  @inline(__always)
  var isEmpty: Bool { low > high }

  @inline(__always)
  mutating func removeAll() {
    while low <= high {
      open[low] = 0
      certain[low] = 0
      low &+= 1
    }
    (low, high) = (0, -1)
  }

  @inline(__always)
  mutating func insert(_ item: Int32, isCertain: Bool) {
    let word = Int(item &>> 6)
    let bit: UInt64 = 1 &<< UInt64(item & 63)
    open[word] |= bit
    if isCertain { certain[word] |= bit }
    low = isEmpty ? word : min(low, word)
    high = max(high, word)
  }

  @inline(__always)
  func isCertain(_ item: Int32) -> Bool { certain[Int(item &>> 6)] &>> UInt64(item & 63) & 1 != 0 }

  /// The first candidate, or the first after another one; -1 for none.
  @inline(__always)
  func next(after last: Int32) -> Int32 {
    let from = Int(last &+ 1)
    var word = max(low, from &>> 6)
    var wanted: UInt64 = word == from &>> 6 ? .max &<< UInt64(from & 63) : .max
    while word <= high {
      let left = open[word] & wanted
      if left != 0 { return Int32(word &<< 6 &+ left.trailingZeroBitCount) }
      wanted = .max
      word &+= 1
    }
    return -1
  }

  /// The last candidate, or the last before another one (-1: the last of all); -1 for none.
  @inline(__always)
  func previous(before first: Int32) -> Int32 {
    let end = first < 0 ? (high &+ 1) &<< 6 : Int(first)
    var word = min(high, (end &- 1) &>> 6)
    var wanted: UInt64 = word == end &>> 6 ? ~(.max &<< UInt64(end & 63)) : .max
    while word >= low {
      let left = open[word] & wanted
      if left != 0 { return Int32(word &<< 6 &+ 63 &- left.leadingZeroBitCount) }
      wanted = .max
      word &-= 1
    }
    return -1
  }
}
