package import Foundation
package import SwiftErrors

/// RFC 9457 as the sample has it: five members, and extras by type.
package struct HTTPAPIProblem<Extras: Sendable>: Error {
  package let type: String
  package let title: String
  package let status: Int
  package let detail: String
  package let instance: String
  package let extras: Extras
}

package struct FeatureThreeFeatureWideProblemExtras: Sendable {}
package struct FeatureThreePageOneProblemExtras: Sendable {}
package struct UserAgreementProblemExtras: Sendable {
  package let agreementURL: URL
}

/// As in rules/originals/error-responder/README.md.
extension HTTPAPIProblem: ProblemError {
  package var problem: Problem? {
    var extensions: [String: JSONValue] = [:]
    if let agreement = extras as? UserAgreementProblemExtras {
      extensions["agreementURL"] = .string(agreement.agreementURL.absoluteString)
    }
    return Problem(
      type: type,
      title: title,
      status: status,
      detail: detail,
      instance: instance,
      extensions: extensions
    )
  }
}

/// What the sample throws in Feature Three.
package enum Thrown {
  package static let featureWide = problem(
    type: "urn:some:feature:three:feature-wide:problem",
    detail: "Feature three feature-wide problem",
    FeatureThreeFeatureWideProblemExtras()
  )
  package static let pageOne = problem(
    type: "urn:some:feature:three:feature-wide:problem",
    detail: "Feature three page one problem",
    FeatureThreePageOneProblemExtras()
  )
  package static let agreement = problem(
    type: "https://some.domain/problem/user-agreement",
    detail: "Feature three feature-wide problem",
    UserAgreementProblemExtras(agreementURL: URL(string: "https://example.ios")!)
  )

  private static func problem<Extras>(type: String, detail: String, _ extras: Extras) -> HTTPAPIProblem<
    Extras
  > {
    HTTPAPIProblem(
      type: type,
      title: "Problem!",
      status: 400,
      detail: detail,
      instance: "https://some.domain/some/poroblem/instance",
      extras: extras
    )
  }
}

/// A problem document as a client throws it, whatever is in it.
package struct Refusal: ProblemError {
  package let problem: Problem?

  package init(_ problem: Problem) {
    self.problem = problem
  }
}
