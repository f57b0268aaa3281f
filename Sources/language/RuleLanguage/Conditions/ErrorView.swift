internal import Bytes
public import Records

/// An error as plugins see it during its evaluation: its values by name, read from the record in place.
///
/// Memory safety: a view is made for one call, is not copyable, and is only ever borrowed by the plugin.
public struct ErrorView: ~Copyable {
  private let record: UnsafePointer<ErrorRecord>
  private let errorNode: ErrorNodeIndex
  /// Nil for a cause or a nested error.
  private let category: Value?

  /// A view of the error of `errorNode`. `record`, and the text of `category`, must not move while the view
  /// exists.
  package init(_ record: UnsafePointer<ErrorRecord>, errorNode: ErrorNodeIndex, category: Value?) {
    self.record = record
    self.errorNode = errorNode
    self.category = category
  }

  /// The text of a string value; nil if it is missing or not a string.
  public func string(_ subject: Subject) -> String? {
    withValue(subject) { $0.kind == .string ? String($0.text) : nil }
  }

  /// A number; nil if it is missing or not a number.
  public func number(_ subject: Subject) -> Number? {
    withValue(subject) { $0.number }
  }

  /// A boolean; nil if it is missing or not a boolean.
  public func bool(_ subject: Subject) -> Bool? {
    withValue(subject) { $0.bool }
  }

  private func withValue<Result>(_ subject: Subject, _ body: (Value) -> Result) -> Result {
    if subject == .field(.category), let category { return body(category) }
    var path = subject.path
    return path.withUTF8 { bytes in
      let slice = ByteSlice(UnsafeRawBufferPointer(bytes))
      return body(record.pointee.value(SubjectReference(subject, pathAt: 0), path: slice, of: errorNode))
    }
  }
}
