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
  func paint(for descriptor: Int32) -> Paint {
    switch self {
    case .always: Paint(isOn: true)
    case .never: Paint(isOn: false)
    case .auto: Paint(isOn: Self.isWanted(descriptor))
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
}
