/// The cheapest place first, and among equally cheap ones the first inserted.
struct CostQueue {
  private struct Entry {
    var cost: UInt64
    var order: Int
    var place: Int

    func isBefore(_ other: Entry) -> Bool { (cost, order) < (other.cost, other.order) }
  }

  private var heap: [Entry] = []
  private var inserted = 0

  mutating func insert(_ place: Int, cost: UInt64) {
    heap.append(Entry(cost: cost, order: inserted, place: place))
    inserted += 1
    var child = heap.count - 1
    while child > 0, case let parent = (child - 1) / 2, heap[child].isBefore(heap[parent]) {
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func popFirst() -> Int? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first.place }
    heap[0] = last
    var parent = 0
    while case let child = 2 * parent + 1, child < heap.count {
      let smaller = child + 1 < heap.count && heap[child + 1].isBefore(heap[child]) ? child + 1 : child
      guard heap[smaller].isBefore(heap[parent]) else { break }
      heap.swapAt(parent, smaller)
      parent = smaller
    }
    return first.place
  }
}
