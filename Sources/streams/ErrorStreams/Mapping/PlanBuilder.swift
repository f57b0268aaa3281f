internal import Bytes
internal import Patterns
internal import Records

/// The buffers of a plan, filled while its mapping is read.
struct PlanBuilder: ~Copyable {
  let arena: TextArena
  var paths: PathTree
  var lists = Buffer<Int32>()
  var translations = Buffer<MappingPlan.TranslationPlan>()
  var times = MappingPlan.Times()

  init() {
    arena = TextArena()
    paths = PathTree(arena)
  }

  mutating func list(_ names: [String]) -> MappingPlan.Span {
    let first = lists.count
    for name in names { lists.append(paths.slot(of: name)) }
    return MappingPlan.Span(first: first, count: names.count)
  }

  mutating func markers(_ markers: [Mapping.Marker]) -> [MappingPlan.MarkerPlan] {
    var plans: [MappingPlan.MarkerPlan] = []
    for marker in markers {
      let first = translations.count
      for value in marker.values {
        translations.append(
          MappingPlan.TranslationPlan(found: arena.text(value), meant: ByteSlice(""), severity: nil))
      }
      plans.append(
        MappingPlan.MarkerPlan(
          slot: paths.slot(of: marker.path),
          values: MappingPlan.Span(first: first, count: marker.values.count)))
    }
    return plans
  }

  mutating func markers(_ mapping: Mapping) -> MappingPlan.Markers {
    let all = markers(mapping.markers.all)
    let completed = markers(mapping.completed)
    let any = mapping.markers.any.map { list($0) }
    return MappingPlan.Markers(all: all, any: any, none: list(mapping.markers.none), completed: completed)
  }

  mutating func chain(_ mapping: Mapping.ChainMapping?) -> MappingPlan.Chain {
    let lists = list(mapping?.from ?? [])
    var paths = Buffer<ByteSlice>()
    let fields = (mapping?.fields ?? []).map { mapped in
      let first = paths.count
      for path in mapped.from { paths.append(arena.text(path)) }
      return field(mapped, MappingPlan.Span(first: first, count: mapped.from.count))
    }
    return MappingPlan.Chain(
      lists: lists, fields: fields, paths: paths, qualifier: arena.text(mapping?.qualifier ?? ""),
      nested: arena.text(mapping?.nested ?? ""), attribute: arena.text(mapping?.attribute ?? ""),
      isRootFirst: mapping?.isRootFirst ?? false)
  }

  mutating func extractions(_ extractions: [Mapping.Extraction]) -> [MappingPlan.ExtractionPlan] {
    extractions.compactMap { extraction in
      // An invalid one is reported when the mapping is read.
      guard let pattern = try? Pattern(expression: extraction.pattern) else { return nil }
      return MappingPlan.ExtractionPlan(slots: list(extraction.from), pattern: pattern)
    }
  }

  mutating func field(_ field: FieldMapping) -> MappingPlan.FieldPlan { self.field(field, list(field.from)) }

  private mutating func field(_ field: FieldMapping, _ slots: MappingPlan.Span) -> MappingPlan.FieldPlan {
    let first = translations.count
    for value in field.values {
      translations.append(
        MappingPlan.TranslationPlan(
          found: arena.text(value.found), meant: arena.text(MappingPlan.json(value.meant, of: field.field)),
          severity: field.field == .severity ? Severity(name: value.meant) : nil))
    }
    let firstPattern = times.patterns.count
    for format in field.formats {
      let parts = TimePattern.parts(of: format) ?? []
      times.patterns.append(MappingPlan.Span(first: times.parts.count, count: parts.count))
      for part in parts { times.parts.append(part) }
    }
    return MappingPlan.FieldPlan(
      field: field.field, reading: field.reading ?? ValueEncoding(of: field.field),
      formats: MappingPlan.Span(first: firstPattern, count: field.formats.count),
      key: arena.text("\"\(field.field.name)\":"), slots: slots,
      values: MappingPlan.Span(first: first, count: field.values.count),
      fallback: arena.text(field.fallback.map { MappingPlan.json($0, of: field.field) } ?? ""),
      fallbackSeverity: field.field == .severity ? field.fallback.flatMap { Severity(name: $0) } : nil,
      fallbackNeeds: field.fallbackNeeds.map { paths.slot(of: $0) } ?? -1)
  }
}
