internal import Foundation

/// A protocol that records list in `is` if an error conforms to it.
///
/// Swift can't list the protocols of a type, so a recorder tests those that it knows:
///
/// ```swift
/// .conformance("AlertableError") { $0 is any AlertableError }
/// ```
public struct KnownProtocol: Sendable {
  /// The name in rules.
  public let name: String
  /// The conformance test.
  public let holds: @Sendable (any Error) -> Bool

  /// A protocol by its name, with a test of conformance.
  public static func conformance(_ name: String, _ holds: @escaping @Sendable (any Error) -> Bool)
    -> KnownProtocol
  {
    KnownProtocol(name: name, holds: holds)
  }

  /// The standard protocols: Foundation's error protocols, then this module's.
  public static let standard: [KnownProtocol] = [
    .conformance("LocalizedError") { $0 is any LocalizedError },
    .conformance("RecoverableError") { $0 is any RecoverableError },
    .conformance("CustomNSError") { $0 is any CustomNSError },
    .conformance("ProblemError") { $0 is any ProblemError },
    .conformance("HTTPStatusError") { $0 is any HTTPStatusError },
    .conformance("CategorizedError") { $0 is any CategorizedError },
    .conformance("CausedError") { $0 is any CausedError },
    .conformance("AlertableError") { $0 is any AlertableError },
    .conformance("RetryAfterError") { $0 is any RetryAfterError },
  ]
}

/// Qualified, the nearest first, without a platform's root class.
func superclassNames(of error: any Error) -> [String] {
  var names: [String] = []
  var mirror = Mirror(reflecting: error).superclassMirror
  while let superclass = mirror, names.count < 64 {
    if superclass.subjectType == NSObject.self { break }
    names.append(qualifiedName(of: superclass.subjectType))
    mirror = superclass.superclassMirror
  }
  return names
}
