// Who writes a component deals with JSON values and HTML documents; one import of this library brings both.
@_exported public import HTMLParsing
@_exported public import JSONParsing
