internal import Engine
internal import JSONRPC
internal import Checks
internal import RuleLanguage
internal import Source

/// `textDocument/hover`: what a key, a name, a rule or a code means.
struct Hover {
  private let snapshot: Snapshot
  private let schemas: SchemaPlaces
  private let document: Document
  private let kind: DocumentKind
  private let offset: Int
  private let search: NameSearch

  static func answer(_ params: Params, _ snapshot: Snapshot, _ schemas: SchemaPlaces) throws(ResponseError)
    -> Node
  {
    let document = try snapshot.document(params)
    guard let kind = DocumentKind(name: document.file.name) else { return .null }
    let position = try Position(params.params("position"))
    let hover = Hover(
      snapshot: snapshot, schemas: schemas, document: document, kind: kind,
      offset: snapshot.client.encoding.offset(of: position, in: document.file), search: NameSearch(snapshot))
    guard let (text, range) = hover.text() else { return .null }
    return .made([
      ("contents", .made([("kind", .made("markdown")), ("value", .made(text))])),
      ("range", snapshot.client.encoding.range(of: range)),
    ])
  }

  private func text() -> (String, SourceRange)? {
    guard let root = search.files.root(document.file.name) else { return nil }
    if let use = search.use(at: offset, in: document.file.name), let text = name(use, root) {
      return (text, use.range)
    }
    return walk(root, [])
  }

  // MARK: - Keys and values

  private func holds(_ range: SourceRange) -> Bool {
    range.bytes.lowerBound <= offset && offset < max(range.bytes.upperBound, range.bytes.lowerBound + 1)
  }

  private func walk(_ node: Node, _ path: [CursorPlace.Step]) -> (String, SourceRange)? {
    for member in node.members ?? [] {
      let inner = path + [.key(member.key)]
      if holds(member.keyRange) { return key(member, path, inner) }
      if holds(member.value.range) {
        if member.key == "code", let found = code(member.value, in: node) { return found }
        if member.key == "case", let found = codeCase(member.value) { return found }
        if kind == .configuration, path.isEmpty == false, let page = codePage(member.value.text) {
          return (page, member.value.range)
        }
        return walk(member.value, inner) ?? value(member.value, inner)
      }
    }
    for (index, element) in (node.elements ?? []).enumerated() where holds(element.range) {
      return walk(element, path + [.index(index)]) ?? value(element, path + [.index(index)])
    }
    return nil
  }

  private func key(_ member: Node.Member, _ path: [CursorPlace.Step], _ inner: [CursorPlace.Step]) -> (
    String, SourceRange
  )? {
    if path.last == .key("suppress") || kind == .configuration && path.count == 1,
      let page = codePage(member.key)
    {
      return (page, member.keyRange)
    }
    guard !schemas.isEmpty else { return nil }
    var text = schemas.text(of: schemas.schemas(at: inner, in: kind), in: kind)
    if kind == .rules, Completion.isMatcher(path),
      let matcher = snapshot.checker.registry.matchers.first(where: { $0.key == member.key })
    {
      text = Self.page(of: matcher)
    }
    let words = schemas.words(at: inner, in: kind).filter { !$0.value.text.isEmpty }
    if words.count > 1, words.count <= 12 {
      let list = words.map { word in
        "- `\(word.value.text)`\(word.text.isEmpty || word.text == text ? "" : ": \(word.text)")"
      }
      text += "\n\n\(list.joined(separator: "\n"))"
    }
    return text.isEmpty ? nil : ("**`\(member.key)`**\n\n\(text)", member.keyRange)
  }

  /// The words of a value that have texts of their own.
  private func value(_ node: Node, _ path: [CursorPlace.Step]) -> (String, SourceRange)? {
    guard node.members == nil, node.elements == nil else { return nil }
    let word = schemas.words(at: path, in: kind).first { $0.value.text == node.text && !$0.text.isEmpty }
    return word.map { ("**`\(node.text)`**\n\n\($0.text)", node.range) }
  }

  private static func page(of matcher: any MatcherPlugin) -> String {
    var lines = [matcher.summary]
    if let example = matcher.examples.first {
      lines.append("For example `\(example.when)`")
      lines += example.matches.prefix(2).map { "- matches `\($0)`" }
      lines += example.doesNotMatch.prefix(2).map { "- does not match `\($0)`" }
    }
    return lines.prefix(2).joined(separator: "\n\n")
      + (lines.count > 2 ? "\n\n" + lines.dropFirst(2).joined(separator: "\n") : "")
  }

