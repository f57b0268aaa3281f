import Edits
import RuleEngine

/// Beside which value each comment of a YAML file stands.
struct CommentPlaces {
  /// The comment's text and the path of its value.
  private(set) var all: [String] = []

  /// `isOrdered` where the file's keys are in the order of the language already.
  static func of(_ bytes: [UInt8], name: String, isOrdered: Bool) throws -> [String] {
    var places = CommentPlaces()
    var file = try YAMLTreeBuilder.read(SourceFile(name: name, bytes: bytes))
    if !isOrdered { file = Formatter.ordered(file, name: name) }
    for comment in file.prologue ?? [] { places.add([comment], "before") }
    places.walk(file.root, "", isRoot: true)
    places.add(file.end, "end")
    return places.all.sorted()
  }

  private mutating func add(_ comments: [Comment], _ path: String) {
    for comment in comments { all.append("\(comment.text) @ \(path)") }
  }

  /// What an element begins with stands on the element's own line.
  private mutating func walk(_ entry: WrittenEntry, _ path: String, isRoot: Bool = false) {
    add(entry.leading + entry.header, path)
    // What is written on one line may be opened: what stood behind it all then stands below.
    add(entry.trailing, isRoot && entry.value.isContainer ? "end" : path)
    for (index, inner) in entry.value.entries.enumerated() {
      let step: String
      if let key = inner.key {
        if case .scalar(let scalar) = key.content { step = ".\(scalar.text)" } else { step = ".*" }
      } else {
        step = "[\(index)]"
      }
      let isSamePlace = index == 0 && (entry.key == nil || isRoot) && entry.value.anchor == nil
      walk(inner, isSamePlace ? path : path + step)
    }
    add(entry.value.end, entry.value.entries.isEmpty ? path : isRoot ? "end" : "\(path) end")
  }
}
