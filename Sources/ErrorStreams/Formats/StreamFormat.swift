internal import Bytes

/// A format of logs: what it is, how it is recognised, how its documents become recorded errors.
///
/// Each is one file below `BuiltIn/` that says all of it; help, the reference's table and the tests are made of that.
package struct StreamFormat: Sendable {
  /// How its example came to be.
  package enum Origin: Sendable {
    /// The format's own producer made it, by this command.
    case made(String)
    /// No producer runs here: the public source.
    case documented(String)
  }

  /// The mapping; its name is the format's.
  package var mapping: Mapping
  /// What its documents are wrapped in, where they are.
  package var container: (any DocumentContainer)?
  /// What makes a document of a line of text, where the format has lines of text.
  package var lines: (any LineParser)?
  /// What a line looks like, where the mapping has patterns for it.
  package var shape: String?
  /// Whether it is taken only where no other format knows any of the first records.
  package var isLastResort = false
  /// Whether it is what collectors put around the output of programs, so that it stands in no other log's records.
  package var isAround = false
  /// How each line of a program stands in a line of its own, where records of several lines are to be put together again.
  package var wrapping: Wrapping?
  /// Items of an envelope, by the type that their header says, that may be binary: their length says where they end.
  package var binaryItems: [String] = []
  /// How lines begin that say nothing of records.
  package var preambles: [String] = []
  /// Objects that are no records, and no fault.
  package var asides: [Mapping.Markers] = []
  /// Those of them with which a stream may begin, so that it is known by them.
  package var openings: [Mapping.Markers] = []
  /// One line, or document.
  package var example: String
  /// The recorded error that it becomes.
  package var becomes: String
  /// How the example came to be.
  package var origin: Origin

  package init(
    _ mapping: Mapping,
    in container: (any DocumentContainer)? = nil,
    lines: (any LineParser)? = nil,
    shape: String? = nil,
    isLastResort: Bool = false,
    isAround: Bool = false,
    wrapping: Wrapping? = nil,
    binaryItems: [String] = [],
    preambles: [String] = [],
    asides: [Mapping.Markers] = [],
    openings: [Mapping.Markers] = [],
    example: String,
    becomes: String,
    _ origin: Origin
  ) {
    self.mapping = mapping
    let splits =
      container != nil || lines != nil || !binaryItems.isEmpty || !preambles.isEmpty || !asides.isEmpty
    if splits, mapping.text == nil, mapping.table == nil { self.mapping.like = mapping.name }
    self.container = container
    self.lines = lines
    self.shape = shape
    self.isLastResort = isLastResort
    self.isAround = isAround
    self.wrapping = wrapping
    self.binaryItems = binaryItems
    self.preambles = preambles
    self.asides = asides
    self.openings = openings
    self.example = example
    self.becomes = becomes
    self.origin = origin
  }

  /// Whether its records are no JSON.
  package var isText: Bool { lines != nil || mapping.text != nil || mapping.table != nil }

  /// The name that `--input` takes.
  package var name: String { mapping.name }
}
