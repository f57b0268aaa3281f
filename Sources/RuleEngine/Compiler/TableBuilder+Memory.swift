internal import Bytes
internal import Records
internal import RuleLanguage

extension TableBuilder {
  /// Appends what a key is made of and returns where it stands.
  mutating func key(_ subjects: [Subject]) -> Run<SubjectIndex> {
    let places = subjects.map { subject($0) }
    return tables.keySubjects.append(contentsOf: places)
  }

  /// Appends a rate and returns its place.
  mutating func compile(_ rate: Rate?) -> Index<CompiledRate> {
    guard let rate else { return .nowhere }
    return tables.rates.append(
      CompiledRate(atLeast: Int32(rate.atLeast), per: key(rate.per), within: rate.within.microseconds)
    )
  }

  /// Appends a throttle and returns its place.
  mutating func compile(_ throttle: Throttle?) -> Index<CompiledThrottle> {
    guard let throttle else { return .nowhere }
    return tables.throttles.append(
      CompiledThrottle(per: key(throttle.per), every: throttle.every.microseconds)
    )
  }
}
