// Foundation fetches with libcurl, which loads thirty libraries. Loading them takes more than half of the program's start (9 ms instead of 4),
// and most runs fetch nothing. So this file defines the functions that Foundation calls, under their names. The first call loads libcurl.
// A variadic function declares its last argument as a word here: on Linux, x86-64 and arm64 pass a number or an address that way.
#if LIBCURL_ON_DEMAND && canImport(Glibc) && (arch(x86_64) || arch(arm64))
import Glibc

typealias Address = UnsafeMutableRawPointer

/// The loaded libcurl. The HTTP fetch checks first that libcurl can be loaded; any other caller gets no error, so the process ends.
private nonisolated(unsafe) let libcurl: Address = {
    guard let library = unsafe dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL) else {
        end(unsafe "to fetch anything takes libcurl: \(String(cString: dlerror()))")
    }
    return unsafe library
}()

/// Ends the process with the exit code of an unreachable server.
private func end(_ reason: String) -> Never {
    let message = "error: \(reason)\n"
    unsafe _ = message.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
    _exit(69)
}

/// Finds a function of libcurl. Ends the process if libcurl lacks it.
private func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function {
    guard let address = unsafe dlsym(libcurl, name) else {
        end("to fetch anything takes a newer libcurl, which has \(name)")
    }
    return unsafe unsafeBitCast(address, to: type)
}

private nonisolated(unsafe) let easyCleanupInLibrary: @convention(c) (Address?) -> Void =
    unsafe function("curl_easy_cleanup")
@_cdecl("curl_easy_cleanup") func easyCleanup(_ handle: Address?) { unsafe easyCleanupInLibrary(handle) }

private nonisolated(unsafe) let easyGetinfoInLibrary: @convention(c) (Address?, Int32, UInt) -> Int32 =
    unsafe function("curl_easy_getinfo")
@_cdecl("curl_easy_getinfo") func easyGetinfo(_ handle: Address?, _ info: Int32, _ value: UInt) -> Int32 {
    unsafe easyGetinfoInLibrary(handle, info, value)
}

private nonisolated(unsafe) let easyInitInLibrary: @convention(c) () -> Address? =
    unsafe function("curl_easy_init")
@_cdecl("curl_easy_init") func easyInit() -> Address? { unsafe easyInitInLibrary() }

private nonisolated(unsafe) let easyPauseInLibrary: @convention(c) (Address?, Int32) -> Int32 =
    unsafe function("curl_easy_pause")
@_cdecl("curl_easy_pause") func easyPause(_ handle: Address?, _ directions: Int32) -> Int32 {
    unsafe easyPauseInLibrary(handle, directions)
}

private nonisolated(unsafe) let easySetoptInLibrary: @convention(c) (Address?, Int32, UInt) -> Int32 =
    unsafe function("curl_easy_setopt")
@_cdecl("curl_easy_setopt") func easySetopt(_ handle: Address?, _ option: Int32, _ value: UInt) -> Int32 {
    unsafe easySetoptInLibrary(handle, option, value)
}

private nonisolated(unsafe) let easyStrerrorInLibrary: @convention(c) (Int32) -> Address? =
    unsafe function("curl_easy_strerror")
@_cdecl("curl_easy_strerror") func easyStrerror(_ code: Int32) -> Address? { unsafe easyStrerrorInLibrary(code) }

private nonisolated(unsafe) let freeInLibrary: @convention(c) (Address?) -> Void =
    unsafe function("curl_free")
@_cdecl("curl_free") func free(_ text: Address?) { unsafe freeInLibrary(text) }

private nonisolated(unsafe) let globalInitInLibrary: @convention(c) (UInt) -> Int32 =
    function("curl_global_init")
@_cdecl("curl_global_init") func globalInit(_ flags: UInt) -> Int32 { unsafe globalInitInLibrary(flags) }

private nonisolated(unsafe) let multiAddHandleInLibrary: @convention(c) (Address?, Address?) -> Int32 =
    unsafe function("curl_multi_add_handle")
@_cdecl("curl_multi_add_handle") func multiAddHandle(_ multi: Address?, _ handle: Address?) -> Int32 {
    unsafe multiAddHandleInLibrary(multi, handle)
}

private nonisolated(unsafe) let multiAssignInLibrary: @convention(c) (Address?, Int32, Address?) -> Int32 =
    unsafe function("curl_multi_assign")
