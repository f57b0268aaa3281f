internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The app's folder on the device, and the calls into the system that work on it.
struct Disk {
  /// The folder; recorded as `/home/shop`.
  let home: String

  /// Makes a fresh folder with what an installed app has.
  init() throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/recorded-shop-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError.last }
    home = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for folder in ["Caches/images", "Documents", "Library"] {
      try FileManager.default.createDirectory(atPath: path(folder), withIntermediateDirectories: true)
    }
    try Data("{\"items\": []}".utf8).write(to: url("Documents/cart.json"))
    try Data("not json at all".utf8).write(to: url("Documents/wishlist.json"))
    try Data([0xFF, 0xFE, 0xC3, 0x28]).write(to: url("Library/notes.txt"))
    try FileManager.default.createSymbolicLink(
      atPath: path("Library/a"),
      withDestinationPath: path("Library/b")
    )
    try FileManager.default.createSymbolicLink(
      atPath: path("Library/b"),
      withDestinationPath: path("Library/a")
    )
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: home)
  }

  func path(_ name: String) -> String { home + "/" + name }
  func url(_ name: String) -> URL { URL(fileURLWithPath: path(name)) }

  /// open(2), and close again.
  func open(_ name: String, _ flags: Int32) throws(POSIXError) {
    _ = close(try descriptor(name, flags))
  }

  /// link(2): the second name for a file that a snapshot is.
  func link(_ name: String, as other: String) throws(POSIXError) {
    try check(linkFile(path(name), path(other)))
  }

  /// rmdir(2).
  func removeFolder(_ name: String) throws(POSIXError) { try check(rmdir(path(name))) }

  /// mkdir(2).
  func makeFolder(_ name: String) throws(POSIXError) { try check(mkdir(path(name), 0o700)) }

  /// access(2): may the plug-in be run? Of a plain file not even root may.
  func checkExecutable(_ name: String) throws(POSIXError) { try check(access(path(name), X_OK)) }

  /// write(2) to a descriptor that was closed before.
  func writeAfterClose(_ name: String) throws(POSIXError) {
    let file = try descriptor(name, O_RDWR)
    _ = close(file)
    try check(Int32(write(file, "x", 1)))
  }

  /// write(2) to a file opened for reading.
  func writeReadOnly(_ name: String) throws(POSIXError) {
    let file = try descriptor(name, O_RDONLY)
    defer { _ = close(file) }
    try check(Int32(write(file, "x", 1)))
  }

  /// flock(2) by two at once.
  func lockTwice(_ name: String) throws(POSIXError) {
    let first = try descriptor(name, O_RDWR)
    let second = try descriptor(name, O_RDWR)
    defer { _ = (close(first), close(second)) }
    try check(flock(first, LOCK_EX | LOCK_NB))
    try check(flock(second, LOCK_EX | LOCK_NB))
  }

  #if os(Linux)
    /// write(2) to a disk that is always full.
    func writeToFullDisk() throws(POSIXError) {
      let file = openFile("/dev/full", O_WRONLY)
      guard file >= 0 else { throw POSIXError.last }
      defer { _ = close(file) }
      try check(Int32(write(file, "x", 1)))
    }
  #endif

  private func descriptor(_ name: String, _ flags: Int32) throws(POSIXError) -> Int32 {
    let file = openFile(path(name), flags)
    try check(file)
    return file
  }

  private func check(_ result: Int32) throws(POSIXError) {
    if result < 0 { throw POSIXError.last }
  }
}

extension POSIXError {
  /// The error of the call before.
  fileprivate static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

private func linkFile(_ path: String, _ other: String) -> Int32 { link(path, other) }
