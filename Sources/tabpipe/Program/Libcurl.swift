// Foundation fetches with libcurl, which brings thirty libraries with it: to load them takes longer than all else that happens before the
// program begins (9 ms become 4), and most runs fetch nothing. So the functions that Foundation calls stand here, under their names, and load
// libcurl when the first one is called. Functions with a variable last argument take it as a word: that is how a number or an address is
// passed to such a function by the conventions for x86-64 and arm64 on Linux.
#if LIBCURL_ON_DEMAND
import Glibc

typealias Address = UnsafeMutableRawPointer

/// libcurl with all that it needs. The process ends where it is missing: what calls it cannot be told that it is not there.
private nonisolated(unsafe) let libcurl: Address = {
    guard let library = unsafe dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL) else {
        end(unsafe "to fetch anything takes libcurl: \(String(cString: dlerror()))")
    }
    return unsafe library
}()

/// Ends the process as if a server could not be reached.
private func end(_ reason: String) -> Never {
    let message = "error: \(reason)\n"
    unsafe _ = message.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
    exit(69)
}

/// - Returns: A function of libcurl. One that it lacks ends the process.
private func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function {
    guard let address = unsafe dlsym(libcurl, name) else {
        end("to fetch anything takes a newer libcurl, which has \(name)")
    }
    return unsafe unsafeBitCast(address, to: type)
}

private nonisolated(unsafe) let easyCleanupFunction: @convention(c) (Address?) -> Void = unsafe function("curl_easy_cleanup")
@_cdecl("curl_easy_cleanup") func easyCleanup(_ a: Address?) { unsafe easyCleanupFunction(a) }

private nonisolated(unsafe) let easyGetinfoFunction: @convention(c) (Address?, Int32, UInt) -> Int32 = unsafe function("curl_easy_getinfo")
@_cdecl("curl_easy_getinfo") func easyGetinfo(_ a: Address?, _ b: Int32, _ c: UInt) -> Int32 { unsafe easyGetinfoFunction(a, b, c) }

private nonisolated(unsafe) let easyInitFunction: @convention(c) () -> Address? = unsafe function("curl_easy_init")
@_cdecl("curl_easy_init") func easyInit() -> Address? { unsafe easyInitFunction() }

private nonisolated(unsafe) let easyPauseFunction: @convention(c) (Address?, Int32) -> Int32 = unsafe function("curl_easy_pause")
@_cdecl("curl_easy_pause") func easyPause(_ a: Address?, _ b: Int32) -> Int32 { unsafe easyPauseFunction(a, b) }

private nonisolated(unsafe) let easySetoptFunction: @convention(c) (Address?, Int32, UInt) -> Int32 = unsafe function("curl_easy_setopt")
@_cdecl("curl_easy_setopt") func easySetopt(_ a: Address?, _ b: Int32, _ c: UInt) -> Int32 { unsafe easySetoptFunction(a, b, c) }

private nonisolated(unsafe) let easyStrerrorFunction: @convention(c) (Int32) -> Address? = unsafe function("curl_easy_strerror")
@_cdecl("curl_easy_strerror") func easyStrerror(_ a: Int32) -> Address? { unsafe easyStrerrorFunction(a) }

private nonisolated(unsafe) let freeFunction: @convention(c) (Address?) -> Void = unsafe function("curl_free")
@_cdecl("curl_free") func free(_ a: Address?) { unsafe freeFunction(a) }

private nonisolated(unsafe) let globalInitFunction: @convention(c) (UInt) -> Int32 = function("curl_global_init")
@_cdecl("curl_global_init") func globalInit(_ a: UInt) -> Int32 { unsafe globalInitFunction(a) }

private nonisolated(unsafe) let multiAddHandleFunction: @convention(c) (Address?, Address?) -> Int32 = unsafe function(
    "curl_multi_add_handle")
@_cdecl("curl_multi_add_handle") func multiAddHandle(_ a: Address?, _ b: Address?) -> Int32 { unsafe multiAddHandleFunction(a, b) }

private nonisolated(unsafe) let multiAssignFunction: @convention(c) (Address?, Int32, Address?) -> Int32 = unsafe function(
    "curl_multi_assign")
