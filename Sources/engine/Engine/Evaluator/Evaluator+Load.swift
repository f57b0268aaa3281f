package import Bytes
package import Records

extension Evaluator {
  /// The first of the subjects that the last record has, containers as JSON.
  package func firstText(of subjects: [Subject]) -> ByteSlice? {
    inputs.matcher.record.firstText(of: subjects)
  }

  /// A hash of the values that the last record has in some fields; never 0. A missing value is a value of its own.
  package func recordedKey(of subjects: [Subject]) -> UInt64 {
    var key = FastHash(seed: 11)
    for subject in subjects {
      let text = firstText(of: [subject])
      key.add(text ?? ByteSlice(""))
      key.add(text == nil ? UInt8(0) : 1)
    }
    return max(1, key.value)
  }

  /// A hash of the recorded operation; 0 for none.
  package var operationHash: UInt64 {
    let operation = inputs.matcher.record.value(.operation, of: ErrorRecord.recorded)
    guard !operation.isMissing else { return 0 }
    var hash = FastHash(seed: 2)
    hash.add(operation.text)
    return max(1, hash.value)
  }

  /// The recorded `attempt`, from 1; 0 for none.
  package var recordedTry: Int32 {
    let attempt = inputs.matcher.record.value(.attempt, of: ErrorRecord.recorded)
    guard case .integer(let number) = attempt.number, number >= 1 else { return 0 }
    return Int32(clamping: number)
  }
}