@_cdecl("curl_multi_assign") func multiAssign(_ multi: Address?, _ socket: Int32, _ value: Address?) -> Int32 {
    unsafe multiAssignInLibrary(multi, socket, value)
}

private nonisolated(unsafe) let multiCleanupInLibrary: @convention(c) (Address?) -> Int32 =
    unsafe function("curl_multi_cleanup")
@_cdecl("curl_multi_cleanup") func multiCleanup(_ multi: Address?) -> Int32 { unsafe multiCleanupInLibrary(multi) }

private nonisolated(unsafe) let multiInfoReadInLibrary: @convention(c) (Address?, Address?) -> Address? =
    unsafe function("curl_multi_info_read")
@_cdecl("curl_multi_info_read") func multiInfoRead(_ multi: Address?, _ count: Address?) -> Address? {
    unsafe multiInfoReadInLibrary(multi, count)
}

private nonisolated(unsafe) let multiInitInLibrary: @convention(c) () -> Address? =
    unsafe function("curl_multi_init")
@_cdecl("curl_multi_init") func multiInit() -> Address? { unsafe multiInitInLibrary() }

private nonisolated(unsafe) let multiRemoveHandleInLibrary: @convention(c) (Address?, Address?) -> Int32 =
    unsafe function("curl_multi_remove_handle")
@_cdecl("curl_multi_remove_handle") func multiRemoveHandle(_ multi: Address?, _ handle: Address?) -> Int32 {
    unsafe multiRemoveHandleInLibrary(multi, handle)
}

private nonisolated(unsafe) let multiSetoptInLibrary: @convention(c) (Address?, Int32, UInt) -> Int32 =
    unsafe function("curl_multi_setopt")
@_cdecl("curl_multi_setopt") func multiSetopt(_ multi: Address?, _ option: Int32, _ value: UInt) -> Int32 {
    unsafe multiSetoptInLibrary(multi, option, value)
}

private nonisolated(unsafe) let multiSocketActionInLibrary: @convention(c) (Address?, Int32, Int32, Address?) -> Int32 =
    unsafe function("curl_multi_socket_action")
@_cdecl("curl_multi_socket_action") func multiSocketAction(_ multi: Address?, _ socket: Int32, _ events: Int32, _ running: Address?)
    -> Int32
{ unsafe multiSocketActionInLibrary(multi, socket, events, running) }

private nonisolated(unsafe) let slistAppendInLibrary: @convention(c) (Address?, Address?) -> Address? =
    unsafe function("curl_slist_append")
@_cdecl("curl_slist_append") func slistAppend(_ list: Address?, _ text: Address?) -> Address? { unsafe slistAppendInLibrary(list, text) }

private nonisolated(unsafe) let slistFreeAllInLibrary: @convention(c) (Address?) -> Void =
    unsafe function("curl_slist_free_all")
@_cdecl("curl_slist_free_all") func slistFreeAll(_ list: Address?) { unsafe slistFreeAllInLibrary(list) }

private nonisolated(unsafe) let urlInLibrary: @convention(c) () -> Address? =
    unsafe function("curl_url")
@_cdecl("curl_url") func url() -> Address? { unsafe urlInLibrary() }

private nonisolated(unsafe) let urlGetInLibrary: @convention(c) (Address?, Int32, Address?, Int32) -> Int32 =
    unsafe function("curl_url_get")
@_cdecl("curl_url_get") func urlGet(_ url: Address?, _ part: Int32, _ text: Address?, _ flags: Int32) -> Int32 {
    unsafe urlGetInLibrary(url, part, text, flags)
}

private nonisolated(unsafe) let urlSetInLibrary: @convention(c) (Address?, Int32, Address?, Int32) -> Int32 =
    unsafe function("curl_url_set")
@_cdecl("curl_url_set") func urlSet(_ url: Address?, _ part: Int32, _ text: Address?, _ flags: Int32) -> Int32 {
    unsafe urlSetInLibrary(url, part, text, flags)
}

private nonisolated(unsafe) let versionInLibrary: @convention(c) () -> Address? =
    unsafe function("curl_version")
@_cdecl("curl_version") func version() -> Address? { unsafe versionInLibrary() }

private nonisolated(unsafe) let versionInfoInLibrary: @convention(c) (Int32) -> Address? =
    unsafe function("curl_version_info")
@_cdecl("curl_version_info") func versionInfo(_ age: Int32) -> Address? { unsafe versionInfoInLibrary(age) }
#endif
