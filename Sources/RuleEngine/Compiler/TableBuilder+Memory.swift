internal import Bytes
internal import Records
internal import RuleLanguage

extension TableBuilder {
  /// Appends what a key is made of and returns where it stands.
  mutating func key(_ subjects: [Subject]) -> Run {
    let first = Int32(tables.keySubjects.count)
    for subject in subjects { tables.keySubjects.append(self.subject(subject)) }
    return first..<Int32(tables.keySubjects.count)
  }

  /// Appends a rate and returns its place, -1 for none.
  mutating func compile(_ rate: Rate?) -> Int32 {
    guard let rate else { return -1 }
    tables.rates.append(
      CompiledRate(atLeast: Int32(rate.atLeast), per: key(rate.per), within: rate.within.microseconds)
    )
    return Int32(tables.rates.count - 1)
  }

  /// Appends a throttle and returns its place, -1 for none.
  mutating func compile(_ throttle: Throttle?) -> Int32 {
    guard let throttle else { return -1 }
    tables.throttles.append(CompiledThrottle(per: key(throttle.per), every: throttle.every.microseconds))
    return Int32(tables.throttles.count - 1)
  }
}
