struct FlowLine {
  let text: String?
  let width: Int

  static let none = FlowLine(text: nil, width: 0)

  private init(text: String?, width: Int) {
    self.text = text
    self.width = width
  }

  init(_ text: String) {
    self.text = text
    width = text.unicodeScalars.count
  }
}
