/// An error with a category of its own.
///
/// It overrides the file's `categories`, if the file lists it.
public protocol CategorizedError: Error {
  /// The category's name; nil leaves the choice to the rule file.
  var category: String? { get }
}