  private func codePage(_ code: String) -> String? {
    guard let entry = snapshot.checker.codes.entry(code) else { return nil }
    let meaning = entry.page.map { "\n\n\($0.meaning)" } ?? ""
    return
      "**`\(code)`** (\(entry.level.rawValue))\n\n\(entry.summary)\(meaning)\n\nWhat to do: \(entry.advice)"
  }

  /// A number or a symbol of a domain's codes, in Swift's spelling or Objective-C's.
  private func code(_ node: Node, in mapping: Node) -> (String, SourceRange)? {
    let type = mapping["type"]?.string.flatMap { BridgedStruct.named($0) }
    let domain = mapping["domain"]?.string ?? type?.domain
    for element in node.elements ?? [node] where holds(element.range) {
      guard element.members == nil, element.elements == nil else { return nil }
      let tables = (domain.map { [$0] } ?? CodeTable.builtInDomains).compactMap { CodeTable.builtIn($0) }
      let found = tables.flatMap { table in
        Self.symbols(of: element.text, in: table, anyNumber: domain != nil).map { table.page(of: $0) }
      }
      return found.isEmpty ? nil : (found.joined(separator: "\n\n"), element.range)
    }
    return nil
  }

  private static func symbols(of text: String, in table: CodeTable, anyNumber: Bool) -> [String] {
    let exact = table.codes.filter { $0.key == text || anyNumber && "\($0.value.text)" == text }.keys.sorted()
    guard exact.isEmpty, anyNumber || text.contains("."),
      let symbol = BridgedStruct.all.first(where: { $0.domain == table.domain })?.symbol(of: text)
    else { return exact }
    return [symbol]
  }

  /// A case such as `CKError.zoneBusy`, which means a code.
  private func codeCase(_ node: Node) -> (String, SourceRange)? {
    for element in node.elements ?? [node] where holds(element.range) {
      guard let (type, member) = element.string.flatMap({ BridgedStruct.member($0) }),
        let symbol = type.symbol(of: member), let table = CodeTable.builtIn(type.domain)
      else { return nil }
      return (table.page(of: symbol), element.range)
    }
    return nil
  }

  // MARK: - Names

  private func name(_ use: NameUse, _ root: Node) -> String? {
    let found = search.occurrences(of: use, in: document.file.name)
    switch use.kind {
    case .rule: return rule(use, found)
    case .category: return category(use, found)
    case .type, .action: return nil
    case .code:
      guard let declaration = found.declarations.first?.whole else { return nil }
      return "`\(declaration.text)` in `\(found.declarations.first?.owner ?? "")`."
    case .responder: return responder(use, found)
    case .list, .matcher, .alert, .breaker, .quota, .error, .expectation:
      guard let declaration = found.declarations.first?.whole else { return nil }
      var text = "**\(use.kind.rawValue) `\(use.name)`**\n\n"
      if use.kind == .matcher, let node = search.files.root(declaration.file.name)?["matchers"]?[use.name] {
        text += "It matches if \(MatcherWords.text(of: node)).\n\n"
      }
      return text + "\(Self.block(declaration))\n\n\(uses(found))"
    case .event:
      let emitted = found.declarations.count
      let text = emitted == 0 ? "No rule emits it." : "Emitted in \(Self.count(emitted, "place"))."
      return "**event `\(use.name)`**\n\n\(text) \(uses(found))"
    }
  }

  private static func block(_ range: SourceRange) -> String {
    let language = range.file.name.lowercased().hasSuffix(".json") ? "json" : "yaml"
    return "```\(language)\n\(Completion.excerpt(range))\n```"
  }

  private static func count(_ number: Int, _ what: String) -> String {
    number == 1 ? "1 \(what)" : "\(number) \(what)s"
  }

  private func uses(_ found: NameSearch.Occurrences) -> String {
    let count = found.all.count { !$0.isDeclaration }
    return count == 0 ? "It is used nowhere." : "Used in \(Self.count(count, "place"))."
  }

