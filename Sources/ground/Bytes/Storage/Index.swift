/// An index into a table of one element type: as small as its number, and of no use for other tables.
@usableFromInline package struct Index<Element>: BitwiseCopyable, Comparable, Hashable, Sendable {
  @usableFromInline package let raw: Int32

  @inlinable @inline(__always) package init(_ raw: Int32) { self.raw = raw }
  @inlinable @inline(__always) package init(_ place: Int) { raw = Int32(place) }
  /// ``nowhere`` for nil.
  @inlinable package init(_ place: Int?) { raw = place.map { Int32($0) } ?? -1 }

  @inlinable @inline(__always) package static var first: Index { Index(0 as Int32) }
  /// Other negative values are no places either. (Named `none`, it would be nil for an optional index.)
  @inlinable @inline(__always) package static var nowhere: Index { Index(-1 as Int32) }
  @inlinable @inline(__always) package var isNone: Bool { raw < 0 }

  @inlinable package var place: Int? { isNone ? nil : Int(raw) }

  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}

extension Index {
  @inlinable @inline(__always) package static func == (a: Index, b: Index) -> Bool { a.raw == b.raw }
  @inlinable @inline(__always) package static func < (a: Index, b: Index) -> Bool { a.raw < b.raw }
  @inlinable @inline(__always) package static func + (index: Index, distance: Int) -> Index {
    Index(index.raw + Int32(truncatingIfNeeded: distance))
  }
  @inlinable @inline(__always) package static func += (index: inout Index, count: Int) {
    index = index + count
  }
  @inlinable @inline(__always) package static func - (end: Index, start: Index) -> Int {
    Int(end) - Int(start)
  }
  @inlinable @inline(__always) package static func ..< (a: Index, b: Index) -> IndexRange<Element> {
    IndexRange(a, b)
  }
}

extension Int {
  @inlinable @inline(__always) package init<Element>(_ index: Index<Element>) { self = Int(index.raw) }
}
