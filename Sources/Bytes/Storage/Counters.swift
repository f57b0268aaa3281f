/// Numbers that are counted up, by place. What a ``Buffer`` of them would do, yet without being generic: other modules
/// count once a record, and would call a buffer without knowing its element.
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

  /// Adds the numbers of another, which has as many, and sets those to nothing.
  package mutating func take(_ other: inout Counters) {
    precondition(other.count == count)
    // Pointers, which two loops of vectors come of: after every chunk all numbers of all rules are added.
    let mine = numbers.room
    let theirs = other.numbers.room
    for place in 0..<count { mine[place] &+= theirs[place] }
    theirs.update(repeating: 0, count: count)
  }
}
