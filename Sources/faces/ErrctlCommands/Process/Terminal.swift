import ArgumentParser
internal import Source

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
    let isOn =
      switch self {
      case .always: true
      case .never: false
      case .auto: Self.isWanted(descriptor)
      }
    return TerminalStyle(isOn: isOn, width: Terminal.width(descriptor))
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

  /// `COLUMNS`, or else the size of the terminal. Nil for a pipe or a file.
  static func width(_ descriptor: Int32) -> Int? {
    if let columns = getenv("COLUMNS").flatMap({ Int(String(cString: $0)) }), columns > 0 {
      return max(40, columns)
    }
    var size = winsize()
    guard isTerminal(descriptor), ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return max(40, Int(size.ws_col))
  }
}
