import Edits
internal import Bytes
internal import Source
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes a new file in place of another; follows links and keeps permissions. A file that has changed since it was read
/// is left alone.
struct FileRewrite {
  /// The path as the user named it. `-` stands for standard input, which is written to standard output.
  let path: String
  private let before: [UInt8]
  private let source: SourceFile
  /// The new text, in UTF-8.
  private let after: [UInt8]

  init(path: String, before: [UInt8], source: SourceFile, after: [UInt8]) {
    self.path = path
    self.before = before
    self.source = source
    self.after = after
  }

  /// - Throws: if the file no longer contains `text`.
  init(path: String, inPlaceOf text: [UInt8], after: [UInt8], limits: Limits) throws {
    let bytes = try InputFile.read(path, limit: limits.ruleFileBytes)
    var diagnostics = Diagnostics()
    let source = SourceReader(limits: limits).read(name: path, bytes: bytes, into: &diagnostics).file
    guard source.bytes == text else { throw CommandFailure(.unwritable, Self.changed(path)) }
    self.init(path: path, before: bytes, source: source, after: after)
  }

  private static func changed(_ path: String) -> String {
    "\(path) was changed meanwhile and is left as it is. Run the command again."
  }

  var isChange: Bool { after != source.bytes }

  /// The difference in the format of `diff -u`, with control characters escaped.
  var difference: String {
    let name = EscapedText.of(InputFile.shown(path))
    return UnifiedDifference.text(source.bytes, after, name: name)
  }

  func print() throws {
    try after.withUnsafeBytes { try CheckedOutput.standardOutput.write($0) }
    try CheckedOutput.standardOutput.flush()
  }

  func write() -> String? {
    guard let target = FileImports.identity(of: path) else {
      return "\(path): The file no longer exists."
    }
    do {
      return try replace(target)
    } catch {
      return "\(path) could not be written: \((error as? Errno ?? .ioError).description)."
    }
  }

  private func replace(_ target: String) throws -> String? {
    let kind = try FileKind(of: target)
    guard kind.isRegular else { return "\(path) could not be written: it is not a regular file." }
    // Root could write it, but a read-only file is meant to stay as it is.
    guard kind.isWritable, access(target, W_OK) == 0 else {
      return "\(path) could not be written: it is read-only. Make it writable, or leave it out."
    }
    let new = try TemporaryFile(beside: target, permissions: kind.permissions)
    var isKept = false
    defer { if !isKept { new.remove() } }
    // Restores permissions removed by the umask, and the owner.
    _ = fchown(new.descriptor.rawValue, kind.owner.user, kind.owner.group)
    _ = fchmod(new.descriptor.rawValue, kind.mode)
    do {
      _ = try encoded.withUnsafeBytes { try new.descriptor.writeAll($0) }
    } catch {
      try? new.descriptor.close()
      throw error
    }
    try new.close()
    // The two change places, and only then the old one is looked at: whoever saves the file before that is not overwritten.
    guard new.exchange(with: target) else {
      guard try isUnchanged(target) else { return Self.changed(path) }
      try new.replace(target)
      return nil
    }
    if (try? isUnchanged(new.path.string)) == true {
      TemporaryFile.syncFolder(of: target)
      return nil
    }
    let isBack = new.exchange(with: target)
    // Whoever saved the file before it was back has saved it where the new one was.
    if isBack, (try? InputFile.contents(of: new.path.string, limit: encoded.count)) == encoded {
      return Self.changed(path)
    }
    isKept = true
    OpenFiles.remove(new.path)
    return isBack
      ? "\(path) was saved twice meanwhile. It is what the first save made it; the second one is \(new.path.string)."
      : "\(path) was changed meanwhile, and could not be put back. The changed file is \(new.path.string)."
  }

  private func isUnchanged(_ file: String) throws -> Bool {
    try InputFile.contents(of: file, limit: before.count) == before
  }

  /// The text in the file's original encoding.
  private var encoded: [UInt8] {
    switch (before.first, before.dropFirst().first) {
    case (0xFF, 0xFE): SourceFile.utf16(after, isBigEndian: false)
    case (0xFE, 0xFF): SourceFile.utf16(after, isBigEndian: true)
    default: after
    }
  }
}

extension SourceFile {
  fileprivate static func utf16(_ text: [UInt8], isBigEndian: Bool) -> [UInt8] {
    ([0xFEFF] + String(decoding: text, as: UTF8.self).utf16).flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }
}
