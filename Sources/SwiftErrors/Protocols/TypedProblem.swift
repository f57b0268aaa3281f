/// The extension members of one kind of problem, with their types.
///
/// ```swift
/// struct OutOfCredit: ProblemMembers {
///   static let problemType: String? = "https://example.com/probs/out-of-credit"
///   let balance: Int
/// }
/// let problem = try JSONDecoder().decode(TypedProblem<OutOfCredit>.self, from: body)
/// ```
public protocol ProblemMembers: Decodable, Sendable {
  /// The type of the problems that have these members; nil: any.
  static var problemType: String? { get }
}

/// A problem document of a known kind, as an error: `application/problem+json` (RFC 9457) with typed extension members.
public struct TypedProblem<Members: ProblemMembers>: ProblemError, HTTPStatusError, Sendable {
  /// The whole document, its extension members as they came.
  public let document: Problem
  /// Its extension members.
  public let members: Members

  /// The document.
  public var problem: Problem? { document }
  /// The status that the document tells.
  public var httpStatus: Int? { document.status }

  /// A problem; throws ``ProblemFault`` where the document is of another kind.
  public init(_ document: Problem, members: Members) throws(ProblemFault) {
    try ProblemFault.check(document.type, wanted: Members.problemType)
    self.document = document
    self.members = members
  }
}

extension TypedProblem: Decodable {
  /// Reads a problem document of this kind.
  ///
  /// Throws ``ProblemFault`` where its `type` is another or empty, and what the decoder throws where it is no JSON object
  /// or an extension member is missing or of another type.
  public init(from decoder: any Decoder) throws {
    let document = try Problem(from: decoder)
    try ProblemFault.check(document.type, wanted: Members.problemType)
    self.document = document
    members = try Members(from: decoder)
  }
}

/// Why a problem document is not of a kind.
public enum ProblemFault: Error, Sendable, Hashable {
  /// Its type is empty, which names nothing.
  case typeIsEmpty
  /// It is of another kind; an absent type is `about:blank`.
  case typeDiffers(found: String, wanted: String)

  static func check(_ type: String?, wanted: String?) throws(ProblemFault) {
    let found = type ?? "about:blank"
    guard !found.isEmpty else { throw .typeIsEmpty }
    guard let wanted, wanted != found else { return }
    throw .typeDiffers(found: found, wanted: wanted)
  }
}
