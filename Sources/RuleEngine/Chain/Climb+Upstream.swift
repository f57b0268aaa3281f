package import Bytes
package import Records

extension Climb {
  /// The text of the first of some subjects that the record that was read last has, or nil; a container's is its JSON.
  package func firstText(of subjects: [Subject]) -> ByteSlice? {
    for subject in subjects {
      var path = subject.path
      let text = path.withUTF8 { path -> ByteSlice? in
        let path = ByteSlice(UnsafeRawBufferPointer(path))
        let reference = SubjectReference(subject, pathAt: 0)
        let value = inquiry.matcher.record.value(reference, path: path, of: ErrorRecord.recorded)
        return value.isMissing ? nil : value.text
      }
      if let text { return text }
    }
    return nil
  }

  /// A hash of the recorded operation; 0 where the record has none.
  package var operationHash: UInt64 {
    let operation = inquiry.matcher.record.value(.operation, of: ErrorRecord.recorded)
    guard !operation.isMissing else { return 0 }
    var hash = FastHash(seed: 2)
    hash.add(operation.text)
    return max(1, hash.value)
  }

  /// Which try the record says that it was, from 1, or 0.
  package var recordedTry: Int32 {
    let attempt = inquiry.matcher.record.value(.attempt, of: ErrorRecord.recorded)
    guard case .integer(let number) = attempt.number, number >= 1 else { return 0 }
    return Int32(clamping: number)
  }
}

extension ByteSlice {
  /// A hash by which equal texts meet.
  package var hash: UInt64 {
    var hash = FastHash(seed: 3)
    hash.add(self)
    return hash.value
  }
}

extension ResponderChain {
  /// The delay before the try that follows try `attempt`, as a station's own budget has it; nil where no budget stands
  /// there.
  package func delay(after attempt: Int32, atStation station: Int32) -> PendingDelay? {
    let verdict = tables.stations[Int(station)].verdict
    guard verdict.kind == .retry, verdict.operand >= 0 else { return nil }
    return tables.budgets[Int(verdict.operand)].delay(after: Int64(attempt), floor: 0, at: station)
  }
}

/// A draw from 0 up to but not including 1 that depends on these numbers alone: as ``RandomDraw`` has it.
package enum SuccessDraw {
  package static func unit(seed: UInt64, ordinal: UInt64, attempt: Int32) -> Double {
    var name = Buffer<UInt8>(capacity: 16)
    name.append("success/")
    JSONText.append(integer: Int64(attempt), to: &name)
    return RandomDraw.unit(seed: seed, ordinal: ordinal, station: name.slice)
  }
}
