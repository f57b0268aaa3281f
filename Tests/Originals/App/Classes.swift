package class Base: Error, @unchecked Sendable { package init() {} }
package final class Sub: Base, @unchecked Sendable {}
package final class Failure: Error { package init() {} }

package class AError: Error, @unchecked Sendable {
  package struct Inner: Error { package init() {} }

  package init() {}
}
package final class SubAError: AError, @unchecked Sendable {}

package class BaseError: Error, @unchecked Sendable { package init() {} }
package final class SubError: BaseError, @unchecked Sendable {}

/// A protocol of the app's own: `KnownProtocol` tells the recorder.
package protocol Retryable: Error {}
package struct Other: Retryable { package init() {} }

/// Other types of those names.
package enum Apart {
  package struct SubError: Error { package init() {} }
  package struct Other: Error { package init() {} }
}
