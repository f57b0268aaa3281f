package import Counting
internal import Reports

extension RetryAccount {
  /// The sentence that belongs to every figure of untracked retries.
  package static func sentence(untracked count: Int) -> String {
    let retries = Figures.counted(count, "retry", plural: "retries")
    return "\(retries) \(count == 1 ? "is" : "are") untracked: no record says which try failed"
  }
}
