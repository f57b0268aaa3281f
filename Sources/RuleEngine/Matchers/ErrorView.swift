/// An error as plugins see it while it is being answered: its values by name, read from the record in place.
///
/// What keeps it safe: a view is made for one call, is not copyable, and is only ever borrowed by the plugin.
public struct ErrorView: ~Copyable {
  private let record: UnsafePointer<ErrorRecord>
  private let frame: Int32

  /// A view on the error of `frame`; `record` must stay where it is while the view exists.
  init(_ record: UnsafePointer<ErrorRecord>, frame: Int32) {
    self.record = record
    self.frame = frame
  }

  /// The text of a string value, or nil where it is missing or no string.
  public func string(_ subject: Subject) -> String? {
    withValue(subject) { $0.kind == .string ? String($0.text) : nil }
  }

  /// A number, or nil where it is missing or no number.
  public func number(_ subject: Subject) -> Number? {
    withValue(subject) { $0.number }
  }

  /// A boolean, or nil where it is missing or no boolean.
  public func bool(_ subject: Subject) -> Bool? {
    withValue(subject) { $0.bool }
  }

  private func withValue<Result>(_ subject: Subject, _ body: (Value) -> Result) -> Result {
    var path = subject.path
    return path.withUTF8 { bytes in
      let slice = ByteSlice(UnsafeRawBufferPointer(bytes))
      return body(record.pointee.value(SubjectReference(subject, pathAt: 0), path: slice, of: frame))
    }
  }
}
