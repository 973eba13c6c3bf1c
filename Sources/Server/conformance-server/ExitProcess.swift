#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

func exitProcess(_ status: Int32) -> Never { exit(status) }

/// Line by line even into a pipe, so that who started the server can wait for it.
func say(_ line: String) {
    print(line)
    fflush(nil)
}
