internal import Bytes
internal import Records
internal import JSONRPC
internal import Checks
internal import RuleLanguage
internal import Source
internal import Schemas

/// `textDocument/completion`: keys, words and names, each with what it means.
struct Completion {
  private enum Kind: Int {
    case property = 10
    case value = 12
    case `enum` = 13
    case snippet = 15
    case file = 17
    case reference = 18
    case constant = 21
    case event = 23
  }

  private struct Item {
    let label: String
    let kind: Kind
    var detail = ""
    var text = ""
    /// The inserted text; the label itself if nil.
    var insertion: String?
    /// Whether the item comes before all others.
    var isFirst = false
  }

  static func answer(_ params: Params, _ snapshot: Snapshot, _ schemas: SchemaPlaces) throws(ResponseError)
    -> Node
  {
    let document = try snapshot.document(params)
    let file = document.file
    guard let kind = DocumentKind(name: file.name) else { return .null }
    let position = try Position(params.params("position"))
    let offset = snapshot.client.encoding.offset(of: position, in: file)
    let isJSON = file.name.lowercased().hasSuffix(".json")
    let inComment = isJSON ? nil : suppression(file, at: offset)
    guard let place = inComment ?? CursorPlace(file.bytes, at: offset, isJSON: isJSON) else { return .null }
    let search = NameSearch(snapshot, withLastRoots: true)
    let names = search.names(in: file.name)
    let completion = Completion(
      kind: kind, place: place, names: names, schemas: schemas, list: snapshot.checker.codes, isJSON: isJSON,
      hasSnippets: snapshot.client.hasSnippets && !isJSON, isAlone: isAlone(offset, in: file),
      registry: snapshot.checker.registry,
      sample: snapshot.sampleWords(for: file.name),
      declaredCases: declaredCases(names, search.files),
      paths: CompletedPaths.paths(place, file, kind, snapshot.texts))
    let brace = inComment == nil && kind == .rules ? completion.openBrace() : nil
    let items =
      inComment != nil
      ? codesOfFindings(snapshot.checker.codes)
      : brace != nil ? completion.placeholders() : completion.items()
    let start = place.wordStart + (brace ?? 0)
    let end = wordEnd(offset, file, quote: brace == nil ? place.quote : nil)
    return .made([
      ("isIncomplete", .made(false)),
      (
        "items",
        .made(
          items.enumerated().map { index, item in
            completion.node(item, index, start..<max(offset, end), snapshot, file)
          }
        )
      ),
    ])
  }

  private let kind: DocumentKind
  private let place: CursorPlace
  private let names: [NameUse]
  private let schemas: SchemaPlaces
  private let list: CodeList
  private let isJSON: Bool
  private let hasSnippets: Bool
  /// Nothing but comments stands in other lines than the cursor's.
  private let isAlone: Bool
  private let registry: Registry
  private let sample: SampleWords
  /// The declared cases in the order of the files.
  private let declaredCases: [(type: String, name: String)]
  /// Where a path is written.
  private let paths: [String]?

  /// The place of a code in a comment that suppresses findings; nil elsewhere.
  private static func suppression(_ file: SourceFile, at offset: Int) -> CursorPlace? {
    let line = file.lineRange(file.position(of: offset).line)
    let before = String(
      decoding: file.bytes[line.lowerBound..<max(line.lowerBound, min(offset, line.upperBound))],
      as: UTF8.self)
    let mark = "# errctl: ignore "
    guard let found = before.ranges(of: mark).last else { return nil }
    let word = before[found.upperBound...]
    guard word.allSatisfy({ $0.isLetter || $0 == "-" }), !word.hasPrefix("-") else { return nil }
    var place = CursorPlace()
    place.word = String(word)
    place.wordStart = offset - word.utf8.count
    return place
  }

  private static func isAlone(_ offset: Int, in file: SourceFile) -> Bool {
    let own = file.position(of: offset).line
    return (1...file.lineCount).allSatisfy { number in
      let first = file.bytes[file.lineRange(number)].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
      return number == own || first == nil || first == UInt8(ascii: "#")
    }
  }

  private static func declaredCases(_ names: [NameUse], _ files: NamedFiles) -> [(type: String, name: String)]
  {
    names.filter { $0.kind == .type && $0.isDeclaration }.flatMap { type in
      let node = files.root(type.range.file.name)?["types"]?[type.name]
      return (node?["cases"]?.elements ?? []).map { (type.name, $0.text) }
    }
  }

