package import JSONSchema
internal import Records
internal import Source

/// JSON Schema draft 2020-12, built from the reader's keys, readings and fields.
package enum MappingSchema {
  package static let summary = "stream mappings, NAME.mapping.yaml"

  package static func text() -> String { JSONWriter.text(of: build().schema.node) }

  /// Also returns its differences from the keys that the reader reads.
  package static func build() -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    builder.define(
      "paths",
      .oneOrMore(.name).described(
        "A path such as error.type, or a list of paths of which the first with a value counts."))
    builder.define("marker", marker(&builder))
    let root = builder.mapping(
      "mapping",
      keys: MappingFile.keys,
      [
        "mapping": .value(.made(1)).described("The version of the format: 1."),
        "name": .name.described("Its name in messages."),
        "description": .name.described("A one-line description of the programs that write such logs."),
        "like": .words(MappingFile.splitting).described(
          "The built-in format that splits the log into records."),
        "replaces": .words(BuiltInFormats.all.map { $0.name }).described(
          "The built-in format in whose place this mapping is."),
        "skip": .oneOrMore(.name)
          .described("Regular expressions of lines around the records, from a line's beginning.")
          .such(as: [##"["#", "-- "]"##]),
        "text": text(&builder),
        "table": table(&builder),
        "detect": detect(&builder),
        "extract": extract(&builder),
        "fields": fields(&builder),
        "logMessage": paths.described("Where the log's own message is."),
        "stack": paths.described("Where the text of a stack trace is."),
        "appleErrors": paths.described("Where “Error Domain=… Code=…” may occur."),
        "chain": chain(&builder),
        "inner": .name.described("Where a record of another log may be nested."),
        "attributes": paths.described("Objects whose members are attributes of their own."),
        "drop": paths.described("Members that do not become attributes."),
        "errors": errors(&builder),
        "completed": Schema.list(of: .definition("marker"))
          .described("What all records contain that say that an operation ended well."),
      ],
      required: ["mapping", "name"]
    )
    let schema = builder.document(
      "errctl stream mapping, version 1", "How the records of a log become recorded errors.", root: root)
    return (schema, builder.gaps)
  }

  private static let paths = Schema.definition("paths")

  private static func text(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "text",
      keys: MappingFile.textKeys,
      [
        "patterns": .oneOrMore(.name)
          .described(
            "Regular expressions that match from a line's beginning; their named groups are members."
          )
          .such(as: [#"["(?P<level>[A-Z]+) (?P<message>.*)"]"#]),
        "continued": .words(TextMapping.Continuation.allCases.map { $0.rawValue })
          .described("Which following lines belong to a record, as its member “more”.")
          .otherwise(.made("traces")),
        "prefixed": builder.mapping(
          "prefixed",
          keys: MappingFile.prefixedKeys,
          [
            "same": .oneOrMore(.name).described("Groups with the same values in all lines of a record."),
            "text": .name.described("The group of what the program wrote."),
          ],
          required: MappingFile.prefixedKeys
        ).described("Each line of a stack trace has the prefix; its lines are one record."),
      ],
      required: ["patterns"]
    ).described("How lines of text become documents.")
  }

  private static func table(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "table",
      keys: MappingFile.tableKeys,
      [
        "separator": .words(TableMapping.separators.map { $0.word })
          .described("The separator of columns; default: the most frequent one in the first row."),
        "header": .name
          .described("The beginning of the lines that name the columns; default: the first row names them.")
          .such(as: [##""#Fields:""##]),
      ]
    ).described("Each row is a record, and the first row names its members.")
  }

  private static func extract(_ builder: inout SchemaBuilder) -> Schema {
    let section = builder.mapping(
      "extract",
      keys: MappingFile.extractKeys,
      [
        "from": paths.described("Where the text is."),
        "pattern": .name
          .described("A regular expression that occurs in the text; its named groups become members.")
          .such(as: [#""code=(?P<code>\\d+)""#]),
      ],
      required: MappingFile.extractKeys
    )
    return .oneOrMore(section).described("Members made of parts of others.")
  }

  private static func marker(_ builder: inout SchemaBuilder) -> Schema {
    let marker = builder.mapping(
      "marker",
      keys: MappingFile.markerKeys,
      [
        "path": .name.described("The path that must exist."),
        "is": .oneOrMore(.scalar).described("The values that are allowed."),
      ],
      required: ["path"]
    )
    return Schema.any([.name, marker]).described("A path, or a path with its allowed values.")
  }

  private static func detect(_ builder: inout SchemaBuilder) -> Schema {
    let markers = Schema.list(of: .definition("marker"))
    let section = builder.mapping(
      "detect",
      keys: MappingFile.detectKeys,
      [
        "all": markers.described("Paths that must all exist."),
        "any": Schema.list(of: .oneOrMore(.name)).described(
          "A list of lists; one path of each list must exist."),
        "none": Schema.list(of: .name).described("Paths that must not exist."),
      ]
    )
    return Schema.any([markers, section]).described("What a record must contain.")
  }

  private static func fields(_ builder: inout SchemaBuilder) -> Schema {
    var members: [(key: String, value: Schema)] = []
    for field in Field.allCases where field != .attributes {
      let readings = ValueEncoding.allCases.filter { $0.fits(field) }.map { $0.rawValue }
      let value: Schema = field == .severity ? .words(Severity.allCases.map { $0.name }) : .scalar
      let section = builder.mapping(
        "field",
        keys: MappingFile.fieldKeys,
        [
          "from": paths.described("Where the value is."),
          "as": .words(readings).described("How the value is read."),
          "format": .oneOrMore(.name)
            .described(
              "The layout of a time: \(TimePattern.letters.map { "\($0.letter) \($0.meaning)" }.joined(separator: ", "))."
            )
            .such(as: [#""%Y-%m-%d %H:%M:%S.%f""#]),
          "values": .mapping(to: value).described("What the log's words mean."),
          "default": value.described("The value if none is found."),
          "where": .name.described("The path that must exist for “default” to apply."),
        ]
      )
      members.append((field.name, Schema.any([paths, section]).described("The record's “\(field.name)”.")))
    }
    return Schema.mapping(members).described("Fields of the recorded error.")
  }

  private static func chain(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "chain",
      keys: MappingFile.chainKeys,
      [
        "from": paths.described("Where a list of exceptions is."),
        "order": .words(["rootFirst", "thrownFirst"]).described("Which of them is first."),
        "qualifier": .name.described(
          "The path of a qualifier, which is put before an exception's type with a dot."),
        "nested": .name.described("Where an exception holds its cause, in place of a list."),
        "fields": fields(&builder),
      ],
      required: ["from"]
    ).described("A list of exceptions: the thrown one and its causes.")
  }

  private static func errors(_ builder: inout SchemaBuilder) -> Schema {
    let section = builder.mapping(
      "errors",
      keys: MappingFile.errorKeys,
      [
        "atLeast": .words(Severity.allCases.map { $0.name }).described("The least severity of an error."),
        "or": .oneOrMore(.words(Field.allCases.map { $0.name }))
          .described("Fields any of which makes a record an error."),
      ]
    )
    return Schema.any([.value(.made("all")), section]).described("Which records are errors.")
  }
}
