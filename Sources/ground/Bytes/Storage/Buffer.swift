public import Synchronization

/// A growable array of plain values with a single owner: no copy on write, no reference counting, and no
/// allocation once it has its final size.
///
/// Memory safety: not copyable, so one owner frees the memory once; elements are `BitwiseCopyable`, so
/// nothing is destroyed; every index is checked.
@usableFromInline
package struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  // Inlined members need a type that inlined code may name.
  @usableFromInline var storage: UnsafeMutablePointer<Element>
  @usableFromInline package var capacity: Int
  @usableFromInline var used = 0
  @inlinable @inline(__always)
  package var count: Int { used }
  /// An atomic value has an address, so every owner of a buffer is borrowed in place. Without it, the
  /// compiler copies the whole owner, up to a thousand bytes, for many a call that only reads it.
  @usableFromInline let place = Atomic<UInt8>(0)

  @inlinable
  package init(capacity: Int = 16) {
    precondition(capacity > 0)
    self.capacity = capacity
    storage = .allocate(capacity: capacity)
  }

  @inlinable
  deinit {
    storage.deallocate()
  }

  @inlinable @inline(__always)
  package var isEmpty: Bool { count == 0 }

  @inlinable @inline(__always)
  package subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return storage[index]
    }
    set {
      precondition(index >= 0 && index < count)
      storage[index] = newValue
    }
  }

  @inlinable @inline(__always)
  package subscript(index: Index<Element>) -> Element {
    get { self[Int(index)] }
    set { self[Int(index)] = newValue }
  }

  @inlinable @inline(__always)
  package func element(at index: Index<Element>) -> Element? { index.isNone ? nil : self[index] }

  @inlinable @inline(__always) package var indices: IndexRange<Element> { .first..<endIndex }

  @inlinable @inline(__always)
  package var endIndex: Index<Element> { Index(Int32(truncatingIfNeeded: count)) }

  @inlinable @inline(__always) @discardableResult
  package mutating func append(_ element: Element) -> Index<Element> {
    if count == capacity { grow(to: count + 1) }
    storage[used] = element
    used &+= 1
    // Unchecked, so that it costs nothing if unused.
    return Index(Int32(truncatingIfNeeded: used &- 1))
  }

  /// Appends `count` elements from `source`, which must not lie in this buffer.
  @inlinable @inline(__always)
  package mutating func append(from source: UnsafePointer<Element>, count added: Int) {
    precondition(added >= 0)
    if count + added > capacity { grow(to: count + added) }
    (storage + count).update(from: source, count: added)
    used += added
  }

  @inlinable @discardableResult
  package mutating func append(contentsOf elements: some Collection<Element>) -> IndexRange<Element> {
    let first = endIndex
    reserve(count + elements.count)
    for element in elements { append(element) }
    return first..<endIndex
  }

  @inlinable @inline(__always)
  package mutating func append(repeating element: Element, count added: Int) {
    precondition(added >= 0)
    if count + added > capacity { grow(to: count + added) }
    var place = storage + used
    let end = place + added
    while place < end {
      place.pointee = element
      place += 1
    }
    used += added
  }

  @inlinable @inline(__always)
  package mutating func removeAll() {
    used = 0
  }

  @inlinable
  package mutating func removeFirst(_ removed: Int) {
    precondition(removed >= 0 && removed <= count)
    storage.update(from: storage + removed, count: count - removed)
    used -= removed
  }

  @inlinable @inline(__always)
  package mutating func removeLast(_ removed: Int) {
    precondition(removed >= 0 && removed <= count)
    used -= removed
  }

  @inlinable @inline(__always)
  package mutating func reserve(_ wanted: Int) {
    if wanted > capacity { grow(to: wanted) }
  }

  /// Lets `body` write up to `room` elements after the last one; it returns the number it wrote.
  @inlinable
  package mutating func append<Failure>(
    upTo room: Int, _ body: (UnsafeMutableBufferPointer<Element>) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    reserve(count + room)
    let added = try body(UnsafeMutableBufferPointer(start: storage + count, count: room))
    precondition(added >= 0 && added <= room)
    used += added
    return added
  }

  /// A pointer to the first element, valid until the buffer grows or ends.
  @inlinable @inline(__always)
  package var base: UnsafePointer<Element> { UnsafePointer(storage) }

  /// The first of ``capacity`` elements, written or not; valid until the buffer grows or ends.
  @inlinable @inline(__always)
  package var room: UnsafeMutablePointer<Element> { storage }

  /// Adopts elements written to ``room``: the first `wanted` ones, all of them written.
  @inlinable @inline(__always)
  package mutating func take(_ wanted: Int) {
    precondition(wanted >= 0 && wanted <= capacity)
    used = wanted
  }

  @inlinable
  mutating func grow(to wanted: Int) {
    let larger = max(wanted, capacity * 2)
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    fresh.update(from: storage, count: count)
    storage.deallocate()
    storage = fresh
    capacity = larger
  }
}

extension Buffer {
  /// Fills the buffer with `count` times -1. The first 48 are always written (the compiler makes a call of a
  /// loop that may run once), the others in eights, so that some may be written after the last.
  @inlinable @inline(__always)
  package mutating func reset(count: Int) {
    precondition(count >= 0 && MemoryLayout<Element>.stride == MemoryLayout<Int32>.stride)
    reserve(count &+ 48)
    let room = UnsafeMutableRawPointer(room)
    room.storeBytes(of: SIMD32(repeating: -1), as: SIMD32<Int32>.self)
    room.storeBytes(of: SIMD16(repeating: -1), toByteOffset: 128, as: SIMD16<Int32>.self)
    var written = 48
    while written < count {
      room.storeBytes(of: SIMD8(repeating: -1), toByteOffset: written &* 4, as: SIMD8<Int32>.self)
      written &+= 8
    }
    take(count)
  }
}

extension Buffer where Element == UInt8 {
  @inlinable @inline(__always)
  package mutating func append(_ slice: ByteSlice) {
    append(from: slice.start, count: slice.count)
  }

  @inlinable @inline(__always)
  package mutating func append(_ literal: StaticString) {
    append(ByteSlice(literal))
  }

  /// The bytes, valid until the buffer grows or ends.
  @inlinable @inline(__always)
  package var slice: ByteSlice { ByteSlice(start: base, count: count) }

  @inlinable package func slice(_ run: IndexRange<UInt8>) -> ByteSlice {
    slice(Int(run.startIndex)..<Int(run.endIndex))
  }

  /// The bytes in `range`, valid until the buffer grows or ends.
  @inlinable @inline(__always)
  package func slice(_ range: Range<Int>) -> ByteSlice { slice[range] }
}