  private static func codesOfFindings(_ codes: CodeList) -> [Item] {
    codes.all.filter { CodeList.isCheck($0.code) }.map {
      Item(label: $0.code, kind: .constant, text: $0.summary, insertion: $0.code)
    }
  }

  /// The offset in the word of a placeholder that is not closed yet; nil if there is none.
  private func openBrace() -> Int? {
    guard let path = place.valuePath, !path.contains(.key("when")), path.first != .key("matchers") else {
      return nil
    }
    let bytes = Array(place.word.utf8)
    guard let open = bytes.lastIndex(of: UInt8(ascii: "{")), !bytes[open...].contains(UInt8(ascii: "}"))
    else {
      return nil
    }
    let before = bytes[..<open].reversed().prefix { $0 == UInt8(ascii: "{") }.count
    guard before % 2 == 0 else { return nil }
    let inside = bytes[(open + 1)...]
    let spaces = inside.prefix { $0 == 0x20 }.count
    guard !inside.dropFirst(spaces).contains(0x20), !inside.contains(UInt8(ascii: "?")) else { return nil }
    return open + 1 + spaces
  }

  private func placeholders() -> [Item] {
    Subject.templatePaths(like: "").map { path in
      Item(label: path, kind: .value, detail: "placeholder", insertion: path)
    }
  }

  /// The end of the word around the cursor.
  private static func wordEnd(_ offset: Int, _ file: SourceFile, quote: UInt8?) -> Int {
    var end = offset
    while end < file.bytes.count {
      let byte = file.bytes[end]
      if byte == 0x0A || byte == 0x0D || byte == quote { break }
      if quote == nil, " \t,:]}[{#\"'".utf8.contains(byte) { break }
      end += 1
    }
    return end
  }

  private func items() -> [Item] {
    var items: [Item] = []
    if let path = place.keyPath { items += snippets(path) + keys(path) }
    if let path = place.valuePath {
      items += values(path)
      for word in schemas.words(at: path, in: kind) {
        items.append(Item(label: word.value.text, kind: .enum, text: word.text))
      }
    }
    var seen: Set<String> = []
    return items.filter { seen.insert($0.label).inserted }
  }

  /// Whole elements, where nothing of one is written yet.
  private func snippets(_ path: [CursorPlace.Step]) -> [Item] {
    guard hasSnippets, !place.isFlow, place.quote == nil, place.siblings.isEmpty, !path.isEmpty || isAlone
    else { return [] }
    return CompletedSnippet.all(at: path, in: kind).map {
      Item(label: $0.label, kind: .snippet, detail: $0.detail, insertion: $0.text)
    }
  }

  private func keys(_ path: [CursorPlace.Step]) -> [Item] {
    let written = Set(place.siblings)
    var items = schemas.keys(at: path, in: kind).filter { !written.contains($0.name) }.map { key in
      Item(
        label: key.name, kind: .property, detail: key.isRequired ? "required" : "",
        text: matcherText(key.name, path) ?? key.text, insertion: keyText(key.name, path),
        isFirst: key.isRequired)
    }
    // Names that are keys: of the codes and domains, for suppressions.
    if path.last == .key("suppress") {
      items += list.all.map {
        Item(label: $0.code, kind: .constant, text: $0.summary, insertion: keyText($0.code, nil))
      }
    }
    return items
  }

  /// The summary of a matcher with an example, which says more than the schema.
  private func matcherText(_ key: String, _ path: [CursorPlace.Step]) -> String? {
    guard kind == .rules, Self.isMatcher(path),
      let matcher = registry.matchers.first(where: { $0.key == key })
    else { return nil }
    let example = matcher.examples.first.map { "\n\nFor example `\($0.when)`." } ?? ""
    return matcher.summary + example
  }

  static func isMatcher(_ path: [CursorPlace.Step]) -> Bool {
    let nesting: Set<String> = ["all", "any", "not", "underlying", "rootCause", "inside"]
    var path = path[...]
    while let last = path.last {
      switch last {
      case .index: path = path.dropLast()
      case .key(let key) where nesting.contains(key): path = path.dropLast()
      case .key("when"): return true
      case .key: return path.count == 2 && path.first == .key("matchers")
      }
    }
    return false
  }

