/// The detection of a format, and the mapping of its documents.
///
/// Each format is one file below `BuiltIn/`, from which help, the reference's table and the tests are built.
package struct StreamFormat: Sendable {
  package enum Origin: Sendable {
    /// An example made by the format's own producer, with this command.
    case made(String)
    /// A public source, and the producers, with their versions, whose logs were read by hand beside.
    case proven(by: String, source: String)
    /// A public source, because no producer is available here.
    case documented(String)
  }

  package var mapping: Mapping
  package var container: (any DocumentContainer)?
  package var lines: (any LineParser)?
  package var shape: String?
  /// Applies only if no other format matches any of the first records.
  package var isLastResort = false
  /// Its lines say nothing of a level: behind one they are its message, whatever they tell.
  package var isWithoutLevel = false
  /// Collectors put it around the output of programs, so it is never nested in another log's records.
  package var isAround = false
  /// Set if multi-line records are to be joined.
  package var wrapping: Wrapping?
  /// Envelope items that may be binary; the length in the header gives their end.
  package var binaryItems: [String] = []
  /// Header lines outside of records begin like this.
  package var preambles: [String] = []
  /// Legitimate objects that are not records.
  package var asides: [Mapping.Markers] = []
  /// The markers with which a stream may begin, for detection.
  package var openings: [Mapping.Markers] = []
  package var example: String
  package var becomes: String
  package var origin: Origin

  package init(
    _ mapping: Mapping, in container: (any DocumentContainer)? = nil, lines: (any LineParser)? = nil,
    shape: String? = nil, isLastResort: Bool = false, isWithoutLevel: Bool = false, isAround: Bool = false,
    wrapping: Wrapping? = nil,
    binaryItems: [String] = [], preambles: [String] = [], asides: [Mapping.Markers] = [],
    openings: [Mapping.Markers] = [], example: String, becomes: String, _ origin: Origin
  ) {
    self.mapping = mapping
    let splits =
      container != nil || lines != nil || !binaryItems.isEmpty || !preambles.isEmpty || !asides.isEmpty
    if splits, mapping.text == nil, mapping.table == nil { self.mapping.like = mapping.name }
    self.container = container
    self.lines = lines
    self.shape = shape
    self.isLastResort = isLastResort
    self.isWithoutLevel = isWithoutLevel
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

  package var isText: Bool { lines != nil || mapping.text != nil || mapping.table != nil }

  package var name: String { mapping.name }
}
