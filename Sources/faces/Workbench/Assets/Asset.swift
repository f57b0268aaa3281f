internal import CWorkbench
internal import Pages

/// A file of the page.
package struct Asset: Sendable {
  package let bytes: [UInt8]
  package let type: String

  /// - Parameter name: in the page's folder; the page itself has none.
  package init?(_ name: String) {
    switch name {
    case "": self.init(embedded: "page.html", type: "text/html; charset=utf-8")
    case "page.css", "editor.css": self.init(embedded: name, type: "text/css; charset=utf-8")
    case "page.js", "editor.js": self.init(embedded: name, type: "text/javascript; charset=utf-8")
    // The drawings and tables are those of reports.
    case "report.css": self.init(PageStyle.text, type: "text/css; charset=utf-8")
    case "report.js": self.init(PageScript.text, type: "text/javascript; charset=utf-8")
    case "icon.svg":
      self.init(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='#127a5b' d='M2 2h12v12H2z'/></svg>",
        type: "image/svg+xml")
    default: return nil
    }
  }

  private init(_ text: StaticString, type: String) {
    bytes = Array(text.description.utf8)
    self.type = type
  }

  /// Memory safety: the bytes are constants of the program.
  private init?(embedded name: String, type: String) {
    let found = workbench_asset_named(name)
    guard let start = found.bytes else { return nil }
    bytes = Array(UnsafeBufferPointer(start: start, count: found.count))
    self.type = type
  }
}
