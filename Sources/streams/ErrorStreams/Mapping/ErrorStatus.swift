/// The status as known before anything is written.
enum ErrorStatus: BitwiseCopyable {
  case possible
  /// Certainly none: its severity is below that of errors.
  case below
  /// No severity, and nothing else that makes it an error.
  case silent
}
