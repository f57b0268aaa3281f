internal import Bytes
internal import Reports

/// The requests below a stream's errors as a part of the report, and as JSON.
struct LayerReport {
  private let count: LayerCount

  init(_ count: LayerCount) { self.count = count }

  var parts: [Report.Part] {
    let table = Table(
      Array(count.layers.enumerated()),
      [
        Table.Column(.name, "layer") { "\(name: $0.element.name)" },
        Table.Column(.number, "most tries") {
          "\($0.element.most, at: Pointer.to(["layers", "layers", "\($0.offset)", "most"]))"
        },
      ], limits: Table.Limits(text: 24), label: "layers", noun: "layer",
      more: { "and \($0) more layers; --format json has them all" })
    guard count.errors > 0 else { return [.table(table)] }
    let requests: Words = "\(count.requests, "request", at: "/layers/requests")"
    let errors: Words = "\(count.errors, "error", at: "/layers/errors")"
    var line: Words = "\(requests) below \(errors)"
    if count.worstRequests > 1 {
      let factors = count.worst.map { "\($0)" }.joined(separator: " × ")
      let product = count.worst.count > 1 ? " (\(factors))" : ""
      line =
        "\(line); \(count.worstRequests, at: "/layers/most")\(product) below one of them, record \(Int(count.record), at: "/layers/record")"
    }
    return [.table(table), .line(line)]
  }

  var json: String {
    let layers = count.layers.map { "{\"name\": \($0.name.json), \"most\": \($0.most)}" }
    return """
      {"layers": [\(layers.joined(separator: ", "))], "errors": \(count.errors), "requests": \(count.requests), \
      "most": \(count.worstRequests), "tries": [\(count.worst.map { "\($0)" }.joined(separator: ", "))], \
      "record": \(count.errors == 0 ? "null" : "\(count.record)")}
      """
  }
}
