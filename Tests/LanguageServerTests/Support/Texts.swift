/// Rule files of tests.
enum Texts {
  /// The second rule can never match.
  static let shadowed = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: busy, when: { status: 5xx }, then: cancel }
          - { id: down, when: { status: 503 }, then: abort }
        otherwise: { then: cancel }

    """

  static let clean = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: busy, when: { status: 503 }, then: cancel }
        otherwise: { then: cancel }

    """
}
