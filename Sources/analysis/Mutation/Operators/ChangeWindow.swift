internal import Source

struct ChangeWindow: MutationOperator {
  let name = "change-window"
  let change = "A time window is twice as long"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    let windows =
      (file.retries + file.retries.compactMap { $0["quota"] } + file.rates + file.breakers).compactMap {
        $0["within"]
      }
      + file.breakers.compactMap { $0["stays"] }
      + file.throttles.compactMap { $0.throttle["every"] }
    // Without a deadline there are more tries, as with a longer one (`drop-limit`).
    let deadlines = file.retries.compactMap { $0["deadline"] }
    let courses = file.retries.compactMap { $0["quota"]?["window"] }.map { course in
      Mutation.replace(course, with: .made(course.string == "fixed" ? "sliding" : "fixed"), name)
    }
    return windows.compactMap { scaled($0, by: 2) } + deadlines.compactMap { scaled($0, by: 0.5) } + courses
  }

  private func scaled(_ node: Node, by factor: Double) -> Mutation? {
    node.string.flatMap { ScaledDuration.text($0, by: factor) }.map { .replace(node, with: .made($0), name) }
  }
}
