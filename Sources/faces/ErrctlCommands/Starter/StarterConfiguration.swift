extension StarterFile {
  /// Short, with one use of each key.
  static let starterConfiguration = #"""
    # yaml-language-server: $schema=schemas/configuration.json
    # Sets the level of checks; errctl codes lists them. All others keep their default level.
    version: 1
    levels:
      missing-id: warning                 # reports, tests and colleagues refer to a rule by its id
      code-without-domain: error          # a code means nothing without its domain
    options:
      long-retry: { tries: 10, time: 2m }  # nobody waits longer for a podcast
    exclude: [ generated ]                # generated files are fixed at their source

    """#
}
