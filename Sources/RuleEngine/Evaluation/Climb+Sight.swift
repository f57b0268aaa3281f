internal import Bytes
package import Records

extension Climb {
  /// Whether the last record, or one of its causes, has a value for a subject.
  package func has(_ subject: Subject) -> Bool {
    var path = subject.path
    return path.withUTF8 { path in
      let path = ByteSlice(UnsafeRawBufferPointer(path))
      let reference = SubjectReference(subject, pathAt: 0)
      for frame in inquiry.matcher.record.frames.indices
      where !inquiry.matcher.record.value(reference, path: path, of: frame).isMissing {
        return true
      }
      return false
    }
  }

  /// The types of the last record and of its causes, with their ancestors and protocols.
  package func types() -> [String] {
    var names: [String] = []
    for frame in inquiry.matcher.record.frames.indices {
      let type = inquiry.matcher.record.value(.type, of: frame)
      if type.kind == .string { names.append(String(type.text)) }
      let ancestors = inquiry.matcher.record.value(.is, of: frame)
      guard ancestors.kind == .array else { continue }
      var index = 0
      while let element = inquiry.matcher.record.element(index, of: ancestors.index) {
        let value = inquiry.matcher.record.tape.value(at: element)
        if value.kind == .string { names.append(String(value.text)) }
        index += 1
      }
    }
    return names
  }
}
