/// A set of small numbers that keeps insertion order and is cleared in constant time.
struct SparseSet: ~Copyable {
  private var members: Table<UInt32>
  private var places: Table<UInt32>
  private(set) var count = 0

  init(limit: Int) {
    members = Table(repeating: 0, count: limit)
    places = Table(repeating: 0, count: limit)
  }

  var byteCount: Int { members.byteCount + places.byteCount }

  @inline(__always)
  subscript(index: Int) -> UInt32 { members[index] }

  @inline(__always)
  func contains(_ number: UInt32) -> Bool {
    let place = Int(places[Int(number)])
    return place < count && members[place] == number
  }

  @inline(__always)
  mutating func insert(_ number: UInt32) -> Bool {
    guard !contains(number) else { return false }
    members[count] = number
    places[Int(number)] = UInt32(count)
    count += 1
    return true
  }

  mutating func removeAll() { count = 0 }
}
