// Clients of the engine also need the types of rules, records and findings.
@_exported public import Bytes
@_exported public import Records
@_exported public import RuleLanguage
@_exported public import Source
