@_exported public import Geodesy
