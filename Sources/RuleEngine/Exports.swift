// Who imports the engine has the language of rules, records and findings with it.
@_exported public import Bytes
@_exported public import Records
@_exported public import RuleLanguage
@_exported public import Source
