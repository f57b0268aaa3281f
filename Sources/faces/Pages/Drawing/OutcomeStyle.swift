internal import Explanations
internal import Replay
internal import Reports
internal import Counting

extension ReplayDetail.Outcome {
  var pointer: String { Pointer.to("detail", "outcomes", "\(rawValue)") }
}
