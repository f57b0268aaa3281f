// The host of a server also needs the messages.
@_exported public import JSONRPC
