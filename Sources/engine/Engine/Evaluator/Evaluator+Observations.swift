internal import Bytes
package import Records

extension Evaluator {
  /// Whether the last record, or one of its causes, has a value for a subject.
  package func has(_ subject: Subject) -> Bool {
    var path = subject.path
    return path.withUTF8 { path in
      let path = ByteSlice(UnsafeRawBufferPointer(path))
      let reference = SubjectReference(subject, pathAt: 0)
      for errorNode in inputs.matcher.record.errorNodes.indices
      where !inputs.matcher.record.value(reference, path: path, of: errorNode).isMissing {
        return true
      }
      return false
    }
  }

  /// The types of the last record and of its causes, with their ancestors and protocols.
  package func types() -> [String] {
    var names: [String] = []
    for errorNode in inputs.matcher.record.errorNodes.indices {
      let type = inputs.matcher.record.value(.type, of: errorNode)
      if type.kind == .string { names.append(String(type.text)) }
      let ancestors = inputs.matcher.record.value(.is, of: errorNode)
      guard ancestors.kind == .array else { continue }
      var index = 0
      while let element = inputs.matcher.record.element(index, of: ancestors.index) {
        let value = inputs.matcher.record.tape.value(at: element)
        if value.kind == .string { names.append(String(value.text)) }
        index += 1
      }
    }
    return names
  }
}
