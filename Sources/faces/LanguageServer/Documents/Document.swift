internal import JSONRPC
package import Source

/// A text that the client has open; from then on its contents are what counts, not the file's.
package struct Document: Sendable {
  package let uri: String
  /// The client's number of the text; nil if it sends none.
  package private(set) var version: Int?
  /// The text, named by its path, or by its URI if it is not a file.
  package private(set) var file: SourceFile
  /// A change could not be applied, so that the client's text is unknown.
  package private(set) var isLost = false

  init(uri: String, name: String, version: Int?, text: String) {
    self.uri = uri
    self.version = version
    file = SourceFile(name: name, text: text)
  }

  /// A change of the text: the bytes that were replaced, and how many are there now.
  package struct Change: Sendable {
    package let replaced: Range<Int>
    package let length: Int

    package init(_ replaced: Range<Int>, length: Int) {
      self.replaced = replaced
      self.length = length
    }

    /// The smallest change that makes one text of another.
    package init(from old: [UInt8], to new: [UInt8]) {
      let least = min(old.count, new.count)
      var start = 0
      while start < least, old[start] == new[start] { start += 1 }
      var end = 0
      while end < least - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
      self.init(start..<(old.count - end), length: new.count - end - start)
    }
  }

  /// Applies changes, one after the other. If one of them is faulty, none is made, and the document is lost until the
  /// client sends the whole text.
  ///
  /// - Returns: the changes that were made.
  mutating func apply(_ params: Params, _ encoding: PositionEncoding) throws(ResponseError) -> [Change] {
    do throws(ResponseError) {
      var file = file
      var changes: [Change] = []
      var wasLost = isLost
      for change in try params.list("contentChanges") {
        let text = try change.text("text")
        guard change.has("range") else {
          let whole = SourceFile(name: file.name, text: text)
          changes.append(Change(from: file.bytes, to: whole.bytes))
          (file, wasLost) = (whole, false)
          continue
        }
        let range = try change.params("range")
        let start = encoding.offset(of: try Position(range.params("start")), in: file)
        let end = encoding.offset(of: try Position(range.params("end")), in: file)
        let replaced = min(start, end)..<max(start, end)
        var bytes = file.bytes
        bytes.replaceSubrange(replaced, with: text.utf8)
        changes.append(Change(replaced, length: text.utf8.count))
        file = SourceFile(name: file.name, bytes: bytes)
      }
      (self.file, isLost) = (file, wasLost)
      version = try? params.params("textDocument").integer("version")
      return changes
    } catch {
      isLost = true
      throw error
    }
  }
}

extension Range<Int> {
  /// The range after a change of its text; nil if the change touches it.
  package func moved(by change: Document.Change) -> Range<Int>? {
    if upperBound < change.replaced.lowerBound { return self }
    guard lowerBound > change.replaced.upperBound || lowerBound == change.replaced.upperBound && !isEmpty
    else { return nil }
    let distance = change.length - change.replaced.count
    return (lowerBound + distance)..<(upperBound + distance)
  }
}
