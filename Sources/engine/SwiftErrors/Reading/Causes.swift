internal import Foundation

/// A flat list: each cause is followed by its own.
struct Causes {
  private(set) var all: [any Error] = []
  private(set) var isCut = false

  private let limit: Int
  private var seen: Set<ObjectIdentifier> = []

  /// An object in a cycle is listed once.
  init(of error: any Error, limit: Int) {
    self.limit = limit
    _ = isNew(error)
    // A stack instead of recursion, because a chain may be longer than the call stack allows.
    var pending = Array(directCauses(of: error).prefix(limit + 1).reversed())
    while let cause = pending.popLast() {
      guard isNew(cause) else { continue }
      guard all.count < limit else {
        isCut = true
        return
      }
      all.append(cause)
      pending.append(contentsOf: directCauses(of: cause).prefix(limit + 1).reversed())
    }
  }

  /// Only objects have an identity; values can't be recognized.
  private mutating func isNew(_ error: any Error) -> Bool {
    guard type(of: error) is AnyObject.Type else { return true }
    return seen.insert(ObjectIdentifier(error as AnyObject)).inserted
  }
}

private func directCauses(of error: any Error) -> [any Error] {
  if let caused = error as? any CausedError { return caused.underlyingErrors }
  if let coding = codingContextCause(of: error) { return coding }
  let userInfo = (error as NSError).userInfo
  var causes: [any Error] = []
  if let cause = userInfo[NSUnderlyingErrorKey] as? any Error { causes.append(cause) }
  // By its text, because the key has no name on Linux. Its value may be of any type.
  let others = safeList(userInfo["NSMultipleUnderlyingErrorsKey"]) ?? []
  return causes + others.compactMap { $0 as? any Error }
}

/// Inside a coding error's context; nil for any other error.
private func codingContextCause(of error: any Error) -> [any Error]? {
  switch error {
  case let error as DecodingError: error.context.map { $0.underlyingError.map { [$0] } ?? [] }
  case EncodingError.invalidValue(_, let context): context.underlyingError.map { [$0] } ?? []
  default: nil
  }
}

extension DecodingError {
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
      context
    case .dataCorrupted(let context): context
    @unknown default: nil
    }
  }
}