@_cdecl("curl_multi_assign") func multiAssign(_ a: Address?, _ b: Int32, _ c: Address?) -> Int32 { unsafe multiAssignFunction(a, b, c) }

private nonisolated(unsafe) let multiCleanupFunction: @convention(c) (Address?) -> Int32 = unsafe function("curl_multi_cleanup")
@_cdecl("curl_multi_cleanup") func multiCleanup(_ a: Address?) -> Int32 { unsafe multiCleanupFunction(a) }

private nonisolated(unsafe) let multiInfoReadFunction: @convention(c) (Address?, Address?) -> Address? = unsafe function(
    "curl_multi_info_read")
@_cdecl("curl_multi_info_read") func multiInfoRead(_ a: Address?, _ b: Address?) -> Address? { unsafe multiInfoReadFunction(a, b) }

private nonisolated(unsafe) let multiInitFunction: @convention(c) () -> Address? = unsafe function("curl_multi_init")
@_cdecl("curl_multi_init") func multiInit() -> Address? { unsafe multiInitFunction() }

private nonisolated(unsafe) let multiRemoveHandleFunction: @convention(c) (Address?, Address?) -> Int32 = unsafe function(
    "curl_multi_remove_handle")
@_cdecl("curl_multi_remove_handle") func multiRemoveHandle(_ a: Address?, _ b: Address?) -> Int32 { unsafe multiRemoveHandleFunction(a, b) }

private nonisolated(unsafe) let multiSetoptFunction: @convention(c) (Address?, Int32, UInt) -> Int32 = unsafe function("curl_multi_setopt")
@_cdecl("curl_multi_setopt") func multiSetopt(_ a: Address?, _ b: Int32, _ c: UInt) -> Int32 { unsafe multiSetoptFunction(a, b, c) }

private nonisolated(unsafe) let multiSocketActionFunction: @convention(c) (Address?, Int32, Int32, Address?) -> Int32 = unsafe function(
    "curl_multi_socket_action")
@_cdecl("curl_multi_socket_action") func multiSocketAction(_ a: Address?, _ b: Int32, _ c: Int32, _ d: Address?) -> Int32 {
    unsafe multiSocketActionFunction(a, b, c, d)
}

private nonisolated(unsafe) let slistAppendFunction: @convention(c) (Address?, Address?) -> Address? = unsafe function("curl_slist_append")
@_cdecl("curl_slist_append") func slistAppend(_ a: Address?, _ b: Address?) -> Address? { unsafe slistAppendFunction(a, b) }

private nonisolated(unsafe) let slistFreeAllFunction: @convention(c) (Address?) -> Void = unsafe function("curl_slist_free_all")
@_cdecl("curl_slist_free_all") func slistFreeAll(_ a: Address?) { unsafe slistFreeAllFunction(a) }

private nonisolated(unsafe) let urlFunction: @convention(c) () -> Address? = unsafe function("curl_url")
@_cdecl("curl_url") func url() -> Address? { unsafe urlFunction() }

private nonisolated(unsafe) let urlGetFunction: @convention(c) (Address?, Int32, Address?, Int32) -> Int32 = unsafe function("curl_url_get")
@_cdecl("curl_url_get") func urlGet(_ a: Address?, _ b: Int32, _ c: Address?, _ d: Int32) -> Int32 { unsafe urlGetFunction(a, b, c, d) }

private nonisolated(unsafe) let urlSetFunction: @convention(c) (Address?, Int32, Address?, Int32) -> Int32 = unsafe function("curl_url_set")
@_cdecl("curl_url_set") func urlSet(_ a: Address?, _ b: Int32, _ c: Address?, _ d: Int32) -> Int32 { unsafe urlSetFunction(a, b, c, d) }

private nonisolated(unsafe) let versionFunction: @convention(c) () -> Address? = unsafe function("curl_version")
@_cdecl("curl_version") func version() -> Address? { unsafe versionFunction() }

private nonisolated(unsafe) let versionInfoFunction: @convention(c) (Int32) -> Address? = unsafe function("curl_version_info")
@_cdecl("curl_version_info") func versionInfo(_ a: Int32) -> Address? { unsafe versionInfoFunction(a) }
#endif
