extension StarterFile {
  /// What checks matter how much: short enough to be read whole, with a use of each key.
  static let starterConfiguration = #"""
    # yaml-language-server: $schema=schemas/configuration.json
    # How much the checks matter here; errctl codes lists them. What is not named keeps its level.
    version: 1
    levels:
      missing-id: warning                 # reports, tests and colleagues call a rule by its id
      code-without-domain: error          # a code says nothing without its domain
    options:
      long-retry: { tries: 10, time: 2m }  # nobody waits longer for a podcast
    exclude: [ generated ]                # what a build writes is for its source to put right

    """#
}
