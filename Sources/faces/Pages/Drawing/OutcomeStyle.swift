internal import Explanations
internal import Replay

extension ReplayDetail.Outcome {
  var pointer: String { Pointer.to("detail", "outcomes", "\(rawValue)") }
}
