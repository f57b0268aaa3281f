/// Converts libyaml's fault to a finding with advice, at the mistake, perhaps before where libyaml noticed
/// it.
struct YAMLSyntaxReport {
  private let file: SourceFile
  private let fault: YAMLFault
  private let text: YAMLSyntaxText

  static func diagnostic(of fault: YAMLFault, in file: SourceFile) -> Diagnostic {
    YAMLSyntaxReport(file: file, fault: fault, text: YAMLSyntaxText(file: file)).diagnostic
  }

  private var diagnostic: Diagnostic {
    let lineStart = text.lineStart(min(fault.offset, file.bytes.count))
    let space = text.noBreakSpace(in: lineStart..<file.lineEnd(after: lineStart))
    if let space, text.isOutsideQuotes(space.lowerBound) { return .noBreakSpace(range(space)) }
    return diagnosticOfProblem
  }

  private var diagnosticOfProblem: Diagnostic {
    switch fault.problem {
    case "found incompatible YAML document":
      newVersion
    case "control characters are not allowed":
      error("There is a control character here. Delete it, or write it as an escape in double quotes.")
    case "found unexpected end of stream", "found unexpected document indicator": unclosedQuote
    case "did not find expected ',' or ']'": unclosedFlow("]", "list")
    case "did not find expected ',' or '}'": unclosedFlow("}", "mapping")
    case "found character that cannot start any token": badStart
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      tab
    case "mapping values are not allowed in this context": unexpectedColon
    case "could not find expected ':'": missingColon
    case "did not find expected key": badIndentation
    case "did not find expected '-' indicator": badElement
    case "block sequence entries are not allowed in this context":
      error("A list can't begin here. Begin it on a line of its own below the key, or write [ ].")
    case "mapping keys are not allowed in this context":
      error("A key can't begin here. Begin it on a line of its own, or quote the ?.")
    case "did not find expected node content": missingValue
    case "did not find expected <document start>":
      error(
        "There is more text after the end of the document. Keep one mapping in the file, with its keys at the first column."
      )
    default: escapeOrProperty
    }
  }

  private var escapeOrProperty: Diagnostic {
    switch (fault.context, fault.problem) {
    case (_, "found unknown escape character"):
      error(
        "This escape does not exist. Write \\\\ for a backslash, or put the text in single quotes.",
        length: 2, related: "the text begins here")
    case (_, "did not find expected hexdecimal number"):
      escape("This escape is incomplete. Write all its digits, such as \\u00e9, or the character itself.")
    case (_, "found invalid Unicode character escape code"):
      escape("No character has this code, because YAML has no surrogate pairs. Write the character itself.")
    case ("while scanning a block scalar", _):
      error("Only a number, + or - may follow | or > on its line. Write the text on the next line.")
    case ("while scanning an alias", _):
      error("A value that begins with * is read as an alias. Put it in quotes.", atContext: true)
    case ("while scanning an anchor", _):
      error("A value that begins with & is read as an anchor. Put it in quotes.", atContext: true)
    case ("while scanning a tag", _), ("while parsing a tag", _), ("while parsing a node", _):
      error(
        "A value that begins with ! is read as a tag, which rule files can't have. Put it in quotes.",
        code: "tag-not-allowed", atContext: true)
    case ("while scanning a plain scalar", _):
      error("A colon is not allowed here. Put a space after it, or put the value in quotes.")
    default:
      error("This is not YAML (\(fault.problem)). Check the indentation and the quotes before it.")
    }
  }

  private func escape(_ message: String) -> Diagnostic {
    let start = max(fault.offset - 2, 0)
    return finding(message, at: start..<text.escapeEnd(fault.offset))
  }

  private var newVersion: Diagnostic {
    Diagnostic(
      "yaml-version", .error, "Rule files are YAML 1.2. Write %YAML 1.2, or delete the line.",
      at: range(fault.offset..<file.lineEnd(after: fault.offset)))
  }

  private var unclosedQuote: Diagnostic {
    let start = fault.contextOffset ?? fault.offset
    return finding(
      "This quoted text is never closed. Add the same quote at its end.",
      at: start..<file.lineEnd(after: start),
      related: [related("the text ends here", at: text.end(before: fault.offset))])
  }

  private func unclosedFlow(_ closing: String, _ name: String) -> Diagnostic {
    if let textAfterTemplate { return textAfterTemplate }
    let opening =
      fault.contextOffset.map { [related("the \(name) begins here", at: $0..<($0 + 1))] } ?? []
    let message =
      "Expected a comma or \(closing) here. Write a comma between elements, and close the \(name)."
    let end = text.end(before: fault.offset)
    guard end.lowerBound < fault.offset, text.isAtEnd(fault.offset) else {
      return finding(message, at: text.character(at: fault.offset), related: opening)
    }
    return finding(message, at: end, related: opening)
  }

  private var badStart: Diagnostic {
    guard fault.offset < file.bytes.count else { return escapeOrProperty }
    let character = text.character(at: fault.offset)
    if file.bytes[fault.offset] == 0x09 { return tab }
    let shown = SourceRange(file: file, bytes: character).text
    return error("A value can't begin with \(shown). Put it in quotes.")
  }

  private var tab: Diagnostic {
    error("There is a tab in the indentation. Indent with spaces.")
  }

