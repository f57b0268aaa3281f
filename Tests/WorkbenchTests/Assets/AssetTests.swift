import Testing
import Workbench

@Suite("The files of the page")
struct AssetTests {
  @Test("are in the program, each with its type")
  func embedded() throws {
    let page = try #require(Asset(""))
    #expect(page.type == "text/html; charset=utf-8")
    let html = String(decoding: page.bytes, as: UTF8.self)
    #expect(html.hasPrefix("<!doctype html>"))
    // A strict policy has no place for scripts and styles in the page.
    #expect(!html.contains("<style") && !html.contains("style=") && !html.contains(" onclick"))
    for word in html.split(separator: "\"")
    where word.hasSuffix(".js") || word.hasSuffix(".css") || word.hasSuffix(".svg") {
      #expect(Asset(String(word)) != nil, "\(word)")
    }
  }

  @Test(
    "have no other names",
    arguments: ["page.html", "../page.js", "codemirror/codemirror.js", "page.js ", "messages"]
  )
  func others(name: String) {
    #expect(Asset(name) == nil)
  }
}
