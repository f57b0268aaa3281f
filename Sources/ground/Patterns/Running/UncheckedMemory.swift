// The one file with pointers. Everything else reaches memory through the types here.
//
// The pointers are safe because:
// - `ByteText` borrows the caller's bytes for the length of one call; no type stores one.
// - `Table` and `SparseSet` are not copyable, so one owner frees the memory once; their elements are plain
//   bits, so there is nothing to destroy. Memory is always initialized, up to the capacity.
// - `Apart` is not copyable either; its value is initialized exactly while it has memory.
// - Indices are checked in debug builds. In release builds they are not: every index comes from the automaton
//   itself (a state it numbered, a class below 256, an instruction of its program) or from a loop up to a
//   count. The fuzz target runs the release build under the address sanitizer.

package struct ByteText {
  private let start: UnsafePointer<UInt8>
  package let count: Int

  package init(_ buffer: UnsafeRawBufferPointer) {
    if let base = buffer.baseAddress {
      start = base.assumingMemoryBound(to: UInt8.self)
      count = buffer.count
    } else {
      start = StaticString("").utf8Start
      count = 0
    }
  }

  @inline(__always)
  package subscript(index: Int) -> UInt8 {
    assert(index >= 0 && index < count)
    return start[index]
  }

  /// The 16 bytes from `index` on, which must all be inside the text.
  @inline(__always)
  func vector(at index: Int) -> SIMD16<UInt8> {
    assert(index >= 0 && index + 16 <= count)
    return UnsafeRawPointer(start + index).loadUnaligned(as: SIMD16<UInt8>.self)
  }
}

/// A growable table of plain values with one owner.
struct Table<Element: BitwiseCopyable>: ~Copyable {
  private var storage: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count: Int

  init(capacity: Int = 16) {
    self.capacity = max(capacity, 1)
    storage = .allocate(capacity: self.capacity)
    count = 0
  }

  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    append(repeating: element, count: count)
  }

  deinit {
    storage.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  var byteCount: Int { byteCount(adding: 0) }

  func byteCount(adding added: Int) -> Int {
    (count + added > capacity ? max(count + added, capacity * 2) : capacity) * MemoryLayout<Element>.stride
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return storage[index]
    }
    set {
      assert(index >= 0 && index < count)
      storage[index] = newValue
    }
  }

  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    (storage + count).initialize(to: element)
    count += 1
  }

  mutating func reserve(_ wanted: Int) {
    if wanted > capacity { grow(to: wanted) }
  }

  @inline(__always)
  mutating func appendReserved(_ element: Element) {
    assert(count < capacity)
    (storage + count).initialize(to: element)
    count &+= 1
  }

  mutating func append(repeating element: Element, count added: Int) {
    if count + added > capacity { grow(to: count + added) }
    (storage + count).initialize(repeating: element, count: added)
    count += added
  }

  mutating func removeAll() { count = 0 }

  mutating func removeLast(_ removed: Int) {
    assert(removed >= 0 && removed <= count)
    count -= removed
  }

  mutating func fill(with element: Element) { storage.update(repeating: element, count: count) }

  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return storage[count]
  }

  /// Frees memory beyond `wanted` elements; the table must be empty.
  mutating func shrink(to wanted: Int) {
    precondition(count == 0)
    guard capacity > wanted, wanted > 0 else { return }
    storage.deallocate()
    storage = .allocate(capacity: wanted)
    capacity = wanted
  }

  private mutating func grow(to wanted: Int) {
    let larger = max(wanted, capacity * 2)
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    fresh.moveInitialize(from: storage, count: count)
    storage.deallocate()
    storage = fresh
    capacity = larger
  }
}

/// A value in memory of its own, which can be given back.
struct Apart<Value: ~Copyable>: ~Copyable {
  private var storage: UnsafeMutablePointer<Value>?

  init() { storage = nil }

  deinit {
    storage?.deinitialize(count: 1)
    storage?.deallocate()
  }

  var isEmpty: Bool { storage == nil }

  mutating func fill(_ value: consuming Value) {
    empty()
    let fresh = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    fresh.initialize(to: value)
    storage = fresh
  }

