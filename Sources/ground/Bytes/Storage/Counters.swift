/// Counts by place. A ``Buffer``'s generic calls from other modules, once per record, are not specialized.
@usableFromInline
package struct Counters: ~Copyable {
  @usableFromInline var numbers: Buffer<Int>

  package init(count: Int = 0) {
    numbers = Buffer(capacity: max(1, count))
    numbers.append(repeating: 0, count: count)
  }

  @inlinable @inline(__always)
  package var count: Int { numbers.count }

  @inlinable @inline(__always)
  package subscript(place: Int) -> Int {
    get { numbers[place] }
    set { numbers[place] = newValue }
  }

  package mutating func append(_ number: Int) {
    numbers.append(number)
  }

  /// Adds the counts of another one of the same size, and resets those to zero.
  package mutating func take(_ other: inout Counters) {
    precondition(other.count == count)
    // Pointers, so that the loops are vectorized: all rules' counts are added after every chunk.
    let mine = numbers.room
    let theirs = other.numbers.room
    for place in 0..<count { mine[place] &+= theirs[place] }
    theirs.update(repeating: 0, count: count)
  }
}
