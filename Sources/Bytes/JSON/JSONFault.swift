/// Why a text is not JSON, and where.
package struct JSONFault: Error, BitwiseCopyable, Sendable, Equatable {
  package enum Kind: UInt8, BitwiseCopyable, Sendable, CaseIterable {
    case empty
    case byteOrderMark
    case unexpectedEnd
    case expectedValue
    case expectedKey
    case expectedColon
    case expectedCommaInArray
    case expectedCommaInObject
    case trailingComma
    case trailingText
    case singleQuote
    case comment
    case notFinite
    case unknownWord
    case plusSign
    case leadingZero
    case missingDigits
    case lineBreakInString
    case controlCharacter
    case unknownEscape
    case badUnicodeEscape
    case loneSurrogate
    case invalidUTF8
    case unclosedString
    case textTooLong
    case tooDeep
    case tooManyValues
  }

  /// What is wrong.
  package let kind: Kind
  /// The byte of the text where it is wrong.
  package let offset: Int

  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// What was being read, which decides the limits that held.
  package enum Subject: BitwiseCopyable, Sendable {
    case record
    case ruleFile
  }

  /// The name of the limit that was exceeded, or nil where the fault is not a limit.
  package func limitName(of subject: Subject) -> String? {
    switch (kind, subject) {
    case (.tooDeep, .record): "record-depth"
    case (.tooDeep, .ruleFile): "rule-file-depth"
    case (.tooManyValues, .record): "record-values"
    case (.tooManyValues, .ruleFile): "rule-file-nodes"
    case (.textTooLong, .record): "record-bytes"
    case (.textTooLong, .ruleFile): "rule-file-bytes"
    default: nil
    }
  }

  /// The message with the limit that was exceeded, where one was.
  package func message(of subject: Subject, limits: Limits) -> String {
    guard let name = limitName(of: subject) else { return kind.message }
    return kind.message + " " + limits.hint(name)
  }
}

extension JSONFault.Kind {
  /// One sentence: what is wrong, and what to do.
  package var message: String {
    switch self {
    case .empty: "there is no JSON value here: write one"
    case .byteOrderMark: "a byte order mark stands before the text: save it as UTF-8 without one"
    case .unexpectedEnd: "the text ends before the value is complete: close what is open"
    case .expectedValue: "a value should stand here: a string, a number, true, false, null, [ or {"
    case .expectedKey: "a key should stand here: write it in double quotes"
    case .expectedColon: "a colon should stand between a key and its value: write \"key\": value"
    case .expectedCommaInArray: "a comma or ] should stand here: put a comma between elements"
    case .expectedCommaInObject: "a comma or } should stand here: put a comma between members"
    case .trailingComma: "a comma stands after the last element: delete it"
    case .trailingText: "more text follows the end of the value: a text holds one value, delete the rest"
    case .singleQuote: "JSON strings stand in double quotes: write \" instead of '"
    case .comment: "JSON has no comments: delete this one"
    case .notFinite: "JSON has no NaN and no Infinity: write a number, null or a string"
    case .unknownWord:
      "this word is no JSON value: put a string in double quotes, write true, false, null small"
    case .plusSign: "a JSON number has no plus sign: delete it"
    case .leadingZero: "a JSON number does not begin with 0 and another digit: delete the leading zero"
    case .missingDigits: "a digit should stand here: complete the number, such as 0.5 or 1e3"
    case .lineBreakInString:
      "a string ends on the line where it begins: close it, or write the line break as \\n"
    case .controlCharacter:
      "a control character stands in a string: write it as an escape, such as \\t or \\u001b"
    case .unknownEscape:
      "this escape does not exist: write \\\\ for a backslash (there are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u)"
    case .badUnicodeEscape: "four hexadecimal digits should follow \\u, such as \\u00e9: complete them"
    case .loneSurrogate: "half of a surrogate pair stands alone: write both halves, or the character itself"
    case .invalidUTF8: "these bytes are not UTF-8: save the text as UTF-8"
    case .unclosedString: "this string is never closed: put a double quote at its end"
    case .textTooLong: "the text is too long"
    case .tooDeep: "lists and mappings nest too deep here"
    case .tooManyValues: "there are too many values"
    }
  }
}
