/// Finds those of many things that together leave nothing, as few as can be and the first ones rather than the last: by
/// halves, so that a few of many are found in few searches (Junker, QuickXplain, AAAI 2004).
struct Core<Element> {
  /// Whether some of them leave nothing.
  let isNone: ([Element]) -> Bool

  /// Those of all, which leave nothing.
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
