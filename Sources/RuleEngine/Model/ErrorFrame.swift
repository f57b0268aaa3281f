/// One error of a record as evaluation sees it: the recorded one, or a cause, or a nested payload.
struct ErrorFrame: BitwiseCopyable {
  /// The error's object on the tape.
  let object: Int32
  /// The first of its ``Field/count`` slots: for each field the tape index of its value, or -1.
  let slots: Int32
  /// Its causes among the record's frames, the direct cause first.
  var causes: Run
}