  /// A key with its colon, if the line needs one.
  private func keyText(_ key: String, _ path: [CursorPlace.Step]?) -> String {
    if isJSON { return place.quote == nil ? "\(key.json): " : key }
    if place.quote != nil { return key }
    return "\(key): "
  }

  private func values(_ path: [CursorPlace.Step]) -> [Item] {
    guard let key = path.last(where: { if case .key = $0 { true } else { false } }), case .key(let name) = key
    else { return [] }
    if let paths { return paths.map { Item(label: $0, kind: .file) } }
    var items: [Item] = []
    for (kind, owner) in Self.kinds(of: name, path, place, self.kind) {
      items += names(kind, owner: owner)
    }
    if Self.isMatcher(path.dropLast()) || Self.isMatcher(Array(path.prefix { $0 != key })) {
      for list in declared(.list) {
        items.append(Item(label: "$\(list.name)", kind: .reference, detail: "list"))
      }
      if name == "code" { items += codes() }
      if name == "domain" {
        items += CodeTable.builtInDomains.map { Item(label: $0, kind: .value, detail: "domain") }
      }
    }
    if name == "case", self.kind == .suite || Self.isMatcher(path.dropLast()) { items += cases() }
    return items + seen(name, path)
  }

  /// The cases: in a suite those of the type beside the cursor, in rules with their types.
  private func cases() -> [Item] {
    let last = place.values["type"]?.split(separator: ".").last.map(String.init)
    return declaredCases.filter { kind == .rules || $0.type == last }.map { type, name in
      Item(label: kind == .rules ? "\(type).\(name)" : name, kind: .constant, detail: "case of \(type)")
    }
  }

  /// The values that the sample stream has at such a place.
  private func seen(_ key: String, _ path: [CursorPlace.Step]) -> [Item] {
    func items(_ values: Set<String>, _ detail: String, isNumber: Bool = false) -> [Item] {
      values.sorted().map { value in
        let insertion = isNumber && Int(value) != nil ? value : nil
        return Item(label: value, kind: .value, detail: detail, insertion: insertion)
      }
    }
    let origins = sample.values["origin"] ?? []
    if kind == .rules, key == "origins" {
      let groups = origins.compactMap { origin in
        origin.lastIndex(of: ".").map { "\(origin[..<$0]).*" }
      }
      return items(origins.union(groups), "origin in the stream")
    }
    let isError = kind == .suite && path.contains { $0 == .key("error") || $0 == .key("errors") }
    let isMatcher = kind == .rules && path.contains { $0 == .key("when") || $0 == .key("matchers") }
    guard isError || isMatcher else {
      return kind == .rules && ["is", "reports"].contains(key)
        ? items(sample.values["type"] ?? [], "type in the stream") : []
    }
    switch key {
    case "type", "exactly": return items(sample.values["type"] ?? [], "type in the stream")
    case "domain", "event", "operation", "origin":
      return items(sample.values[key] ?? [], "\(key) in the stream")
    case "code":
      return items(sample.codes[place.values["domain"] ?? ""] ?? [], "code in the stream", isNumber: true)
    case "case":
      if isError { return items(sample.cases[place.values["type"] ?? ""] ?? [], "case in the stream") }
      let names = sample.cases.flatMap { type, names in
        names.map { "\(type.split(separator: ".").last ?? "").\($0)" }
      }
      return items(Set(names), "case in the stream")
    default: return []
    }
  }

  /// The kinds of names that a value may be.
  static func kinds(of key: String, _ path: [CursorPlace.Step], _ place: CursorPlace, _ kind: DocumentKind)
    -> [(NameUse.Kind, owner: String?)]
  {
    if kind == .suite {
      switch key {
      case "by", "rules": return [(.rule, nil)]
      case "responder", "path": return [(.responder, nil)]
      case "category": return [(.category, nil)]
      case "events": return [(.event, nil)]
      case "perform": return [(.action, nil)]
      case "use":
        return [
          (path.contains(.key("expect")) || path.contains(.key("expectations")) ? .expectation : .error, nil)
        ]
      case "error": return [(.error, nil)]
      case "expect": return [(.expectation, nil)]
      default: return []
      }
    }
    guard kind == .rules else { return [] }
    switch key {
    case "matcher": return [(.matcher, nil)]
    case "category": return [(.category, nil)]
    case "open": return [(.breaker, nil)]
    case "of": return [(.quota, nil)]
    case "present": return [(.alert, nil)]
    case "perform": return [(.action, nil)]
    case "parent", "from", "escalation", "responder": return [(.responder, nil)]
    case "event", "emit", "triggers": return [(.event, nil)]
    case "type", "is", "reports", "exactly": return [(.type, nil)]
    case "replaces": return [(.rule, nil)]
    case "code": return [(.code, place.values["domain"])]
    default: return []
    }
  }

