import FenceWatchCommand

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

exit(FenceWatchCommand.run(Array(CommandLine.arguments.dropFirst())))
