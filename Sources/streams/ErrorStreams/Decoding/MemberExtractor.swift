internal import Bytes
internal import Patterns
internal import Records

/// Adds the members that a mapping extracts from texts of a document. It belongs to one thread.
final class MemberExtractor {
  let plan: MappingPlan
  private let extractors: [(extractor: Extractor, groups: [(name: [UInt8], number: Int)])]
  @exclusivity(unchecked) private var document = Buffer<UInt8>(capacity: 512)
  /// The document before, which is extended.
  @exclusivity(unchecked) private var earlier = Buffer<UInt8>()

  init(_ plan: MappingPlan) {
    self.plan = plan
    extractors = plan.extract.map { extraction in
      (
        extraction.pattern.makeExtractor(),
        extraction.pattern.groupNames.map { (Array($0.name.utf8), $0.group) }
      )
    }
  }

  /// Leaves the document with its new members on the mapper's tape. A member that it has already is kept. A text may be
  /// one of the members that were made before.
  func extend(_ mapper: inout Mapper, _ limits: Limits) {
    mapper.find(plan)
    document.removeAll()
    var added: [[UInt8]] = []
    for (extraction, read) in zip(plan.extract, extractors) {
      var text = text(of: extraction, mapper)
      if text == nil, !added.isEmpty {
        end(&mapper, limits)
        mapper.find(plan)
        swap(&document, &earlier)
        document.removeAll()
        added = []
        text = self.text(of: extraction, mapper)
      }
      guard let text, read.extractor.firstMatch(in: text.buffer) != nil else { continue }
      for (name, number) in read.groups where !added.contains(name) {
        guard let range = read.extractor.range(ofGroup: number), !range.isEmpty else { continue }
        let isThere = name.withUnsafeBytes { mapper.scanned.tape.member(ByteSlice($0), of: 0) != nil }
        if isThere { continue }
        if added.isEmpty { begin(mapper) }
        added.append(name)
        name.withUnsafeBytes { document.appendMember(ByteSlice($0), text[range], objectAt: 0) }
      }
    }
    if !added.isEmpty { end(&mapper, limits) }
  }

  private func end(_ mapper: inout Mapper, _ limits: Limits) {
    document.append("}")
    _ = mapper.scan(document.slice, limits)
  }

  /// The object without its end.
  private func begin(_ mapper: borrowing Mapper) {
    let object = mapper.scanned.tape.text(of: mapper.scanned.tape[0]).trimmed
    document.append(object[0..<(object.count - 1)].trimmedAtEnd)
  }

  private func text(of extraction: MappingPlan.ExtractionPlan, _ mapper: borrowing Mapper) -> ByteSlice? {
    for index in 0..<extraction.slots.count {
      guard let place = mapper.found.place(plan.lists[extraction.slots.first + index]) else { continue }
      switch mapper.scanned.tape[place].kind {
      case .string, .integer, .decimal: return mapper.scanned.tape.text(of: mapper.scanned.tape[place])
      case .null, .false, .true, .array, .object: continue
      }
    }
    return nil
  }
}

/// The extractors of one thread, by mapping.
final class MemberExtractors {
  private var extractors: [ObjectIdentifier: MemberExtractor] = [:]

  func extractor(of plan: MappingPlan) -> MemberExtractor {
    if let known = extractors[ObjectIdentifier(plan)] { return known }
    let made = MemberExtractor(plan)
    extractors[ObjectIdentifier(plan)] = made
    return made
  }
}