  private func declared(_ kind: NameUse.Kind) -> [NameUse] {
    names.filter { $0.kind == kind && $0.isDeclaration }
  }

  private func names(_ kind: NameUse.Kind, owner: String?) -> [Item] {
    // Actions and types are declared by the app: those that are used somewhere.
    let isOpen = kind == .action || kind == .type || kind == .event
    return names.filter { use in
      use.kind == kind && (use.isDeclaration || isOpen) && use.name != place.word
        && (kind != .code || owner == nil || use.owner == owner)
    }.map { use in
      let label = self.kind == .suite && kind == .rule ? "\(use.owner ?? "")/\(use.name)" : use.name
      return Item(
        label: label, kind: kind == .event ? .event : kind == .code ? .constant : .reference,
        detail: use.owner.map { "\(kind.rawValue) of \($0)" } ?? kind.rawValue,
        text: use.whole.map { "```\(isJSON ? "json" : "yaml")\n\(Self.excerpt($0))\n```" } ?? "")
    }
  }

  /// The first lines of a declaration.
  static func excerpt(_ range: SourceRange) -> String {
    let lines = range.text.split(separator: "\n", omittingEmptySubsequences: false)
    let indent = range.start.column - 1
    let shown = lines.prefix(12).enumerated().map { index, line in
      index == 0 ? line : line.dropFirst(min(indent, line.prefix { $0 == " " }.count))
    }
    return shown.joined(separator: "\n") + (lines.count > 12 ? "\n…" : "")
  }

  /// The symbols of the domain beside the cursor, or of all built-in domains.
  private func codes() -> [Item] {
    let domain =
      place.values["domain"] ?? place.values["type"].flatMap { BridgedStruct.named($0) }.map { $0.domain }
    let tables = domain.map { [CodeTable.builtIn($0)].compactMap { $0 } } ?? CodeTable.builtIn
    return tables.flatMap { table in
      table.codes.sorted { $0.key < $1.key }.map { symbol, code in
        Item(
          label: symbol, kind: .constant, detail: "\(code.text) in \(table.domain)",
          text: CodeMeaning.text(of: symbol) ?? "")
      }
    }
  }

  private func node(_ item: Item, _ index: Int, _ range: Range<Int>, _ snapshot: Snapshot, _ file: SourceFile)
    -> Node
  {
    var text = item.insertion ?? item.label
    if item.insertion == nil, place.quote == nil, isJSON {
      text = item.label.json
    } else if item.insertion == nil, place.quote == nil, Self.needsQuotes(item.label) {
      text = item.label.json
    }
    let order = String(index + 10_000 + (item.isFirst ? 0 : 10_000))
    var members: [(key: String, value: Node)] = [
      ("label", .made(item.label)), ("kind", .made(item.kind.rawValue)), ("sortText", .made(order)),
      ("filterText", .made(item.label)),
      ("textEdit", .made([("range", snapshot.node(range, in: file)), ("newText", .made(text))])),
    ]
    if item.kind == .snippet { members.append(("insertTextFormat", .made(2))) }
    if !item.detail.isEmpty { members.append(("detail", .made(item.detail))) }
    if !item.text.isEmpty {
      members.append(("documentation", .made([("kind", .made("markdown")), ("value", .made(item.text))])))
    }
    return .made(members)
  }

  /// A text that YAML would read as something else.
  private static func needsQuotes(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return true }
    return "*&!|>%@`\"'#,[]{}?:-".unicodeScalars.contains(first) && text != "-"
      || text.contains(": ") || text.contains(" #") || text.hasSuffix(":")
  }
}
