package import Records

/// How documents of a foreign format become recorded errors: data, as a `*.mapping.yaml` says it and as the built-in
/// formats have it.
package struct Mapping: Sendable, Equatable {
  /// The name that `--input` takes.
  package var name: String
  /// One line for people.
  package var summary = ""
  /// The built-in format whose way to split a log into documents it has: its container, its lines.
  package var like: String?
  /// How documents are made of lines of text, where records are no JSON.
  package var text: TextMapping?
  /// How documents are made of rows, where the records are a table.
  package var table: TableMapping?
  /// What a document shows that is of this format.
  package var markers = Markers()
  /// Which field becomes what, in the order they are written.
  package var fields: [FieldMapping] = []
  /// Where the text of a stack trace stands, which says type, message and causes where nothing else does.
  package var stack: [String] = []
  /// Where the log's own message stands: the error's where nothing else says one.
  package var logMessage: [String] = []
  /// Where the text of another log's record may stand, which is detected again; this document says what that one doesn't.
  package var inner: String?
  /// Where the text of an `Error Domain=… Code=…` may stand.
  package var appleErrors: [String] = []
  /// Where a list of exceptions stands.
  package var chain: ChainMapping?
  /// Objects whose members are attributes of their own.
  package var attributes: [String] = []
  /// Members that are left out of the attributes.
  package var drop: [String] = []
  /// Which documents are errors.
  package var errors = ErrorCondition()

  package init(name: String) {
    self.name = name
  }

  /// The path of the document itself.
  package static let wholeDocument = "."

  /// What a document has to have, and must not have, to be of a format.
  package struct Markers: Sendable, Equatable {
    /// Paths that must all be there, with the texts one of which the value must be; none for any value.
    package var all: [Marker] = []
    /// Lists of paths: of each list one must be there.
    package var any: [[String]] = []
    /// Paths none of which may be there.
    package var none: [String] = []

    package init(_ all: [Marker] = [], any: [[String]] = [], none: [String] = []) {
      self.all = all
      self.any = any
      self.none = none
    }

    package var isEmpty: Bool { all.isEmpty && any.isEmpty && none.isEmpty }

    /// Whether they hold for each row of a table that has these columns, whatever stands in them.
    func hold(forColumns names: Set<String>) -> Bool {
      all.allSatisfy { $0.values.isEmpty && names.contains($0.path) }
        && any.allSatisfy { $0.contains(where: names.contains) }
        && !none.contains(where: names.contains)
    }
  }

  /// One path that must be there.
  package struct Marker: Sendable, Equatable, ExpressibleByStringLiteral {
    package var path: String
    package var values: [String] = []

    package init(_ path: String, _ values: [String] = []) {
      self.path = path
      self.values = values
    }

    package init(stringLiteral path: String) { self.init(path) }
  }

  /// Which documents are errors at all; the others are counted as no errors.
  package struct ErrorCondition: Sendable, Equatable {
    /// Those of this severity or worse; nil for all documents.
    package var atLeast: Severity? = .warning
    /// And those that have one of these fields.
    package var or: [Field] = [.type, .domain, .underlying]

    package init(atLeast: Severity? = .warning, or fields: [Field] = [.type, .domain, .underlying]) {
      self.atLeast = atLeast
      self.or = fields
    }

    /// Every document.
    package static let all = ErrorCondition(atLeast: nil, or: [])
  }

  /// A list of exceptions: which one was thrown, and where each has its fields.
  package struct ChainMapping: Sendable, Equatable {
    /// Where the list stands: the first of these paths that holds one with objects in it.
    package var from: [String]
    /// Whether the cause that came first stands first, and the thrown exception last.
    package var isRootFirst: Bool
    /// Of an exception of the list: what stands before its type, and a dot between.
    package var qualifier: String?
    /// Of an exception of the list: its fields, by their paths within it.
    package var fields: [FieldMapping]

    /// Where an exception has its cause in it, in place of a list.
    package var nested: String?

    package init(
      from: [String],
      isRootFirst: Bool,
      qualifier: String? = nil,
      nested: String? = nil,
      _ fields: [FieldMapping]
    ) {
      self.from = from
      self.isRootFirst = isRootFirst
      self.qualifier = qualifier
      self.nested = nested
      self.fields = fields
    }
  }
}

/// Where a field of the recorded error comes from.
package struct FieldMapping: Sendable, Equatable {
  package var field: Field
  /// Paths in a document; the first that is there and can be read counts.
  package var from: [String]
  /// How the value is read; nil for how the field is read.
  package var reading: Reading?
  /// What words and numbers stand for, as the document has them.
  package var values: [Translation]
  /// What the field is where nothing was found.
  package var fallback: String?
  /// The path that must be there for the fallback to hold.
  package var fallbackNeeds: String?

  package struct Translation: Sendable, Equatable {
    package var found: String
    package var meant: String
  }

  package init(
    _ field: Field,
    _ from: String...,
    as reading: Reading? = nil,
    values: KeyValuePairs<String, String> = [:],
    default fallback: String? = nil,
    where needed: String? = nil
  ) {
    self.field = field
    self.from = from
    self.reading = reading
    self.values = values.map { Translation(found: $0.key, meant: $0.value) }
    self.fallback = fallback
    self.fallbackNeeds = needed
  }
}
