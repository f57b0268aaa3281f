/// The typed extension members of one problem type.
///
/// ```swift
/// struct OutOfCredit: ProblemMembers {
///   static let problemType: String? = "https://example.com/probs/out-of-credit"
///   let balance: Int
/// }
/// let problem = try JSONDecoder().decode(TypedProblem<OutOfCredit>.self, from: body)
/// ```
public protocol ProblemMembers: Decodable, Sendable {
  /// The problem type with these members; nil: any.
  static var problemType: String? { get }
}

/// A problem document of a known type, as an error: `application/problem+json` (RFC 9457) with typed extension members.
public struct TypedProblem<Members: ProblemMembers>: ProblemError, HTTPStatusError, Sendable {
  /// The whole document, with its untyped extension members.
  public let document: Problem
  /// Its typed extension members.
  public let members: Members

  /// The document.
  public var problem: Problem? { document }
  /// The status of the document.
  public var httpStatus: Int? { document.status }

  /// A problem; throws ``ProblemFault`` if the document has another type.
  public init(_ document: Problem, members: Members) throws(ProblemFault) {
    try ProblemFault.check(document.type, wanted: Members.problemType)
    self.document = document
    self.members = members
  }
}

extension TypedProblem: Decodable {
  /// Decodes a problem document of this type.
  ///
  /// Throws ``ProblemFault`` if its `type` differs or is empty, and the decoder's error if it is not a JSON
  /// object, or if an extension member is missing or of another type.
  public init(from decoder: any Decoder) throws {
    let document = try Problem(from: decoder)
    try ProblemFault.check(document.type, wanted: Members.problemType)
    self.document = document
    members = try Members(from: decoder)
  }
}

/// A reason why a problem document does not have the expected type.
public enum ProblemFault: Error, Sendable, Hashable {
  /// Its type is empty.
  case typeIsEmpty
  /// It has another type; a missing type is `about:blank`.
  case typeDiffers(found: String, wanted: String)

  static func check(_ type: String?, wanted: String?) throws(ProblemFault) {
    let found = type ?? "about:blank"
    guard !found.isEmpty else { throw .typeIsEmpty }
    guard let wanted, wanted != found else { return }
    throw .typeDiffers(found: found, wanted: wanted)
  }
}
