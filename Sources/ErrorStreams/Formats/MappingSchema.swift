package import JSONSchema
internal import Records
internal import Source

/// The JSON Schema (draft 2020-12) of stream mappings, built from their reader's keys, readings and fields.
package enum MappingSchema {
  package static let summary = "stream mappings, NAME.mapping.yaml"

  package static func text() -> String { JSONWriter.text(of: build().schema.node) }

  /// The schema, and its differences from the keys that the reader reads.
  package static func build() -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    builder.define(
      "paths",
      .oneOrMore(.name).said(
        "A path such as error.type, or a list of paths of which the first with a value counts."
      )
    )
    builder.define("marker", marker(&builder))
    let root = builder.mapping(
      "mapping",
      keys: MappingFile.keys,
      [
        "mapping": .value(.made(1)).said("The version of the format: 1."),
        "name": .name.said("Its name in messages."),
        "description": .name.said("A one-line description of the programs that write such logs."),
        "like": .words(MappingFile.splitting).said(
          "The built-in format that splits the log into records."
        ),
        "text": text(&builder),
        "table": table(&builder),
        "detect": detect(&builder),
        "fields": fields(&builder),
        "logMessage": paths.said("Where the log's own message is."),
        "stack": paths.said("Where the text of a stack trace is."),
        "appleErrors": paths.said("Where “Error Domain=… Code=…” may occur."),
        "chain": chain(&builder),
        "inner": .name.said("Where a record of another log may be nested."),
        "attributes": paths.said("Objects whose members are attributes of their own."),
        "drop": paths.said("Members that do not become attributes."),
        "errors": errors(&builder),
      ],
      required: ["mapping", "name"]
    )
    let schema = builder.document(
      "errctl stream mapping, version 1",
      "How the records of a log become recorded errors.",
      root: root
    )
    return (schema, builder.gaps)
  }

  private static let paths = Schema.definition("paths")

  private static func text(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "text",
      keys: MappingFile.textKeys,
      [
        "patterns": .oneOrMore(.name)
          .said("Regular expressions that match from a line's beginning; their named groups are members.")
          .such(as: [#"["(?P<level>[A-Z]+) (?P<message>.*)"]"#]),
        "continued": .words(TextMapping.Continuation.allCases.map { $0.rawValue })
          .said("Which following lines belong to a record, as its member “more”.")
          .otherwise(.made("traces")),
      ],
      required: ["patterns"]
    ).said("How lines of text become documents.")
  }

  private static func table(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "table",
      keys: MappingFile.tableKeys,
      [
        "separator": .words(TableMapping.separators.map { $0.word })
          .said("The separator of columns; default: the most frequent one in the first row.")
      ]
    ).said("Each row is a record, and the first row names its members.")
  }

  private static func marker(_ builder: inout SchemaBuilder) -> Schema {
    let marker = builder.mapping(
      "marker",
      keys: MappingFile.markerKeys,
      [
        "path": .name.said("The path that must exist."),
        "is": .oneOrMore(.scalar).said("The values that are allowed."),
      ],
      required: ["path"]
    )
    return Schema.any([.name, marker]).said("A path, or a path with its allowed values.")
  }

  private static func detect(_ builder: inout SchemaBuilder) -> Schema {
    let markers = Schema.list(of: .definition("marker"))
    let section = builder.mapping(
      "detect",
      keys: MappingFile.detectKeys,
      [
        "all": markers.said("Paths that must all exist."),
        "any": Schema.list(of: .oneOrMore(.name)).said("A list of lists; one path of each list must exist."),
        "none": Schema.list(of: .name).said("Paths that must not exist."),
      ]
    )
    return Schema.any([markers, section]).said("What a record must contain.")
  }

  private static func fields(_ builder: inout SchemaBuilder) -> Schema {
    var members: [(key: String, value: Schema)] = []
    for field in Field.allCases where field != .attributes {
      let readings = Reading.allCases.filter { $0.fits(field) }.map { $0.rawValue }
      let value: Schema = field == .severity ? .words(Severity.allCases.map { $0.name }) : .scalar
      let section = builder.mapping(
        "field",
        keys: MappingFile.fieldKeys,
        [
          "from": paths.said("Where the value is."),
          "as": .words(readings).said("How the value is read."),
          "values": .mapping(to: value).said("What the log's words mean."),
          "default": value.said("The value if none is found."),
          "where": .name.said("The path that must exist for “default” to apply."),
        ]
      )
      members.append((field.name, Schema.any([paths, section]).said("The record's “\(field.name)”.")))
    }
    return Schema.mapping(members).said("Fields of the recorded error.")
  }

  private static func chain(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "chain",
      keys: MappingFile.chainKeys,
      [
        "from": paths.said("Where a list of exceptions is."),
        "order": .words(["rootFirst", "thrownFirst"]).said("Which of them is first."),
        "qualifier": .name.said(
          "The path of a qualifier, which is put before an exception's type with a dot."
        ),
        "nested": .name.said("Where an exception holds its cause, in place of a list."),
        "fields": fields(&builder),
      ],
      required: ["from"]
    ).said("A list of exceptions: the thrown one and its causes.")
  }

  private static func errors(_ builder: inout SchemaBuilder) -> Schema {
    let section = builder.mapping(
      "errors",
      keys: MappingFile.errorKeys,
      [
        "atLeast": .words(Severity.allCases.map { $0.name }).said("The least severity of an error."),
        "or": .oneOrMore(.words(Field.allCases.map { $0.name }))
          .said("Fields any of which makes a record an error."),
      ]
    )
    return Schema.any([.value(.made("all")), section]).said("Which records are errors.")
  }
}
