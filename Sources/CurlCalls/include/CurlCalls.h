#ifndef CURL_CALLS_H
#define CURL_CALLS_H

// Swift cannot call variadic C functions through a pointer, and some platforms pass variadic arguments differently from fixed ones. So the
// three variadic functions of libcurl, which is loaded at run time, are called from C. No header of libcurl is needed.

/// Calls `curl_easy_setopt` or `curl_multi_setopt` with a number.
int curl_calls_set_number(void *function, void *handle, int option, long value);

/// Calls `curl_easy_setopt` or `curl_multi_setopt` with the address of data or of a function.
int curl_calls_set_address(void *function, void *handle, int option, const void *value);

/// Calls `curl_easy_getinfo`, which writes the value to `result`: a long, a 64-bit number or an address, as `info` says.
int curl_calls_get(void *function, void *handle, int info, void *result);

#endif
