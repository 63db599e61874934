// Components work with JSON values and HTML documents, and name failures and masked texts. With these exports, a plug-in needs one import.
@_exported public import Ground
@_exported public import HTMLParsing
@_exported public import JSONParsing
