/// Elements that together leave nothing, preferring early ones. Bisection needs few searches if the subset is
/// small (Junker, QuickXplain, AAAI 2004).
struct MinimalCore<Element> {
  let isNone: ([Element]) -> Bool

  func core(of all: [Element]) -> [Element] { core(of: all[...], given: [], isChanged: false) }

  private func core(of some: ArraySlice<Element>, given: [Element], isChanged: Bool) -> [Element] {
    if isChanged, isNone(given) { return [] }
    guard some.count > 1 else { return Array(some) }
    let middle = some.startIndex + some.count / 2
    let (first, last) = (some[..<middle], some[middle...])
    let ofLast = core(of: last, given: given + first, isChanged: true)
    let ofFirst = core(of: first, given: given + ofLast, isChanged: !ofLast.isEmpty)
    return ofFirst + ofLast
  }
}
