import SwiftErrors
import ErrorHandling
import Foundation

/// A chain that records the errors it handles: `errctl replay RULES FILE --seed 7` gives the same resolutions.
func recordedChain(_ rules: RuleSource, into file: RecordingFile) throws -> RunningChain {
  let policy = RecordingPolicy(
    redaction: try Redaction(secretKeys: ["loyalty_pin"], secretPatterns: ["[0-9]{13,19}"])
  )
  let recorder = ErrorRecorder(policy: policy, sink: file.append)
  var settings = ChainSettings(seed: 7, policy: policy)
  settings.observe = { observation in
    if let error = observation.error { recorder.record(error, observation.occurrence) }
  }
  return try RunningChain(rules, settings: settings)
}
