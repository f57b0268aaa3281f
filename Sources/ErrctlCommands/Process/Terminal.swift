import ArgumentParser
import RuleEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Colour at a terminal, unless `NO_COLOR` is set. `FORCE_COLOR` forces it anywhere.
  func terminalStyle(for descriptor: Int32) -> TerminalStyle {
    switch self {
    case .always: TerminalStyle(isOn: true)
    case .never: TerminalStyle(isOn: false)
    case .auto: TerminalStyle(isOn: Self.isWanted(descriptor))
    }
  }

  private static func isWanted(_ descriptor: Int32) -> Bool {
    func isSet(_ name: String) -> Bool { getenv(name).map { $0.pointee != 0 } ?? false }
    if isSet("NO_COLOR") { return false }
    if isSet("FORCE_COLOR") { return true }
    return Terminal.isTerminal(descriptor)
  }
}

enum Terminal {
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The columns of a terminal; nil if the descriptor is none, or the terminal does not know.
  static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
