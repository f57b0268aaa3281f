extension RequiredValues {
  /// The places of conditions in a list by the single values that they require.
  struct Index {
    private var byValue: [Key: [String: [Int]]] = [:]
    /// The places of conditions that don't compare a field with a single value.
    private var without: [Key: [Int]] = [:]

    init(_ needs: [RequiredValues]) {
      let values = needs.map { $0.values }
      for key in Set(values.flatMap { $0.keys }) {
        for (index, values) in values.enumerated() {
          if let value = values[key] {
            byValue[key, default: [:]][value, default: []].append(index)
          } else {
            without[key, default: []].append(index)
          }
        }
      }
    }

    /// The places of those that may match the same errors, in order. Nil for all of them.
    func candidates(for needs: [Key: String]) -> [Int]? {
      let choices = needs.compactMap { key, value -> (with: [Int], without: [Int])? in
        byValue[key].map { ($0[value] ?? [], without[key] ?? []) }
      }
      let best = choices.min { $0.with.count + $0.without.count < $1.with.count + $1.without.count }
      return best.map { ($0.with + $0.without).sorted() }
    }
  }
}
