internal import Bytes

/// The number of an error before its message, as pgBackRest writes it and ends with it:
/// `[056]: unable to find primary cluster - cannot proceed`.
enum PgBackRestError {
  /// The error's code and type; nil for any other text.
  static func read(_ text: ByteSlice) -> ErrorTexts.Error? {
    guard text.count > 7, text[0] == UInt8(ascii: "["), text[4..<text.count].hasPrefix(ByteSlice("]: ")),
      let number = text[1..<4].wholeNumber, let known = errors.first(where: { $0.number == number })
    else { return nil }
    let code = text[(number < 100 ? 2 : 1)..<4]
    return ErrorTexts.Error(type: ByteSlice(known.type), code: code, message: text)
  }

  /// Source: pgBackRest, `src/build/error/error.yaml`; the names are those in its messages.
  private static let errors: [(number: Int64, type: StaticString)] = [
    (25, "AssertError"), (26, "ChecksumError"), (27, "ConfigError"), (28, "FileInvalidError"),
    (29, "FormatError"), (30, "CommandRequiredError"), (31, "OptionInvalidError"),
    (32, "OptionInvalidValueError"), (37, "OptionRequiredError"), (38, "PgRunningError"),
    (39, "ProtocolError"), (40, "PathNotEmptyError"), (41, "FileOpenError"), (42, "FileReadError"),
    (43, "ParamRequiredError"), (44, "ArchiveMismatchError"), (45, "ArchiveDuplicateError"),
    (46, "VersionNotSupportedError"), (47, "PathCreateError"), (48, "CommandInvalidError"),
    (49, "HostConnectError"), (50, "LockAcquireError"), (51, "BackupMismatchError"), (52, "FileSyncError"),
    (53, "PathOpenError"), (54, "PathSyncError"), (55, "FileMissingError"), (56, "DbConnectError"),
    (57, "DbQueryError"), (58, "DbMismatchError"), (60, "FileRemoveError"), (61, "PathRemoveError"),
    (62, "StopError"), (63, "TermError"), (64, "FileWriteError"), (67, "FeatureNotSupportedError"),
    (68, "ArchiveCommandInvalidError"), (69, "LinkExpectedError"), (70, "LinkDestinationError"),
    (72, "HostInvalidError"), (73, "PathMissingError"), (74, "FileMoveError"),
    (75, "BackupSetInvalidError"), (76, "TablespaceMapError"), (78, "LinkMapError"), (79, "FileCloseError"),
    (80, "DbMissingError"), (81, "DbInvalidError"), (82, "ArchiveTimeoutError"), (83, "FileModeError"),
    (87, "ArchiveDisabledError"), (88, "FileOwnerError"), (89, "UserMissingError"), (93, "FileExistsError"),
    (94, "MemoryError"), (95, "CryptoError"), (96, "ParamInvalidError"), (97, "PathCloseError"),
    (98, "FileInfoError"), (99, "JsonFormatError"), (100, "KernelError"), (101, "ServiceError"),
    (102, "ExecuteError"), (103, "RepoInvalidError"), (104, "CommandError"), (105, "AccessError"),
    (106, "ClockError"), (122, "RuntimeError"), (124, "UnhandledError"), (125, "UnknownError"),
  ]
}
