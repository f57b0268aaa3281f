internal import Explanations
internal import Replay
internal import Reports

extension ReplayDetail.Outcome {
  var pointer: String { Pointer.to("detail", "outcomes", "\(rawValue)") }
}