  mutating func empty() {
    storage?.deinitialize(count: 1)
    storage?.deallocate()
    storage = nil
  }

  /// The value; it must not be empty.
  var value: Value {
    @inline(__always)
    unsafeAddress { UnsafePointer(storage.unsafelyUnwrapped) }
    @inline(__always)
    unsafeMutableAddress { storage.unsafelyUnwrapped }
  }
}

/// A table's elements, while it neither grows nor ends, for use in a loop.
struct TableView<Element: BitwiseCopyable> {
  fileprivate let start: UnsafePointer<Element>
  fileprivate let count: Int

  @inline(__always)
  subscript(index: Int) -> Element {
    assert(index >= 0 && index < count)
    return start[index]
  }
}

extension Table {
  var view: TableView<Element> { TableView(start: storage, count: count) }
}

extension Table where Element: Comparable {
  mutating func sort() {
    guard count > 20 else {
      sortByInsertion()
      return
    }
    var elements = UnsafeMutableBufferPointer(start: storage, count: count)
    elements.sort()
  }

  /// Sorts few elements, or many that are nearly sorted.
  private mutating func sortByInsertion() {
    var sorted = 1
    while sorted < count {
      let element = storage[sorted]
      var place = sorted
      while place > 0, element < storage[place - 1] {
        storage[place] = storage[place - 1]
        place -= 1
      }
      storage[place] = element
      sorted += 1
    }
  }
}

extension Table where Element == UInt32 {
  /// Follows transitions from `state` at `position` while they lead to plain states, at most to `end`. One
  /// with its highest bit set is returned before its byte is taken; nil means `end`.
  @inline(__always)
  func walk(
    _ text: ByteText, classes: borrowing Table<UInt8>, state: inout UInt32, position: inout Int, end: Int
  ) -> UInt32? {
    assert(position >= 0 && position <= end && end <= text.count)
    let transitions = UnsafePointer(storage)
    let classOf = UnsafePointer(classes.storage)
    return text.withStart { bytes in
      var at = bytes + position
      let last = bytes + end
      var current = state
      defer {
        state = current
        position = at - bytes
      }
      while last - at >= 4 {
        let first = (transitions + Int(classOf[Int(at[0])]))[Int(current)]
        if Int32(bitPattern: first) < 0 { return first }
        let second = (transitions + Int(classOf[Int(at[1])]))[Int(first)]
        if Int32(bitPattern: second) < 0 {
          current = first
          at += 1
          return second
        }
        let third = (transitions + Int(classOf[Int(at[2])]))[Int(second)]
        if Int32(bitPattern: third) < 0 {
          current = second
          at += 2
          return third
        }
        let fourth = (transitions + Int(classOf[Int(at[3])]))[Int(third)]
        if Int32(bitPattern: fourth) < 0 {
          current = third
          at += 3
          return fourth
        }
        current = fourth
        at += 4
      }
      while at < last {
        let next = (transitions + Int(classOf[Int(at[0])]))[Int(current)]
        if Int32(bitPattern: next) < 0 { return next }
        current = next
        at += 1
      }
      return nil
    }
  }
}

extension ByteText {
  @inline(__always)
  fileprivate func withStart<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result { body(start) }
}

/// The lanes of a comparison that are true, in order.
struct Lanes {
  private var low: UInt64
  private var high: UInt64

  @inline(__always)
  init(_ mask: SIMDMask<SIMD16<Int8>>) {
    let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    low = words[0].littleEndian
    high = words[1].littleEndian
  }

  /// 16 if there is none.
  @inline(__always)
  var first: Int {
    low != 0 ? low.trailingZeroBitCount >> 3 : 8 &+ high.trailingZeroBitCount >> 3
  }

  @inline(__always)
  mutating func popFirst() -> Int? {
    if low != 0 {
      let lane = low.trailingZeroBitCount >> 3
      low &= ~(0xFF << UInt64(lane * 8))
      return lane
    }
    guard high != 0 else { return nil }
    let lane = high.trailingZeroBitCount >> 3
    high &= ~(0xFF << UInt64(lane * 8))
    return lane + 8
  }
}
