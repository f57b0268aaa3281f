internal import Bytes
internal import Records
internal import RuleLanguage

extension TableBuilder {
  mutating func key(_ subjects: [Subject]) -> IndexRange<SubjectIndex> {
    let places = subjects.map { subject($0) }
    return tables.limits.keySubjects.append(contentsOf: places)
  }

  mutating func compile(_ rate: Rate?) -> Index<CompiledRate> {
    guard let rate else { return .nowhere }
    return tables.limits.rates.append(
      CompiledRate(atLeast: Int32(rate.atLeast), per: key(rate.per), within: rate.within.microseconds))
  }

  mutating func compile(_ breaker: Breaker) -> CompiledBreaker {
    CompiledBreaker(
      condition: compile(breaker.condition), atLeast: Int32(breaker.atLeast), per: key(breaker.per),
      within: breaker.within.microseconds, stays: breaker.stays.microseconds)
  }

  mutating func compile(_ throttle: Throttle?) -> Index<CompiledThrottle> {
    guard let throttle else { return .nowhere }
    return tables.limits.throttles.append(
      CompiledThrottle(per: key(throttle.per), every: throttle.every.microseconds))
  }
}
