internal import Explanations
internal import Replay

enum GateList {
  static func write(_ gates: [GateResult], _ markup: inout Markup) {
    for gate in gates {
      markup.element("p", gate.fails ? ["class": "warn"] : [:]) { markup in
        markup.element("code", text: "--fail-on \(ShellWord.quoted(gate.expression))")
        markup.text(gate.fails ? " holds, so the run fails" : " does not hold")
        markup.element("span", ["class": "limit"], text: " (\(gate.reason)).")
      }
    }
  }
}
