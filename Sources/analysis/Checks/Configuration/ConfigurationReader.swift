internal import Engine
internal import RuleLanguage
internal import ErrorStreams
internal import Records
internal import Source

/// Unknown keys, codes, levels and options are errors.
struct ConfigurationReader {
  let codes: CodeList

  /// Further unknown codes are not compared with all that there are.
  private static let mostSuggestions = 100

  func read(_ root: Node, into configuration: inout Configuration, _ diagnostics: inout Diagnostics) {
    guard let section = Section(root, "a configuration", keys: Configuration.keys, in: &diagnostics) else {
      return
    }
    checkVersion(section, &diagnostics)
    for member in section.mapping("levels", of: "codes to levels", in: &diagnostics) {
      readLevel(member, into: &configuration, &diagnostics)
    }
    for member in section.mapping("options", of: "codes to options", in: &diagnostics) {
      readOptions(member, into: &configuration, &diagnostics)
    }
    for element in section.list("exclude", of: "paths", in: &diagnostics) {
      guard let path = element.string, !path.isEmpty, !path.hasPrefix("/"), !path.hasPrefix("..") else {
        diagnostics.report(
          Diagnostic(
            "wrong-value", .error, "Write a path inside this file's folder, such as legacy/*.",
            at: element.range))
        continue
      }
      configuration.exclude(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }
    for member in section.mapping("fail-on", of: "commands to expressions", in: &diagnostics) {
      readGates(member, into: &configuration, &diagnostics)
    }
    configuration.streams = paths(section["stream"], "a stream such as errors.ndjson", &diagnostics)
    configuration.suites = paths(section["suites"], "a suite, or a folder of suites", &diagnostics)
    readInput(section, into: &configuration, &diagnostics)
    configuration.layers = layers(section, &diagnostics)
  }

  private func layers(_ section: Section, _ diagnostics: inout Diagnostics) -> [Named] {
    section.list("layers", of: "layers", in: &diagnostics).compactMap { element in
      if case .integer(let tries) = element.content, (1...Int64(StackedTries.most)).contains(tries) {
        return Named("\(tries)", at: element.range)
      }
      guard let path = element.string, !path.isEmpty else {
        diagnostics.report(
          .wrongType(element, expected: "a rule file, or a number of tries from 1 to \(StackedTries.most)"))
        return nil
      }
      return Named(path, at: element.range)
    }
  }

  /// A text, or a list of texts.
  private func paths(_ node: Node?, _ what: String, _ diagnostics: inout Diagnostics) -> [Named] {
    guard let node else { return [] }
    let elements = node.elements ?? [node]
    if elements.isEmpty {
      diagnostics.report(
        .wrongValue(node, "This list is empty. Write the path of \(what), or delete the key."))
    }
    return elements.compactMap { element in
      guard let path = element.string, !path.isEmpty else {
        diagnostics.report(.wrongType(element, expected: "the path of \(what)"))
        return nil
      }
      return Named(path, at: element.range)
    }
  }

  private func readInput(
    _ section: Section, into configuration: inout Configuration, _ diagnostics: inout Diagnostics
  ) {
    guard let input = section.text("input", in: &diagnostics) else { return }
    guard section["stream"] != nil else {
      diagnostics.report(
        Diagnostic(
          "wrong-value", .error,
          "“input” says how to read “stream”, which this file does not have. Add it, or delete this.",
          at: input.range))
      return
    }
    let isMapping = [".yaml", ".yml", ".json"].contains { input.text.hasSuffix($0) }
    guard isMapping || FormatTable.names.contains(input.text) else {
      let question = Suggestion.question(for: input.text, among: FormatTable.names)
      let advice = question.isEmpty ? " errctl formats lists them." : question
      diagnostics.report(
        Diagnostic("wrong-value", .error, "There is no format “\(input.text)”.\(advice)", at: input.range))
      return
    }
    configuration.input = input
  }

  private func readGates(
    _ member: Node.Member, into configuration: inout Configuration, _ diagnostics: inout Diagnostics
  ) {
    let commands = Configuration.gatedCommands
    guard commands.contains(member.key) else {
      let question = Suggestion.question(for: member.key, among: commands)
      let advice = question.isEmpty ? " Write \(commands.joined(separator: " or "))." : question
      diagnostics.report(
        Diagnostic("unknown-key", .error, "“\(member.key)” has no “fail-on”.\(advice)", at: member.keyRange))
      return
    }
    guard let elements = member.value.elements else {
      diagnostics.report(.wrongType(member.value, expected: "a list of expressions such as [ changed > 0 ]"))
      return
    }
    for element in elements {
      guard let text = element.string, !text.isEmpty else {
        diagnostics.report(.wrongType(element, expected: "an expression such as changed > 0"))
        continue
      }
      configuration.add(Configuration.Gate(text: text, range: element.range), to: member.key)
    }
  }

  private func checkVersion(_ section: Section, _ diagnostics: inout Diagnostics) {
    guard let version = section["version"] else {
      if section.isWhole {
        let start = SourceRange(file: section.node.range.file, bytes: 0..<0)
        diagnostics.report(
          Diagnostic(
            "missing-version", .error, "This configuration has no version. Add “version: 1”.", at: start))
      }
      return
    }
    guard case .integer(1) = version.content else {
      diagnostics.report(
        Diagnostic(
          "unknown-version", .error, "This errctl reads version 1 of the configuration only. Write 1.",
          at: version.range))
      return
    }
  }

  private func readLevel(
    _ member: Node.Member, into configuration: inout Configuration, _ diagnostics: inout Diagnostics
  ) {
    guard let entry = entry(member, &diagnostics) else { return }
    guard let level = member.value.string.flatMap({ Level(rawValue: $0) }) else {
      let words = Level.allCases.map { $0.rawValue }
      let question = Suggestion.question(for: member.value.text, among: words)
      diagnostics.report(
        Diagnostic(
          "wrong-value", .error,
          "This is not a level.\(question.isEmpty ? " Write one of \(words.joined(separator: ", "))." : question)",
          at: member.value.range))
      return
    }
    guard entry.mayChangeLevel else {
      diagnostics.report(
        Diagnostic(
          "wrong-value", .error,
          "The level of “\(entry.code)” can't be changed, because the file can't be used as it is. Delete this.",
          at: member.keyRange))
      return
    }
    configuration.set(level, of: entry.code)
  }

  private func entry(_ member: Node.Member, _ diagnostics: inout Diagnostics) -> CodeList.Entry? {
    if let entry = codes.entry(member.key) { return entry }
    let isOneOfMany = diagnostics.all.count >= Self.mostSuggestions
    let question = isOneOfMany ? "" : codes.question(for: member.key)
    diagnostics.report(
      Diagnostic(
        "unknown-key", .error,
        "There is no code “\(member.key)”.\(question.isEmpty ? " errctl codes lists them." : question)",
        at: member.keyRange))
    return nil
  }

  private func readOptions(
    _ member: Node.Member, into configuration: inout Configuration, _ diagnostics: inout Diagnostics
  ) {
    guard let entry = entry(member, &diagnostics) else { return }
    let options = entry.page?.options ?? []
    guard let members = member.value.members else {
      diagnostics.report(
        Diagnostic(
          "wrong-type", .error, "Expected a mapping of options, found \(member.value.kindName).",
          at: member.value.range))
      return
    }
    for written in members {
      guard let option = options.first(where: { $0.name == written.key }) else {
        let names = options.map { $0.name }
        let has = names.isEmpty ? " It has no options." : " Its options are \(names.joined(separator: ", "))."
        let question = Suggestion.question(for: written.key, among: names)
        diagnostics.report(
          Diagnostic(
            "unknown-key", .error,
            "“\(written.key)” is not an option of “\(entry.code)”.\(question.isEmpty ? has : question)",
            at: written.keyRange))
        continue
      }
      guard let value = value(written.value, like: option.value) else {
        let expected =
          switch option.value {
          case .number: "a whole number of at least 1"
          case .duration: "a duration such as 15m"
          case .texts: "a list of texts"
          case .flag: "true or false"
          }
        diagnostics.report(
          Diagnostic(
            "wrong-type", .error, "Expected \(expected), found \(written.value.kindName).",
            at: written.value.range))
        continue
      }
      configuration.set(value, option.name, of: entry.code)
    }
  }

  private func value(_ node: Node, like option: OptionValue) -> OptionValue? {
    switch option {
    case .number:
      guard case .integer(let number) = node.content, let number = Int(exactly: number),
        Configuration.numbers.contains(number)
      else { return nil }
      return .number(number)
    case .duration:
      return node.string.flatMap { TimeSpan($0) }.map { .duration($0) }
    case .flag:
      if case .bool(let flag) = node.content { return .flag(flag) }
      return nil
    case .texts:
      guard let elements = node.elements else { return nil }
      let texts = elements.filter { $0.scalar != nil }.map { $0.text }
      return texts.count == elements.count ? .texts(texts) : nil
    }
  }
}
