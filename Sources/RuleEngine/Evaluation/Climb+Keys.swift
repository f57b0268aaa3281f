internal import Bytes
internal import Records

extension Climb {
  /// The digest of what makes errors the same: the values of subjects among the chain's key subjects. A missing value
  /// is one of its own.
  func key(_ subjects: Run<SubjectIndex>) -> UInt128 {
    var digest = KeyDigest()
    for place in subjects { digest.add(value(ofSubject: tables.keySubjects[place], error)) }
    return digest.value
  }

  /// The same digest, or nil where a value is missing.
  func fullKey(_ subjects: Run<SubjectIndex>) -> UInt128? {
    var digest = KeyDigest()
    for place in subjects {
      let value = value(ofSubject: tables.keySubjects[place], error)
      if value.isMissing { return nil }
      digest.add(value)
    }
    return digest.value
  }
}
