internal import Records
package import Source

extension MappingFile {
  package static let keys = [
    Key("mapping", .one, .required, "The version of the format: 1."),
    Key("name", .text, .required, "Its name in messages."),
    Key("description", .text, "A one-line description of the programs that write such logs."),
    Key("like", .other("format"), "The built-in format that reads whatever the other keys do not say."),
    Key("replaces", .other("format"), "The built-in format in whose place this mapping is."),
    Key(
      "skip", texts, such: [##"["#", "-- "]"##],
      "Regular expressions of lines around the records, from a line's beginning."),
    Key("text", .mapping(textKeys), "How lines of text become documents."),
    Key("table", .mapping(tableKeys), "Each row is a record, and the first row names its members."),
    Key("detect", .other("list, or mapping"), "What a record must contain."),
    Key("extract", .other("mapping, or list of mappings"), "Members made of parts of others."),
    Key("fields", .other("mapping"), "Fields of the recorded error."),
    Key("logMessage", paths, "Where the log's own message is."),
    Key("stack", paths, "Where the text of a stack trace is."),
    Key("appleErrors", paths, "Where “Error Domain=… Code=…” may occur."),
    Key("chain", .other("mapping"), "A list of exceptions: the thrown one and its causes."),
    Key(
      "language", .text,
      "Where the language of the program is named: “python” tells the classes above Python's own exceptions."),
    Key("inner", .text, "Where a record of another log may be nested."),
    Key(
      "request", paths,
      "Where a request line, a URL or a path is: the attribute “request”, and “route”, its path without numbers and ids."
    ),
    Key("attributes", paths, "Objects whose members are attributes of their own."),
    Key("drop", paths, "Members that do not become attributes."),
    Key("keep", paths, "Members that stay attributes, although a field has their value."),
    Key("errors", .other("“all”, or mapping"), "Which records are errors."),
    Key("completed", markers, "What all records contain that say that an operation ended well."),
    Key(
      "apart", .flag, .default("false"),
      "Whether records of one trace that tell of one failure stay apart, of a format that joins them."),
  ]
  package static let textKeys = [
    Key(
      "patterns", texts, .required, such: [#"["(?P<level>[A-Z]+) (?P<message>.*)"]"#],
      "Regular expressions that match from a line's beginning; their named groups are members."),
    Key(
      "continued", .words(TextMapping.Continuation.allCases.map { $0.rawValue }), .default("traces"),
      "Which following lines belong to a record, as its member “more”."),
    Key(
      "pairs", .text,
      "The group of a message in quotes with “key=value” pairs behind it, which are members of “pairs”."),
    Key(
      "prefixed", .mapping(prefixedKeys),
      "Each line of a stack trace has the prefix; its lines are one record."),
  ]
  package static let prefixedKeys = [
    Key("same", texts, .required, "Groups with the same values in all lines of a record."),
    Key("text", .text, .required, "The group of what the program wrote."),
    Key(
      "lines", .words(["traces", "all"]), .default("traces"),
      "Which lines with these values belong to a record."),
  ]
  package static let tableKeys = [
    Key(
      "separator", .words(TableMapping.separators.map { $0.word }),
      "The separator of columns; default: the most frequent one in the first row."),
    Key(
      "header", .text, such: [##""#Fields:""##],
      "The beginning of the lines that name the columns; default: the first row names them."),
  ]
  package static let extractKeys = [
    Key("from", paths, .required, "Where the text is."),
    Key(
      "pattern", .text, .required, such: [#""code=(?P<code>\\d+)""#],
      "A regular expression that occurs in the text; its named groups become members."),
  ]
  package static let detectKeys = [
    Key("all", markers, "Paths that must all exist."),
    Key("any", .other("list of lists"), "A list of lists; one path of each list must exist."),
    Key("none", .other("list of paths"), "Paths that must not exist."),
  ]
  package static let markerKeys = [
    Key("path", .text, .required, "The path that must exist."),
    Key("is", .other("value, or list of values"), "The values that are allowed."),
  ]
  package static let fieldKeys = [
    Key("from", paths, "Where the value is."), Key("as", .other("word"), "How the value is read."),
    Key(
      "format", texts, such: [#""%Y-%m-%d %H:%M:%S.%f""#],
      "The layout of a time: \(TimePattern.letters.map { "\($0.letter) \($0.meaning)" }.joined(separator: ", "))."
    ),
    Key("values", .other("mapping"), "What the log's words mean."),
    Key("default", .other("value"), "The value if none is found."),
    Key("where", .text, "The path that must exist for “default” to apply."),
  ]
  package static let chainKeys = [
    Key("from", paths, .required, "Where a list of exceptions is."),
    Key("order", .words(["rootFirst", "thrownFirst"]), "Which of them is first."),
    Key("qualifier", .text, "The path of a qualifier, which is put before an exception's type with a dot."),
    Key("nested", .text, "Where an exception holds its cause, in place of a list."),
    Key("attribute", .text, "The member of the thrown exception that is an attribute of the error."),
    Key("fields", .other("mapping"), "Fields of the recorded error."),
  ]
  package static let errorKeys = [
    Key("atLeast", .words(Severity.allCases.map { $0.name }), "The least severity of an error."),
    Key("or", .other("field, or list of fields"), "Fields any of which makes a record an error."),
  ]
  private static let paths = KeyType.defined("paths", "path, or list of paths")
  private static let texts = KeyType.other("text, or list of texts")
  private static let markers = KeyType.list(of: "marker", "list of paths")
}
