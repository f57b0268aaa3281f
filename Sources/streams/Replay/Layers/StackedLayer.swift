package import Engine

/// A layer of retries below the rules, with its name in reports.
package struct StackedLayer: Sendable {
  package let name: String
  package let chain: ResponderChain

  package init(_ name: String, _ chain: ResponderChain) { (self.name, self.chain) = (name, chain) }
}
