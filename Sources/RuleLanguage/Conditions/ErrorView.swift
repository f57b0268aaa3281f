internal import Bytes
public import Records

/// An error as plugins see it while it is being answered: its values by name, read from the record in place.
///
/// What keeps it safe: a view is made for one call, is not copyable, and is only ever borrowed by the plugin.
public struct ErrorView: ~Copyable {
  private let record: UnsafePointer<ErrorRecord>
  private let frame: FrameIndex
  /// The category that the error was given, or nil where it is not the one that is answered.
  private let category: Value?

  /// A view on the error of `frame`; `record`, and the text of `category`, must stay where they are while the view
  /// exists.
  package init(_ record: UnsafePointer<ErrorRecord>, frame: FrameIndex, category: Value?) {
    self.record = record
    self.frame = frame
    self.category = category
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
    if subject == .field(.category), let category { return body(category) }
    var path = subject.path
    return path.withUTF8 { bytes in
      let slice = ByteSlice(UnsafeRawBufferPointer(bytes))
      return body(record.pointee.value(SubjectReference(subject, pathAt: 0), path: slice, of: frame))
    }
  }
}
