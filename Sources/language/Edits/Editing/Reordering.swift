package import Source

/// The elements of a list in another order. Each takes the comments directly above and beside it along.
package struct Reordering {
  /// The elements that may change places with one another.
  ///
  /// No element leaves its paragraph, or passes a comment that stands apart. Where some elements have comments above them and
  /// others have not, a comment may be about all that follow, so an element with one stays.
  package let groups: [Range<Int>]
  private let file: SourceFile
  private let blocks: [Range<Int>]

  /// Nil if elements share lines, or where comments would be lost.
  package init?(_ list: Node) {
    guard let elements = list.elements, elements.count > 1,
      let first = WrittenPlace(elements[0].range)?.element, first.container.entries.count == elements.count
    else { return nil }
    let removals = elements.indices.map { Removal(place: first.sibling($0)) }
    file = first.file
    if first.container.isFlow {
      let entries = first.container.entries
      guard !entries.contains(where: { $0.hasComments }) else { return nil }
      blocks = entries.map { $0.start..<$0.end }
      groups = [elements.indices]
    } else {
      let lines = removals.compactMap { $0.ownLines }
      guard lines.count == elements.count else { return nil }
      let bytes = first.file.bytes
      blocks = lines.map { $0.lowerBound..<Self.withoutBreak($0, bytes) }
      groups = Self.groups(removals)
    }
    // An anchor has to stand before its aliases.
    guard blocks.allSatisfy({ !$0.isEmpty }), !first.container.entries.contains(where: { $0.value.hasNames })
    else { return nil }
  }

  private static func withoutBreak(_ lines: Range<Int>, _ bytes: [UInt8]) -> Int {
    var end = lines.upperBound
    while end > lines.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  private static func groups(_ elements: [Removal]) -> [Range<Int>] {
    let rest = elements.indices.dropFirst()
    let hasParagraphs = rest.contains { elements[$0].isApart } && !rest.allSatisfy { elements[$0].isApart }
    let commented = elements.map { $0.countOfOwnComments > 0 }
    let mayHaveTitles = commented.contains(true) && commented.contains(false)
    var groups: [Range<Int>] = []
    var start = 0
    func end(at index: Int) {
      if start < index { groups.append(start..<index) }
      start = index
    }
    for index in elements.indices {
      if elements[index].hasCommentApart || hasParagraphs && elements[index].isApart { end(at: index) }
      if mayHaveTitles, commented[index] {
        end(at: index)
        end(at: index + 1)
      }
    }
    end(at: elements.count)
    return groups
  }

  /// The edits after which `order[i]` stands at the place of element `i`.
  package func edits(_ order: [Int]) -> [SourceEdit] {
    order.enumerated().filter { $0.offset != $0.element }.map { place, element in
      SourceEdit(blocks[place], Array(file.bytes[blocks[element]]))
    }
  }
}

extension Removal {
  /// Whether an empty line stands above the entry and its comments.
  fileprivate var isApart: Bool {
    let comments = place.entry.leading
    let own = countOfOwnComments
    return own == 0 ? place.entry.hasBlankBefore : comments[comments.count - own].hasBlankBefore
  }

  fileprivate var hasCommentApart: Bool { countOfOwnComments < place.entry.leading.count }
}

extension WrittenNode {
  /// Whether a part of it has an anchor or is an alias.
  fileprivate var hasNames: Bool {
    if case .alias = content { return true }
    return anchor != nil || entries.contains { ($0.key?.hasNames ?? false) || $0.value.hasNames }
  }
}
