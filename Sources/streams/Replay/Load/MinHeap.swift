/// Elements whose first one is found at once; insertion and removal take logarithmic time.
struct MinHeap<Element> {
  private var elements: [Element] = []
  private let precedes: (Element, Element) -> Bool

  /// - Parameter precedes: a strict weak order.
  init(by precedes: @escaping (Element, Element) -> Bool) {
    self.precedes = precedes
  }

  var first: Element? { elements.first }
  var count: Int { elements.count }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0, case let parent = (place - 1) / 2, precedes(elements[place], elements[parent]) {
      elements.swapAt(place, parent)
      place = parent
    }
  }

  mutating func removeFirst() -> Element {
    elements.swapAt(0, elements.count - 1)
    let first = elements.removeLast()
    sinkFirst()
    return first
  }

  /// Call after the first element, an object, came to stand later in the order.
  mutating func sinkFirst() {
    var place = 0
    while case let left = 2 * place + 1, left < elements.count {
      let right = left + 1
      let child = right < elements.count && precedes(elements[right], elements[left]) ? right : left
      guard precedes(elements[child], elements[place]) else { return }
      elements.swapAt(place, child)
      place = child
    }
  }
}
