public import Foundation

/// An error that says what an alert about it has to say.
///
/// Rules find it by `type: AlertableError`, and what it says as `{attributes.alert.title ?? "Error"}` and `{error.message}`.
public protocol AlertableError: LocalizedError {
  /// The alert's title; nil leaves it to the rule.
  var alertTitle: String? { get }
  /// The alert's message.
  var alertMessage: String { get }
}

extension AlertableError {
  /// None.
  public var alertTitle: String? { nil }
  /// The alert's message.
  public var errorDescription: String? { alertMessage }
}
