/// What a record says of whether it is an error, before anything of it is written.
enum Standing: BitwiseCopyable {
  /// It may be one.
  case worthALook
  /// It is surely none: its severity is below that of errors.
  case below
  /// It says no severity, and nothing else that makes it one.
  case silent
}
