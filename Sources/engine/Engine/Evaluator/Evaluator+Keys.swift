internal import Bytes
internal import Records

extension Evaluator {
  /// A digest by which errors count as the same. A missing value is a value of its own.
  func key(_ subjects: IndexRange<SubjectIndex>) -> UInt128 {
    var digest = KeyDigest()
    for place in subjects { digest.add(value(ofSubject: tables.limits.keySubjects[place], error)) }
    return digest.value
  }

  /// The same digest with a further value.
  func key(_ subjects: IndexRange<SubjectIndex>, and further: Value) -> UInt128 {
    var digest = KeyDigest()
    for place in subjects { digest.add(value(ofSubject: tables.limits.keySubjects[place], error)) }
    digest.add(further)
    return digest.value
  }

  /// The same digest; nil if a value is missing.
  func fullKey(_ subjects: IndexRange<SubjectIndex>) -> UInt128? {
    var digest = KeyDigest()
    for place in subjects {
      let value = value(ofSubject: tables.limits.keySubjects[place], error)
      if value.isMissing { return nil }
      digest.add(value)
    }
    return digest.value
  }
}
