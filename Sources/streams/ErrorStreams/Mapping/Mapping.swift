package import Records

/// Data, in a `*.mapping.yaml` or built in.
package struct Mapping: Sendable, Equatable {
  /// The name of the mapping of errctl's own records, alone or nested in another log's.
  static let nativeName = "errctl"

  package var name: String
  package var summary = ""
  /// The built-in format that splits the log into documents: by its container or lines, or by ``text`` and ``table``, which
  /// are its own.
  package var like: String?
  /// A built-in format in whose place this mapping is, where lines are read by the format that they fit.
  package var replaces: String?
  /// Patterns of lines around the records, in RE2 syntax, from a line's beginning.
  package var skip: [String] = []
  /// The mapping of records that are text, not JSON.
  package var text: TextMapping?
  /// The mapping of records that are rows of a table.
  package var table: TableMapping?
  package var markers = Markers()
  /// Members made of others.
  package var extract: [Extraction] = []
  package var fields: [FieldMapping] = []
  /// Paths of stack traces, for type, message and causes if nothing else has them.
  package var stack: [String] = []
  /// Paths of the log's own message, used if the error has no other.
  package var logMessage: [String] = []
  /// The path of another log's record; this document provides what that one lacks.
  package var inner: String?
  /// Paths of texts with `Error Domain=… Code=…`.
  package var appleErrors: [String] = []
  package var chain: ChainMapping?
  /// The path of the language of the program. Of Python's own exceptions the classes above them are known.
  package var language: String?
  /// Paths of a request line, a URL or a path: the attributes `request` and `route`.
  package var request: [String] = []
  package var attributes: [String] = []
  package var drop: [String] = []
  /// Members that are attributes although a field has their value.
  package var keep: [String] = []
  package var errors = ErrorCondition()
  /// Documents with all of these say that an operation ended well.
  package var completed: [Marker] = []
  /// Records that tell of one failure become one; nil to keep them apart.
  package var failures: FailurePaths?

  package init(name: String) {
    self.name = name
  }

  package static let wholeDocument = "."
  /// The parts of a path.
  package static let mostParts = 32

  /// The named groups of a pattern that occurs in a text are members of the document.
  package struct Extraction: Sendable, Equatable {
    /// The first that is a text counts.
    package var from: [String]
    /// RE2 syntax, anywhere in the text.
    package var pattern: String
  }

  package struct Markers: Sendable, Equatable {
    /// Each with its allowed texts; none for any value.
    package var all: [Marker] = []
    /// One path of each list must exist.
    package var any: [[String]] = []
    package var none: [String] = []

    package init(_ all: [Marker] = [], any: [[String]] = [], none: [String] = []) {
      self.all = all
      self.any = any
      self.none = none
    }

    package var isEmpty: Bool { all.isEmpty && any.isEmpty && none.isEmpty }

    /// Whatever the values.
    func hold(forColumns names: Set<String>) -> Bool {
      all.allSatisfy { $0.values.isEmpty && names.contains($0.path) }
        && any.allSatisfy { $0.contains(where: names.contains) }
        && !none.contains(where: names.contains)
    }
  }

  /// Where the ids are by which the records of one failure are found.
  package struct FailurePaths: Sendable, Equatable {
    package var trace: String
    package var span: String
    package var parent: String
    /// Only a record of a span has it: without, it is a log.
    package var ofSpan: String
    /// Only a span has it that knows nothing of its failure: an error of it, or of a span inside it, tells the same one.
    package var untold: String?
    /// Only a log of an error has it: without a trace, it tells of the same error in a trace before.
    package var log: String?
    /// Where an event and its log have the logged text: one of each is one failure, and `span` is the trace of a log.
    package var said: [String] = []
    /// The text before the id of a trace in a line of text; a space stands behind the id.
    package var mark: String?

    /// The name of the member that has the trace.
    var nameOfTrace: String { trace.split(separator: ".").last.map(String.init) ?? trace }
  }

  package struct Marker: Sendable, Equatable, ExpressibleByStringLiteral {
    package var path: String
    package var values: [String] = []

    package init(_ path: String, _ values: [String] = []) {
      self.path = path
      self.values = values
    }

    package init(stringLiteral path: String) { self.init(path) }
  }

  /// Documents that do not meet it are counted as not errors.
  package struct ErrorCondition: Sendable, Equatable {
    /// Nil for all documents.
    package var atLeast: Severity? = .warning
    /// Any of these fields makes a document an error, too.
    package var or: [Field] = [.type, .domain, .underlying]

    package init(atLeast: Severity? = .warning, or fields: [Field] = [.type, .domain, .underlying]) {
      self.atLeast = atLeast
      self.or = fields
    }

    package static let all = ErrorCondition(atLeast: nil, or: [])
  }

  /// A list of exceptions, and the fields of each.
  package struct ChainMapping: Sendable, Equatable {
    /// The first list with objects in it counts.
    package var from: [String]
    /// The root cause is first, the thrown exception last.
    package var isRootFirst: Bool
    /// Put before an exception's type with a dot.
    package var qualifier: String?
    package var fields: [FieldMapping]

    /// The cause inside an exception, in place of a list.
    package var nested: String?
    /// The member of the thrown exception that is an attribute of the error.
    package var attribute: String?

    package init(
      from: [String], isRootFirst: Bool, qualifier: String? = nil, nested: String? = nil,
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

package struct FieldMapping: Sendable, Equatable {
  package var field: Field
  /// The first that exists and can be read counts.
  package var from: [String]
  /// Nil for the field's own.
  package var reading: ValueEncoding?
  /// Patterns of a time, in strptime's letters, of which the first that fits counts; empty for usual notations.
  package var formats: [String] = []
  /// Meanings of the document's words and numbers.
  package var values: [Translation]
  package var fallback: String?
  package var fallbackNeeds: String?

  package struct Translation: Sendable, Equatable {
    package var found: String
    package var meant: String
  }

  package init(
    _ field: Field, _ from: String..., as reading: ValueEncoding? = nil,
    values: KeyValuePairs<String, String> = [:], default fallback: String? = nil, where needed: String? = nil
  ) {
    self.field = field
    self.from = from
    self.reading = reading
    self.values = values.map { Translation(found: $0.key, meant: $0.value) }
    self.fallback = fallback
    self.fallbackNeeds = needed
  }
}
