package import Bytes
internal import Records
package import Source

package struct MappingFile {
  var diagnostics: Diagnostics
  /// The members of a record of text; nil where others may be in it.
  private var groups: [String]?
  /// The name of the format that the mapping is like.
  private var like: String?

  package static func read(name: String, bytes: [UInt8], limits: Limits, into diagnostics: inout Diagnostics)
    -> Mapping?
  {
    var file = MappingFile(diagnostics: diagnostics)
    defer { diagnostics = file.diagnostics }
    let reading = SourceReader(limits: limits).read(name: name, bytes: bytes, into: &file.diagnostics)
    guard let node = reading.node, let mapping = file.mapping(node), !file.diagnostics.hasErrors else {
      return nil
    }
    return mapping
  }

  private mutating func mapping(_ node: Node) -> Mapping? {
    guard let section = Section(node, "a mapping file", keys: Self.keys, advice: .none, in: &diagnostics)
    else { return nil }
    guard let version = section["mapping"] else {
      report("missing-key", "A mapping file needs its version. Add “mapping: 1” at the top.", at: node)
      return nil
    }
    guard case .integer(1) = version.content else {
      report(
        "unknown-version",
        "This is version \(version.text) of the mapping format. This errctl reads version 1.", at: version)
      return nil
    }
    guard let name = section.text("name", in: &diagnostics) else {
      if section["name"] == nil { report("missing-key", "This mapping has no name. Add “name”.", at: node) }
      return nil
    }
    var mapping = Mapping(name: name.text)
    mapping.summary = section.text("description", in: &diagnostics)?.text ?? ""
    let format = format(section)
    like = format?.name
    mapping.like = like
    mapping.replaces = replaced(by: name, section)
    if let skip = section["skip"] { mapping.skip = patterns(skip, needGroups: false) }
    if let text = section["text"] { mapping.text = self.text(text) }
    if let table = section["table"] { mapping.table = self.table(table) }
    if let table = section["table"], section["text"] != nil {
      report(
        "wrong-value", "A mapping reads lines (“text”) or rows (“table”). Remove one of the two.", at: table)
    }
    let text = format.map { $0.lines == nil ? $0.mapping.text : nil } ?? mapping.text
    groups = text.flatMap { Self.groups(of: $0) }
    for extraction in format?.mapping.extract ?? [] { addGroups(of: extraction.pattern) }
    if let extract = section["extract"] { mapping.extract = extractions(extract) }
    if let detect = section["detect"] { mapping.markers = markers(detect) }
    mapping.fields = fields(section["fields"])
    mapping.logMessage = paths(section["logMessage"], "logMessage")
    mapping.stack = paths(section["stack"], "stack")
    mapping.appleErrors = paths(section["appleErrors"], "appleErrors")
    mapping.request = paths(section["request"], "request")
    mapping.attributes = paths(section["attributes"], "attributes")
    mapping.drop = paths(section["drop"], "drop")
    mapping.keep = paths(section["keep"], "keep")
    mapping.language = section["language"].flatMap { path($0) }
    mapping.inner = section["inner"].flatMap { path($0) }
    if let chain = section["chain"] { mapping.chain = self.chain(chain) }
    if let errors = section["errors"] { mapping.errors = self.errors(errors) }
    if let completed = section["completed"] { mapping.completed = all(completed) }
    let keepsApart = section.flag("apart", otherwise: false, in: &diagnostics)
    if let format {
      mapping.takeRest(of: format.mapping, besides: section, keepsApart: keepsApart)
    } else if section["like"] == nil, section["fields"] == nil, section["chain"] == nil,
      section["logMessage"] == nil
    {
      report("missing-key", "This mapping does not fill any field. Add “fields” or “logMessage”.", at: node)
    }
    return mapping
  }

  /// A mapping has the name of a built-in format only if it says so.
  private mutating func replaced(by name: Named, _ section: Section) -> String? {
    let names = BuiltInFormats.all.map { $0.name }
    let replaced = section.text("replaces", in: &diagnostics)
    if let replaced, !names.contains(replaced.text) { reportUnknown(replaced, among: names) }
    let isOther = replaced?.text != name.text
    if ["errctl", "mixed"].contains(name.text) || isOther && names.contains(name.text) {
      let advice =
        names.contains(name.text)
        ? " Choose another name, or add “replaces: \(name.text)”." : " Choose another name."
      diagnostics.report(
        Diagnostic("wrong-value", .error, "“\(name.text)” is a built-in format.\(advice)", at: name.range))
    }
    return replaced?.text
  }

  private mutating func extractions(_ node: Node) -> [Mapping.Extraction] {
    var extractions: [Mapping.Extraction] = []
    for element in node.elements ?? [node] {
      guard
        let section = Section(element, "extract", keys: Self.extractKeys, advice: .none, in: &diagnostics)
      else { continue }
      for key in Self.extractKeys.names where section[key] == nil {
        report("missing-key", "This element of “extract” has no “\(key)”. Add it.", at: element)
      }
      let from = paths(section["from"], "from")
      guard let node = section["pattern"], let pattern = patterns(node, needGroups: true).first else {
        continue
      }
      addGroups(of: pattern)
      extractions.append(Mapping.Extraction(from: from, pattern: pattern))
    }
    return extractions
  }

  private mutating func addGroups(of pattern: String) {
    guard let known = groups else { return }
    groups = known + (TextPatterns.groups(of: pattern) ?? []).filter { !known.contains($0) }
  }

  private mutating func patterns(_ node: Node, needGroups: Bool) -> [String] {
    var patterns: [String] = []
    for element in node.elements ?? [node] {
      guard let expression = element.string else {
        diagnostics.report(.wrongType(element, expected: "a regular expression in quotes"))
        continue
      }
      if let fault = TextPatterns.fault(of: expression, needsGroups: needGroups) {
        let place = fault.range.map { ScalarOffsets(of: element).range(of: $0) } ?? element.range
        diagnostics.report(Diagnostic(fault.code, .error, fault.message, at: place))
      }
      patterns.append(expression)
    }
    return patterns
  }

  /// Nil if a pattern is invalid.
  private static func groups(of text: TextMapping) -> [String]? {
    var groups: [String] = []
    for expression in text.patterns + text.common {
      guard let names = TextPatterns.groups(of: expression) else { return nil }
      groups += names.filter { !groups.contains($0) }
    }
    if text.pairs != nil { groups.append(TextMapping.pairsMember) }
    return text.continued == .none ? groups : groups + [TextMapping.more]
  }

  private mutating func text(_ node: Node) -> TextMapping? {
    guard let section = Section(node, "text", keys: Self.textKeys, advice: .none, in: &diagnostics) else {
      return nil
    }
    var mapping = TextMapping(patterns: [], continued: .traces)
    let patterns = section["patterns"].map { $0.elements ?? [$0] } ?? []
    if patterns.isEmpty {
      report(
        "missing-key", "“text” has no pattern. Add “patterns” with named groups such as (?P<message>.*).",
        at: node)
    }
    if let node = section["patterns"] { mapping.patterns = self.patterns(node, needGroups: true) }
    let continuations = TextMapping.Continuation.allCases.map { $0.rawValue }
    if let word = section.word("continued", of: continuations, in: &diagnostics),
      let continued = TextMapping.Continuation(rawValue: word)
    {
      mapping.continued = continued
    }
    if let node = section["pairs"] {
      groups = Self.groups(of: mapping)
      mapping.pairs = path(node)
      groups = nil
    }
    if let node = section["prefixed"] { mapping.prefixed = prefixed(node, Self.groups(of: mapping)) }
    return mapping
  }

  /// The groups that tell which lines are of one record.
  private mutating func prefixed(_ node: Node, _ groups: [String]?) -> TextMapping.Prefixed? {
    guard let section = Section(node, "prefixed", keys: Self.prefixedKeys, advice: .none, in: &diagnostics)
    else { return nil }
    for key in ["same", "text"] where section[key] == nil {
      report(
        "missing-key",
        "“prefixed” has no “\(key)”. Name \(key == "same" ? "the groups that a record's lines share" : "the group of the program's text").",
        at: node)
    }
    self.groups = groups
    defer { self.groups = nil }
    let same = paths(section["same"], "same")
    guard let text = section["text"].flatMap({ path($0) }), !same.isEmpty else { return nil }
    let lines = section.word("lines", of: ["traces", "all"], in: &diagnostics)
    return TextMapping.Prefixed(same: same, text: text, joinsAll: lines == "all")
  }

  private mutating func table(_ node: Node) -> TableMapping? {
    guard let section = Section(node, "table", keys: Self.tableKeys, advice: .none, in: &diagnostics) else {
      return nil
    }
    var mapping = TableMapping()
    let separators = TableMapping.separators.map { $0.word }
    if let word = section.word("separator", of: separators, in: &diagnostics) {
      mapping.separator = TableMapping.separators.first { $0.word == word }?.byte
    }
    mapping.header = section.text("header", in: &diagnostics)?.text
    return mapping
  }

  private mutating func markers(_ node: Node) -> Mapping.Markers {
    // A list alone means `all`.
    if node.elements != nil { return Mapping.Markers(all(node)) }
    guard let section = Section(node, "detect", keys: Self.detectKeys, advice: .none, in: &diagnostics) else {
      return Mapping.Markers()
    }
    var markers = Mapping.Markers()
    if let node = section["all"] { markers.all = all(node) }
    if let node = section["any"] {
      let elements = node.elements ?? []
      if elements.contains(where: { $0.elements != nil }) {
        markers.any = elements.map { paths($0, "any") }
      } else {
        markers.any = [paths(node, "any")]
      }
    }
    markers.none = paths(section["none"], "none")
    return markers
  }

  private mutating func all(_ node: Node) -> [Mapping.Marker] {
    var markers: [Mapping.Marker] = []
    for element in node.elements ?? [node] {
      if element.members != nil {
        guard
          let section = Section(element, "a marker", keys: Self.markerKeys, advice: .none, in: &diagnostics),
          let path = section["path"].flatMap({ path($0) })
        else { continue }
        markers.append(Mapping.Marker(path, words(section["is"])))
      } else if let path = path(element) {
        markers.append(Mapping.Marker(path))
      }
    }
    return markers
  }

  private mutating func fields(_ node: Node?) -> [FieldMapping] {
    guard let node else { return [] }
    guard let members = node.members else {
      diagnostics.report(.wrongType(node, expected: "a mapping of a record's fields"))
      return []
    }
    let names = Field.allCases.filter { $0 != .attributes }.map { $0.name }
    var fields: [FieldMapping] = []
    for member in members {
      guard let field = Field.allCases.first(where: { $0.name == member.key && $0 != .attributes }) else {
        let question = Suggestion.question(for: member.key, among: names)
        diagnostics.report(
          Diagnostic(
            "unknown-key", .error, "“\(member.key)” is not a field of a recorded error.\(question)",
            at: member.keyRange))
        continue
      }
      if let mapping = self.field(field, member.value) { fields.append(mapping) }
    }
    return fields
  }

  private mutating func field(_ field: Field, _ node: Node) -> FieldMapping? {
    var mapping = FieldMapping(field)
    if node.members == nil {
      mapping.from = paths(node, field.name)
      return mapping
    }
    guard let section = Section(node, field.name, keys: Self.fieldKeys, advice: .none, in: &diagnostics)
    else { return nil }
    mapping.from = paths(section["from"], "from")
    if let word = section.text("as", in: &diagnostics) {
      let readings = ValueEncoding.allCases.filter { $0.fits(field) }
      mapping.reading = ValueEncoding(rawValue: word.text)
      if mapping.reading.map({ readings.contains($0) }) != true {
        let names = readings.map { $0.rawValue }
        diagnostics.report(
          Diagnostic(
            "wrong-value", .error,
            "“\(field.name)” can't be read as “\(word.text)”.\(Suggestion.question(for: word.text, among: names)) "
              + "Write one of \(names.joined(separator: ", ")).", at: word.range))
      }
    }
    if let formats = section["format"] { mapping.formats = timePatterns(formats, of: mapping) }
    if let values = section["values"] {
      guard let members = values.members else {
        diagnostics.report(.wrongType(values, expected: "a mapping from a record's words to their meanings"))
        return mapping
      }
      for member in members {
        guard let meant = word(member.value, of: field) else { continue }
        mapping.values.append(FieldMapping.Translation(found: member.key, meant: meant))
      }
    }
    mapping.fallback = section["default"].flatMap { word($0, of: field) }
    mapping.fallbackNeeds = section["where"].flatMap { path($0) }
    if section["from"] == nil, section["default"] == nil {
      report("missing-key", "“\(field.name)” has no source. Add “from” or “default”.", at: node)
    }
    return mapping
  }

  private mutating func timePatterns(_ node: Node, of field: FieldMapping) -> [String] {
    guard field.field == .time, field.reading == nil || field.reading == .time else {
      report(
        "wrong-value",
        "“format” is the layout of a time. Remove it, or use it for “time” without another “as”.", at: node)
      return []
    }
    var patterns: [String] = []
    for element in node.elements ?? [node] {
      guard let pattern = element.string else {
        diagnostics.report(
          .wrongType(element, expected: "a time's layout in quotes, such as '%Y-%m-%d %H:%M:%S'"))
        continue
      }
      if let fault = TimePattern.fault(of: pattern) {
        let place = ScalarOffsets(of: element).range(of: fault.range)
        diagnostics.report(Diagnostic("wrong-value", .error, fault.message, at: place))
      }
      patterns.append(pattern)
    }
    return patterns
  }

  /// Reports a word that is not a value of the field.
  private mutating func word(_ node: Node, of field: Field) -> String? {
    guard node.members == nil, node.elements == nil else {
      diagnostics.report(.wrongType(node, expected: "a word or a number"))
      return nil
    }
    let word = node.text
    let isGood: Bool
    switch ValueEncoding(of: field) {
    case .severity: isGood = Severity(name: word) != nil
    case .integer: isGood = Int64(word) != nil
    case .boolean: isGood = word == "true" || word == "false"
    case .time: isGood = Array(word.utf8).withUnsafeBytes { Timestamp(ByteSlice($0)) != nil }
    case .json: isGood = false
    default:
      switch field {
      case .platform: isGood = word == "darwin" || word == "linux"
      case .retryAfter: isGood = Array(word.utf8).withUnsafeBytes { TimeSpan(ByteSlice($0)) != nil }
      default: isGood = true
      }
    }
    guard isGood else {
      let names = field == .severity ? Severity.allCases.map { $0.name } : []
      let advice =
        switch field {
        case .severity: " Write one of \(names.joined(separator: ", "))."
        case .time: " Write a date and time such as 2026-11-21T01:41:19Z."
        case .retryAfter: " Write a duration such as 30s."
        default: ""
        }
      report(
        "wrong-value",
        "“\(word)” is not a valid \(field.name).\(Suggestion.question(for: word, among: names))\(advice)",
        at: node)
      return nil
    }
    return word
  }

  private mutating func chain(_ node: Node) -> Mapping.ChainMapping? {
    guard let section = Section(node, "chain", keys: Self.chainKeys, advice: .none, in: &diagnostics) else {
      return nil
    }
    let from = paths(section["from"], "from")
    var isRootFirst = false
    if let order = section.text("order", in: &diagnostics) {
      isRootFirst = order.text == "rootFirst"
      if !isRootFirst, order.text != "thrownFirst" {
        diagnostics.report(
          Diagnostic(
            "wrong-value", .error,
            "“\(order.text)” is not a value of “order”. Write rootFirst or thrownFirst.", at: order.range))
      }
    }
    if from.isEmpty { report("missing-key", "“chain” has no source. Add “from”.", at: node) }
    // Its fields are those of an exception.
    groups = nil
    var chain = Mapping.ChainMapping(
      from: from, isRootFirst: isRootFirst, qualifier: section.text("qualifier", in: &diagnostics)?.text,
      nested: section.text("nested", in: &diagnostics)?.text, fields(section["fields"]))
    chain.attribute = section.text("attribute", in: &diagnostics)?.text
    return chain
  }

  private mutating func errors(_ node: Node) -> Mapping.ErrorCondition {
    if node.string == "all" { return .all }
    guard let section = Section(node, "errors", keys: Self.errorKeys, advice: .none, in: &diagnostics) else {
      return Mapping.ErrorCondition()
    }
    var condition = Mapping.ErrorCondition()
    if let atLeast = section["atLeast"], let word = word(atLeast, of: .severity) {
      condition.atLeast = Severity(name: word)
    }
    if let or = section["or"] {
      condition.or = []
      for name in or.elements ?? [or] {
        guard let field = Field.allCases.first(where: { $0.name == name.text }) else {
          let question = Suggestion.question(for: name.text, among: Field.allCases.map { $0.name })
          report("wrong-value", "“\(name.text)” is not a field of a recorded error.\(question)", at: name)
          continue
        }
        condition.or.append(field)
      }
    }
    return condition
  }

  private mutating func paths(_ node: Node?, _ key: String) -> [String] {
    guard let node else { return [] }
    var paths: [String] = []
    for element in node.elements ?? [node] {
      if let path = path(element) { paths.append(path) }
    }
    if paths.isEmpty, node.elements != nil {
      report("wrong-value", "“\(key)” is empty. Write a path, or remove the key.", at: node)
    }
    return paths
  }

  private mutating func words(_ node: Node?) -> [String] {
    guard let node else { return [] }
    return (node.elements ?? [node]).compactMap { word($0) }
  }

  private mutating func path(_ node: Node) -> String? {
    guard let path = word(node) else { return nil }
    let parts = path.utf8.count { $0 == UInt8(ascii: ".") } + 1
    if parts > Mapping.mostParts {
      report(
        "wrong-value", "This path has \(parts) parts. Shorten it: a path has at most \(Mapping.mostParts).",
        at: node)
      return nil
    }
    let pairs = TextMapping.pairsMember
    if let groups, path != Mapping.wholeDocument, !groups.contains(path),
      !(groups.contains(pairs) && path.hasPrefix("\(pairs)."))
    {
      let isTrace = path == TextMapping.more
      report(
        "wrong-value",
        isTrace
          ? "With “\(like.map { "like: \($0)" } ?? "continued: none")” there is no “more”, because each line is a record of its own. Remove this path."
          : (like.map { "“like: \($0)” reads no member “\(path)”." } ?? "No pattern has a group “\(path)”.")
            + "\(Suggestion.question(for: path, among: groups)) "
            + "The \(like == nil ? "groups" : "members") are \(groups.joined(separator: ", ")).", at: node)
    }
    return path
  }

  private mutating func word(_ node: Node) -> String? {
    guard node.members == nil, node.elements == nil, !node.text.isEmpty else {
      diagnostics.report(.wrongType(node, expected: "a path such as error.type"))
      return nil
    }
    return node.text
  }

  mutating func report(_ code: String, _ message: String, at node: Node) {
    diagnostics.report(Diagnostic(code, .error, message, at: node.range))
  }
}
