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

  package let kind: Kind
  package let offset: Int

  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// The document being read, which selects the limits.
  package enum Subject: BitwiseCopyable, Sendable {
    case record
    case ruleFile
  }

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

  /// Whether more text could have completed the line to an object.
  package func isUnfinished(_ line: ByteSlice) -> Bool {
    guard !line.isEmpty, line[0] == UInt8(ascii: "{") else { return false }
    let rest = line[offset..<line.count]
    switch kind {
    case .unexpectedEnd, .unclosedString: return true
    case .missingDigits: return rest.isEmpty
    case .unknownWord:
      return ByteSlice("true").hasPrefix(rest) || ByteSlice("false").hasPrefix(rest)
        || ByteSlice("null").hasPrefix(rest)
    default: return false
    }
  }

  package func message(of subject: Subject, limits: Limits) -> String {
    guard let name = limitName(of: subject) else { return kind.message }
    return kind.message + " " + limits.hint(name)
  }
}

extension JSONFault.Kind {
  package var message: String {
    switch self {
    case .empty: "There is no JSON value. Write one."
    case .byteOrderMark:
      "A byte order mark is at the beginning of the text. Save the text as UTF-8 without one."
    case .unexpectedEnd:
      "The text ends before the value is complete. Close every open string, list and mapping."
    case .expectedValue: "Expected a value here: a string, a number, true, false, null, [ or {."
    case .expectedKey: "Expected a key here. Write it in double quotes."
    case .expectedColon: "Expected a colon between the key and its value. Write \"key\": value."
    case .expectedCommaInArray: "Expected a comma or ] here. Write a comma between elements."
    case .expectedCommaInObject: "Expected a comma or } here. Write a comma between members."
    case .trailingComma: "There is a comma after the last element. Delete it."
    case .trailingText:
      "There is more text after the end of the value. Delete everything after the first value."
    case .singleQuote: "JSON strings are written in double quotes. Write \" instead of '."
    case .comment: "JSON has no comments. Delete this one."
    case .notFinite: "JSON has no NaN and no Infinity. Write a number, null or a string."
    case .unknownWord:
      "This word is not a JSON value. Put strings in double quotes, and write true, false and null in lower case."
    case .plusSign: "A JSON number has no plus sign. Delete it."
    case .leadingZero: "A JSON number can't begin with 0 and another digit. Delete the leading zero."
    case .missingDigits: "Expected a digit here. Complete the number, such as 0.5 or 1e3."
    case .lineBreakInString:
      "A string must end on the line where it begins. Close it, or write the line break as \\n."
    case .controlCharacter:
      "There is a control character in this string. Write it as an escape, such as \\t or \\u001b."
    case .unknownEscape:
      "This escape does not exist. Write \\\\ for a backslash; the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u."
    case .badUnicodeEscape: "Expected four hexadecimal digits after \\u. Complete them, such as \\u00e9."
    case .loneSurrogate: "This is half of a surrogate pair. Write both halves, or the character itself."
    case .invalidUTF8: "These bytes are not UTF-8. Save the text as UTF-8."
    case .unclosedString: "This string is never closed. Add a double quote at its end."
    case .textTooLong: "The text is too long."
    case .tooDeep: "Lists and mappings nest too deep here."
    case .tooManyValues: "There are too many values."
    }
  }
}
