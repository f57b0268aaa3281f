// The library that apps import: the engine, with records, rules and findings. Modules of this package import the modules that they use.
@_exported public import Bytes
@_exported public import Engine
@_exported public import Records
@_exported public import RuleLanguage
@_exported public import Source
