internal import Records
internal import Source

extension MappingFile {
  /// The built-in format that the key `like` names; nil without the key, or if its fault was reported.
  mutating func format(_ section: Section) -> StreamFormat? {
    guard let name = section.text("like", in: &diagnostics) else { return nil }
    let formats = BuiltInFormats.all
    guard let format = formats.first(where: { $0.name == name.text }) else {
      reportUnknown(name, among: formats.map { $0.name })
      return nil
    }
    for key in ["text", "table"] {
      guard let twice = section[key] else { continue }
      report("wrong-value", "“like” already defines how the log is split. Remove “\(key)”.", at: twice)
    }
    if let extract = section["extract"], format.container != nil {
      report(
        "wrong-value",
        "“extract” can't be used with “like: \(name.text)”, whose records are inside documents. Remove “extract”.",
        at: extract)
    }
    return format
  }

  mutating func reportUnknown(_ format: Named, among names: [String]) {
    let question = Suggestion.question(for: format.text, among: names)
    diagnostics.report(
      Diagnostic(
        "wrong-value", .error,
        "There is no built-in format “\(format.text)”.\(question) errctl formats lists them.",
        at: format.range))
  }
}

extension Mapping {
  /// Takes the keys that the mapping file lacks from the format that it is like. Fields are taken one by one, the format's
  /// extractions are added, and a group of the file's own that is named after a field is that field if nothing else is.
  mutating func takeRest(of format: Mapping, besides section: Section, keepsApart: Bool) {
    func take<Value>(_ key: String, _ member: WritableKeyPath<Mapping, Value>) {
      if section[key] == nil { self[keyPath: member] = format[keyPath: member] }
    }
    (text, table) = (format.text, format.table)
    take("skip", \.skip)
    take("detect", \.markers)
    take("logMessage", \.logMessage)
    take("stack", \.stack)
    take("appleErrors", \.appleErrors)
    take("chain", \.chain)
    take("inner", \.inner)
    take("request", \.request)
    take("attributes", \.attributes)
    take("drop", \.drop)
    take("keep", \.keep)
    take("errors", \.errors)
    take("completed", \.completed)
    if !keepsApart { failures = format.failures }
    let (own, ownExtract) = (fields, extract)
    fields = format.fields.map { field in own.first { $0.field == field.field } ?? field }
    fields += own.filter { field in !format.fields.contains { $0.field == field.field } }
    for name in ownExtract.flatMap({ TextPatterns.groups(of: $0.pattern) ?? [] }) {
      guard let field = Field.allCases.first(where: { $0.name == name && $0 != .attributes }),
        !fields.contains(where: { $0.field == field }), !logMessage.contains(name)
      else { continue }
      fields.append(FieldMapping(field, name))
    }
    // A member that a record has is kept, so the format's come first.
    extract = format.extract + ownExtract.filter { !format.extract.contains($0) }
  }
}