  private func responder(_ use: NameUse, _ found: NameSearch.Occurrences) -> String? {
    guard let node = node(of: found.declarations.first, "responders", "id") else { return nil }
    var lines = ["**responder `\(use.name)`**"]
    if let text = node["description"]?.string { lines.append(text) }
    let rules = node["rules"]?.elements?.count ?? 0
    let parent = node["parent"]?.string.map { "It escalates to `\($0)`." } ?? "It names no parent."
    lines.append("\(Self.count(rules, "rule")). \(parent)")
    let origins = (node["origins"]?.elements ?? []).compactMap { $0.string }
    if !origins.isEmpty {
      lines.append("Errors from \(origins.map { "`\($0)`" }.joined(separator: ", ")) start here.")
    }
    return lines.joined(separator: "\n\n")
  }

  /// The element that a declaration names.
  private func node(of declaration: NameUse?, _ list: String, _ key: String) -> Node? {
    guard let declaration, let root = search.files.root(declaration.range.file.name) else { return nil }
    return root[list]?.elements?.first {
      $0[key]?.range.bytes.contains(declaration.range.bytes.lowerBound) ?? false
    }
  }

  private func category(_ use: NameUse, _ found: NameSearch.Occurrences) -> String? {
    var lines = ["**category `\(use.name)`**"]
    if let node = node(of: found.declarations.first, "categories", "name") {
      if let text = node["description"]?.string { lines.append(text) }
      if let when = node["when"] {
        lines.append("An error has it if \(MatcherWords.text(of: when)), and no earlier category matches.")
      } else {
        lines.append("No error has it by a matcher: a record names it.")
      }
    }
    let asking = found.all.filter { !$0.isDeclaration }.compactMap { rule(around: $0) }
    var seen: Set<String> = []
    let names = asking.filter { seen.insert($0).inserted }
    lines.append(
      names.isEmpty
        ? "No rule asks for it."
        : "Asked for by \(names.prefix(12).map { "`\($0)`" }.joined(separator: ", "))\(names.count > 12 ? " and \(names.count - 12) more" : "")."
    )
    return lines.joined(separator: "\n\n")
  }

  /// The rule in which a name is used.
  private func rule(around use: NameUse) -> String? {
    guard let root = search.files.root(use.range.file.name) else { return nil }
    for responder in root["responders"]?.elements ?? [] {
      guard responder.range.bytes.contains(use.range.bytes.lowerBound) else { continue }
      for key in ["rules", "events"] {
        for (index, rule) in (responder[key]?.elements ?? []).enumerated()
        where rule.range.bytes.contains(use.range.bytes.lowerBound) {
          return "\(responder["id"]?.text ?? "")/\(rule["id"]?.string ?? "#\(index + 1)")"
        }
      }
    }
    return nil
  }

  private func rule(_ use: NameUse, _ found: NameSearch.Occurrences) -> String? {
    guard let declaration = found.declarations.first, let owner = declaration.owner,
      let root = search.files.root(declaration.range.file.name),
      let responder = root["responders"]?.elements?.first(where: { $0["id"]?.string == owner })
    else { return nil }
    var lines = ["**rule `\(owner)/\(use.name)`**"]
    for key in ["rules", "events"] {
      let rules = responder[key]?.elements ?? []
      guard
        let place = rules.firstIndex(where: {
          $0["id"]?.range.bytes.contains(declaration.range.bytes.lowerBound) ?? false
        })
      else { continue }
      let rule = rules[place]
      if let text = rule["description"]?.string { lines.append(text) }
      lines.append("It matches if \(MatcherWords.text(of: rule["when"])).")
      let before = rules[..<place].enumerated().map { $1["id"]?.string ?? "#\($0 + 1)" }
      lines.append(
        before.isEmpty
          ? "It is the first rule of `\(owner)`."
          : "Before it: \(before.suffix(8).map { "`\($0)`" }.joined(separator: ", "))\(before.count > 8 ? " and \(before.count - 8) more" : "")."
      )
      if let worst = worstCase(declaration) { lines.append("Worst case: \(worst).") }
    }
    return lines.joined(separator: "\n\n")
  }

  /// The worst case of the rule's retries, if the rules have been compiled.
  private func worstCase(_ declaration: NameUse) -> String? {
    for (unit, state) in snapshot.units where unit.kind == .rules {
      guard let program = state.reading.compilation?.program else { continue }
      for (_, clause) in program.allClauses where clause.range.file.name == declaration.range.file.name {
        guard clause.range.bytes.contains(declaration.range.bytes.lowerBound) else { continue }
        if let text = RetryOutlook.text(of: clause, in: program) { return text }
      }
    }
    return nil
  }
}
