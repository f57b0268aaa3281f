/// The versions of other systems by which policies are read, where what they do has changed.
package struct PolicyVersions: Sendable {
  /// The version of systemd, asked only when a service is read.
  package var systemd: @Sendable () -> Int
  /// The major and the minor number of HAProxy.
  package var haproxy = newestHAProxy
  /// The engine that runs the services of a Compose file.
  package var containers = ContainerEngine.docker

  package init(systemd: @escaping @Sendable () -> Int = { newestSystemd }) { self.systemd = systemd }

  /// The newest versions beside which the rules were held; the oldest are systemd 252 and HAProxy 2.6.
  package static let newestSystemd = 257
  private static let newestHAProxy = [3, 0]

  /// `2.6` or `2.6.12`; nil for any other text.
  package static func haproxy(_ text: String) -> [Int]? {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    return numbers.count >= 2 && numbers.allSatisfy { $0 >= 0 } ? Array(numbers.prefix(2)) : nil
  }
}
