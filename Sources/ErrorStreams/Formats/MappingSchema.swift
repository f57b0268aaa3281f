package import JSONSchema
internal import Records
internal import Source

/// The JSON Schema (draft 2020-12) of stream mappings, made of the keys, readings and fields that their reader knows.
package enum MappingSchema {
  /// One line for help.
  package static let summary = "stream mappings, NAME.mapping.yaml"

  /// The schema as JSON text.
  package static func text() -> String { JSONWriter.text(of: build().schema.node) }

  /// The schema, and in words where it differs from what the reader reads.
  package static func build() -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    builder.define(
      "paths",
      .oneOrMore(.name).said("A path such as error.type, or a list of which the first counts.")
    )
    builder.define("marker", marker(&builder))
    let root = builder.mapping(
      "mapping",
      keys: MappingFile.keys,
      [
        "mapping": .value(.made(1)).said("The version of the format: 1."),
        "name": .name.said("The name in messages."),
        "description": .name.said("What writes such logs, in one line."),
        "like": .words(MappingFile.splitting).said(
          "The built-in format that splits the log: its container, its lines."
        ),
        "text": text(&builder),
        "table": table(&builder),
        "detect": detect(&builder),
        "fields": fields(&builder),
        "logMessage": paths.said("Where the log's own message stands."),
        "stack": paths.said("Where the text of a stack trace stands."),
        "appleErrors": paths.said("Where an “Error Domain=… Code=…” may stand."),
        "chain": chain(&builder),
        "inner": .name.said("Where another log's record may stand."),
        "attributes": paths.said("Objects whose members are attributes of their own."),
        "drop": paths.said("Members that are no attributes."),
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
          .said("Expressions that match from a line's beginning; their named groups are members.")
          .such(as: [#"["(?P<level>[A-Z]+) (?P<message>.*)"]"#]),
        "continued": .words(TextMapping.Continuation.allCases.map { $0.rawValue })
          .said("Which lines behind a record's first belong to it, as the member “more”.")
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
          .said("What stands between columns; left out, what the first row has most of.")
      ]
    ).said("Records are rows, and the first row names their members.")
  }

  private static func marker(_ builder: inout SchemaBuilder) -> Schema {
    let marker = builder.mapping(
      "marker",
      keys: MappingFile.markerKeys,
      [
        "path": .name.said("The path that must be there."),
        "is": .oneOrMore(.scalar).said("The texts of which its value must be one."),
      ],
      required: ["path"]
    )
    return Schema.any([.name, marker]).said("A path, or one with the values that it may have.")
  }

  private static func detect(_ builder: inout SchemaBuilder) -> Schema {
    let markers = Schema.list(of: .definition("marker"))
    let section = builder.mapping(
      "detect",
      keys: MappingFile.detectKeys,
      [
        "all": markers.said("Paths that must all be there."),
        "any": Schema.list(of: .oneOrMore(.name)).said("A list of lists: of each one path must be there."),
        "none": Schema.list(of: .name).said("Paths none of which may be there."),
      ]
    )
    return Schema.any([markers, section]).said("What a record has to have.")
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
          "from": paths.said("Where it stands."),
          "as": .words(readings).said("How it is read."),
          "values": .mapping(to: value).said("What words of the log mean."),
          "default": value.said("What it is where nothing was found."),
          "where": .name.said("The path that must be there for “default” to hold."),
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
        "from": paths.said("Where a list of exceptions stands."),
        "order": .words(["rootFirst", "thrownFirst"]).said("Which of them stands first."),
        "qualifier": .name.said("What stands before an exception's type, and a dot between."),
        "nested": .name.said("Where an exception has its cause in it, in place of a list."),
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
        "atLeast": .words(Severity.allCases.map { $0.name }).said("The least severity of errors."),
        "or": .oneOrMore(.words(Field.allCases.map { $0.name }))
          .said("Fields of which one makes a record an error too."),
      ]
    )
    return Schema.any([.value(.made("all")), section]).said("Which records are errors.")
  }
}
