/// An error that knows which category of the rule file it belongs to.
///
/// Its own word wins over the file's `categories`, if the file lists it.
public protocol CategorizedError: Error {
  /// The category's name; nil leaves the choice to the rule file.
  var category: String? { get }
}
