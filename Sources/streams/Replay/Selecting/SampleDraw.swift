/// Keeps a given number of the smallest draws.
struct SampleDraw {
  private let count: Int
  /// A heap with the greatest first.
  private var kept: [UInt64] = []
  private var isFull = false

  init(_ count: Int) { self.count = count }

  /// The greatest draw kept, or the maximum if all draws are kept.
  var bound: UInt64 { isFull ? kept[0] : .max }

  mutating func take(_ draw: UInt64) {
    guard kept.count == count else {
      kept.append(draw)
      var place = kept.count - 1
      while place > 0, case let parent = (place - 1) / 2, kept[place] > kept[parent] {
        kept.swapAt(place, parent)
        place = parent
      }
      return
    }
    isFull = true
    guard draw < kept[0] else { return }
    kept[0] = draw
    var place = 0
    while case let left = 2 * place + 1, left < kept.count {
      let child = left + 1 < kept.count && kept[left + 1] > kept[left] ? left + 1 : left
      guard kept[child] > kept[place] else { return }
      kept.swapAt(place, child)
      place = child
    }
  }
}
