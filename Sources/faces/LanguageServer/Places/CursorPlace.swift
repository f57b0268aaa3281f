/// The place of a cursor in the structure of a YAML or JSON text, from the text before it alone: the text behind it may be
/// unfinished, and the whole may not be readable.
package struct CursorPlace: Sendable {
  /// A step from a container to what it contains.
  package enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  /// The mapping in which a key may be written; nil if none may.
  package internal(set) var keyPath: [Step]?
  /// Keys of that mapping before the cursor.
  package internal(set) var siblings: [String] = []
  /// The place of the value that may be written; nil if none may.
  package internal(set) var valuePath: [Step]?
  /// The text before the cursor that belongs to the key or value, without an opening quote.
  package internal(set) var word = ""
  /// The offset of the word's first byte.
  package internal(set) var wordStart = 0
  /// The quote before the word; nil for none.
  package internal(set) var quote: UInt8?
  /// It stands between brackets or braces.
  package internal(set) var isFlow = false
  /// The column of the block mapping for a key, or of the element in it.
  package internal(set) var column = 0
  /// The values of the mapping's keys before the cursor, as far as they are written on one line.
  package internal(set) var values: [String: String] = [:]

  /// Nil in comments and block scalars, where nothing of the language is written.
  package init?(_ bytes: [UInt8], at offset: Int, isJSON: Bool) {
    var scan = CursorScan(Array(bytes[..<min(max(offset, 0), bytes.count)]), isJSON: isJSON)
    guard let place = scan.place() else { return nil }
    self = place
  }

  init() {}
}
