/// All that is asked of most errors before they are answered: errors of the same shape are answered alike, where rules ask
/// for nothing else.
struct ErrorShape: Hashable {
  let type: ObjectIdentifier
  /// The name of the case, which lies where it lies for as long as the program runs.
  let caseName: UnsafePointer<CChar>?
  let code: Int
  let status: Int
  /// The origin and the category of the error's own, by their numbers; -1 for no category.
  let origin: Int32
  let category: Int32

  static let noStatus = Int.min

  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(caseName)
    hasher.combine(code)
    hasher.combine(origin)
  }
}
