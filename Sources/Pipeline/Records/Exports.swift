// Components work with JSON values and HTML documents. With these exports, a plug-in needs one import.
@_exported public import HTMLParsing
@_exported public import JSONParsing
