public import Foundation

/// An error with texts for an alert.
///
/// Rules match it by `type: AlertableError`, and use its texts as `{attributes.alert.title ?? "Error"}` and
/// `{error.message}`.
public protocol AlertableError: LocalizedError {
  /// The alert's title; nil leaves it to the rule.
  var alertTitle: String? { get }
  /// The alert's message.
  var alertMessage: String { get }
}

extension AlertableError {
  /// No title.
  public var alertTitle: String? { nil }
  /// The alert's message.
  public var errorDescription: String? { alertMessage }
}
