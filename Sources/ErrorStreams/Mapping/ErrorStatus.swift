/// Whether a record is an error, as known before anything is written.
enum ErrorStatus: BitwiseCopyable {
  /// It may be one.
  case possible
  /// It is certainly none: its severity is below that of errors.
  case below
  /// It has no severity, and nothing else that makes it one.
  case silent
}
