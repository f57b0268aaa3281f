/// Expressions of the `key=value` pairs that loggers of Go write after a message at a terminal.
enum TrailingPairs {
  /// The pairs with that of the error as the group `error`, or `cause` if it has no quotes.
  static let withError =
    #" +(?:(?P<fields>"# + pair + "(?: +" + pair + #")*?) +)??(?:error|err)=(?:"(?P<error>"# + quoted
    + #")"|(?P<cause>[^ "]+))(?: +(?P<rest>[\w.-]+=\C*))?$"#
  static let withoutError = #"(?: +(?P<fields>[\w.-]+=\C*))? *$"#

  private static let pair = #"[\w.-]+=(?:""# + quoted + #""|[^ "]*)"#
  private static let quoted = #"(?:[^"\\]|\\.)*"#
}
