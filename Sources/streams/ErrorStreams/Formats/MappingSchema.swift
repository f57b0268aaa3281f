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
    let marker = builder.mapping(MappingFile.markerKeys, ["is": .oneOrMore(.scalar)])
    builder.define(
      "marker", Schema.any([.name, marker]).described("A path, or a path with its allowed values."))
    let texts = Schema.oneOrMore(.name)
    let prefixed = builder.mapping(MappingFile.prefixedKeys, ["same": texts])
    let chain = builder.mapping(MappingFile.chainKeys, ["fields": fields(&builder)])
    let errors = builder.mapping(
      MappingFile.errorKeys, ["or": .oneOrMore(.words(Field.allCases.map { $0.name }))])
    let formats = Schema.words(BuiltInFormats.all.map { $0.name })
    let root = builder.mapping(
      MappingFile.keys,
      [
        "like": formats, "replaces": formats, "skip": texts,
        "text": builder.mapping(MappingFile.textKeys, ["patterns": texts, "prefixed": prefixed]),
        "detect": detect(&builder), "extract": .oneOrMore(builder.mapping(MappingFile.extractKeys)),
        "fields": fields(&builder), "chain": chain, "errors": .any([.value(.made("all")), errors]),
      ])
    let schema = builder.document(
      "errctl stream mapping, version 1", "How the records of a log become recorded errors.", root: root)
    return (schema, builder.gaps)
  }

  private static func detect(_ builder: inout SchemaBuilder) -> Schema {
    let section = builder.mapping(
      MappingFile.detectKeys, ["any": .list(of: .oneOrMore(.name)), "none": .list(of: .name)])
    return .any([.list(of: .definition("marker")), section])
  }

  private static func fields(_ builder: inout SchemaBuilder) -> Schema {
    .mapping(
      Field.allCases.filter { $0 != .attributes }.map { field in
        let readings = ValueEncoding.allCases.filter { $0.fits(field) }.map { $0.rawValue }
        let value: Schema = field == .severity ? .words(Severity.allCases.map { $0.name }) : .scalar
        let section = builder.mapping(
          MappingFile.fieldKeys,
          [
            "as": .words(readings), "format": .oneOrMore(.name), "values": .mapping(to: value),
            "default": value,
          ])
        return (
          field.name, Schema.any([.definition("paths"), section]).described("The record's “\(field.name)”.")
        )
      })
  }
}