  private var unexpectedColon: Diagnostic {
    if let missingSpaceAbove { return missingSpaceAbove }
    if text.hasKey(inLineBefore: fault.offset) {
      return error(
        "A line has one key. Write a mapping in braces, { key: value }, or put a text with a colon in quotes."
      )
    }
    return finding(
      "This key is read as part of the value above. Align it with its siblings, or end the line above at its colon.",
      at: text.lineIndentation(fault.offset)..<fault.offset)
  }

  private var missingColon: Diagnostic {
    let start = fault.contextOffset ?? fault.offset
    if let key = text.keyWithoutSpace(inLineOf: start) { return missingSpace(key, related: []) }
    let end = text.trimmedLineEnd(start)
    if fault.offset - start > 1_000, fault.offset <= end {
      return finding(
        "A key of more than 1,024 characters needs a ? before it. Shorten the key.", at: start..<end)
    }
    if let mark = ["//", "/*", "--", ";"].first(where: { file.bytes[start...].starts(with: $0.utf8) }) {
      return finding(
        "“\(mark)” begins no comment here. Write # in its place.", at: start..<(start + mark.utf8.count))
    }
    return finding(
      "This line has no colon. Write a key, a colon and a space, then the value.", at: start..<end)
  }

  private func missingSpace(_ key: Range<Int>, related: [Diagnostic.Related]) -> Diagnostic {
    Diagnostic(
      "missing-space-after-colon", .error,
      "“\(range(key).text)” is read as one word. Put a space after the colon.", at: range(key),
      related: related)
  }

  private var badElement: Diagnostic {
    textAfterTemplate ?? missingSpaceAbove
      ?? error(
        "This is not an element of the list above. Begin it with “- ” in the same column, or indent it like the keys above.",
        related: "the list begins here")
  }

  private var missingValue: Diagnostic {
    if text.byte(at: fault.offset) == UInt8(ascii: ":") { return missingKey }
    if let bracket = fault.bracket, text.isAtEnd(fault.offset), !text.character(at: bracket).isEmpty {
      let isList = text.byte(at: bracket) == UInt8(ascii: "[")
      let name = isList ? "list" : "mapping"
      return finding(
        "The file ends inside this \(name). Complete the \(name), and close it with \(isList ? "]" : "}").",
        at: text.end(before: fault.offset),
        related: [related("the \(name) begins here", at: bracket..<(bracket + 1))])
    }
    return error("Expected a value here. Write one, or quote this character if it is a text.")
  }

  private var missingKey: Diagnostic {
    error("A key is missing here. Write a key before the colon.", code: "empty-key")
  }

  /// The finding if the line above is one word with a colon in it, so that this line does not fit.
  private var missingSpaceAbove: Diagnostic? {
    text.keyWithoutSpace(inLineBefore: fault.offset).map { key in
      missingSpace(
        key, related: [related("the line that does not fit", at: text.character(at: fault.offset))])
    }
  }

  /// The finding if an unquoted template was read as a mapping with text after it.
  private var textAfterTemplate: Diagnostic? {
    text.template(before: fault.offset).map { braces in
      finding(
        "There is text after these braces, which are read as a mapping. For a template, put the whole value in quotes.",
        at: braces)
    }
  }

  private var badIndentation: Diagnostic {
    if let textAfterTemplate { return textAfterTemplate }
    if let missingSpaceAbove { return missingSpaceAbove }
    if text.followsQuote(fault.offset) {
      return error("There is text after a closing quote. Put the whole value in the quotes.")
    }
    switch text.byte(at: fault.offset) {
    case UInt8(ascii: ":"): return missingKey
    case UInt8(ascii: "-"):
      return error(
        "This element belongs to no list above. Align it with the other elements, below a key without a value."
      )
    default: break
    }
    return error(
      "This line belongs to no mapping above. Align it with its siblings.", related: "the mapping begins here"
    )
  }
}

extension YAMLSyntaxReport {
  private func range(_ bytes: Range<Int>) -> SourceRange { SourceRange(file: file, bytes: bytes) }

  private func related(_ message: String, at bytes: Range<Int>) -> Diagnostic.Related {
    Diagnostic.Related(message, at: range(bytes))
  }

  /// A finding at the character where libyaml stopped, or at the word where it began.
  private func error(
    _ message: String, code: String = "syntax-error", length: Int = 1, atContext: Bool = false,
    related: String? = nil
  ) -> Diagnostic {
    let context = fault.contextOffset
    var place = text.character(at: fault.offset)
    if length > 1, !place.isEmpty {
      place = place.lowerBound..<text.character(at: place.upperBound).upperBound
    }
    if atContext, let context { place = context..<text.wordEnd(context) }
    let others: [Diagnostic.Related]
    if let related, let context, context != fault.offset {
      others = [self.related(related, at: text.character(at: context))]
    } else {
      others = []
    }
    return Diagnostic(code, .error, message, at: range(place), related: others)
  }

  private func finding(_ message: String, at bytes: Range<Int>, related: [Diagnostic.Related] = [])
    -> Diagnostic
  {
    Diagnostic("syntax-error", .error, message, at: range(bytes), related: related)
  }
}

extension Diagnostic {
  static func noBreakSpace(_ place: SourceRange) -> Diagnostic {
    Diagnostic(
      "syntax-error", .error,
      "There is a no-break space here, which is not a space for YAML. Write a plain space.",
      at: place)
  }
}
