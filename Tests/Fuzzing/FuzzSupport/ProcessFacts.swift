import Glibc

/// What tells this process from others.
public enum ProcessFacts {
    /// Its number.
    public static var identifier: Int32 { getpid() }
}
