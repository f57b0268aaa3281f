package import Source

/// The parameters of a message. A member that is missing or of another type is an error that names it.
package struct Params: Sendable {
  package let node: Node?
  /// The members on the way to it, such as `textDocument.`.
  private let path: String

  package init(_ node: Node?, path: String = "") {
    self.node = node
    self.path = path
  }

  /// The member, without null.
  package subscript(key: String) -> Node? {
    guard let value = node?[key], !value.isNull else { return nil }
    return value
  }

  package func has(_ key: String) -> Bool { self[key] != nil }

  package func params(_ key: String) throws(ResponseError) -> Params {
    guard let value = self[key], value.members != nil else { throw fault(key, "a mapping") }
    return Params(value, path: "\(path)\(key).")
  }

  package func text(_ key: String) throws(ResponseError) -> String {
    guard let text = self[key]?.string else { throw fault(key, "a text") }
    return text
  }

  package func integer(_ key: String) throws(ResponseError) -> Int {
    guard case .integer(let number)? = self[key]?.content else { throw fault(key, "an integer") }
    return Int(number)
  }

  /// Zero or more.
  package func count(_ key: String) throws(ResponseError) -> Int {
    let number = try integer(key)
    guard number >= 0 else { throw fault(key, "an integer of 0 or more") }
    return number
  }

  package func list(_ key: String) throws(ResponseError) -> [Params] {
    guard let elements = self[key]?.elements else { throw fault(key, "a list") }
    return elements.enumerated().map { Params($1, path: "\(path)\(key).\($0).") }
  }

  package func flag(_ key: String) -> Bool? {
    if case .bool(let flag)? = self[key]?.content { flag } else { nil }
  }

  /// A mapping at the end of a path of keys, which clients may leave out anywhere.
  package func optional(_ keys: String...) -> Params {
    var node = node
    for key in keys { node = node?[key] }
    return Params(node, path: "\(path)\(keys.joined(separator: ".")).")
  }

  private func fault(_ key: String, _ expected: String) -> ResponseError {
    ResponseError(.invalidParams, "“\(path)\(key)” is not \(expected). Send one.")
  }
}
