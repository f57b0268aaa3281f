package import Records

/// The mapping of a foreign format's documents to recorded errors: data, in a `*.mapping.yaml` or built in.
package struct Mapping: Sendable, Equatable {
  /// The name for `--input`.
  package var name: String
  package var summary = ""
  /// The built-in format that splits the log into documents, by its container or lines.
  package var like: String?
  /// The conversion of text lines to documents, if records are not JSON.
  package var text: TextMapping?
  /// The conversion of rows to documents, if the records are a table.
  package var table: TableMapping?
  package var markers = Markers()
  package var fields: [FieldMapping] = []
  /// Paths of stack traces, which provide type, message and causes if nothing else does.
  package var stack: [String] = []
  /// Paths of the log's own message, which is the error's if it has no other.
  package var logMessage: [String] = []
  /// The path of another log's record, which is detected in turn; this document provides what that one lacks.
  package var inner: String?
  /// Paths of texts with `Error Domain=… Code=…`.
  package var appleErrors: [String] = []
  package var chain: ChainMapping?
  package var attributes: [String] = []
  package var drop: [String] = []
  package var errors = ErrorCondition()

  package init(name: String) {
    self.name = name
  }

  package static let wholeDocument = "."

  /// The required and forbidden parts of a document in a format.
  package struct Markers: Sendable, Equatable {
    /// Paths that must all exist, each with its allowed texts; none for any value.
    package var all: [Marker] = []
    /// Lists of paths, one of which must exist in each list.
    package var any: [[String]] = []
    package var none: [String] = []

    package init(_ all: [Marker] = [], any: [[String]] = [], none: [String] = []) {
      self.all = all
      self.any = any
      self.none = none
    }

    package var isEmpty: Bool { all.isEmpty && any.isEmpty && none.isEmpty }

    /// Whether they hold for every row of a table with these columns, whatever the values.
    func hold(forColumns names: Set<String>) -> Bool {
      all.allSatisfy { $0.values.isEmpty && names.contains($0.path) }
        && any.allSatisfy { $0.contains(where: names.contains) }
        && !none.contains(where: names.contains)
    }
  }

  /// A path that must exist.
  package struct Marker: Sendable, Equatable, ExpressibleByStringLiteral {
    package var path: String
    package var values: [String] = []

    package init(_ path: String, _ values: [String] = []) {
      self.path = path
      self.values = values
    }

    package init(stringLiteral path: String) { self.init(path) }
  }

  /// The condition that makes a document an error; others are counted as not errors.
  package struct ErrorCondition: Sendable, Equatable {
    /// The least severity; nil for all documents.
    package var atLeast: Severity? = .warning
    /// Fields, any of which makes a document an error too.
    package var or: [Field] = [.type, .domain, .underlying]

    package init(atLeast: Severity? = .warning, or fields: [Field] = [.type, .domain, .underlying]) {
      self.atLeast = atLeast
      self.or = fields
    }

    package static let all = ErrorCondition(atLeast: nil, or: [])
  }

  /// A list of exceptions: the thrown one, and the fields of each.
  package struct ChainMapping: Sendable, Equatable {
    /// Paths of the list; the first with objects in it counts.
    package var from: [String]
    /// Whether the root cause is first, and the thrown exception last.
    package var isRootFirst: Bool
    /// The path of a qualifier, put before an exception's type with a dot.
    package var qualifier: String?
    package var fields: [FieldMapping]

    /// The path of the cause inside an exception, in place of a list.
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

/// The source of a field of the recorded error.
package struct FieldMapping: Sendable, Equatable {
  package var field: Field
  /// Paths in a document; the first that exists and can be read counts.
  package var from: [String]
  /// The reading of the value; nil for the field's own.
  package var reading: ValueEncoding?
  /// The meanings of the document's words and numbers.
  package var values: [Translation]
  package var fallback: String?
  package var fallbackNeeds: String?

  package struct Translation: Sendable, Equatable {
    package var found: String
    package var meant: String
  }

  package init(
    _ field: Field,
    _ from: String...,
    as reading: ValueEncoding? = nil,
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
