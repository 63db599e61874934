#include "CurlCalls.h"

typedef int (*variadic_function)(void *handle, int option, ...);

int curl_calls_set_number(void *function, void *handle, int option, long value) {
    return ((variadic_function)function)(handle, option, value);
}

int curl_calls_set_address(void *function, void *handle, int option, const void *value) {
    return ((variadic_function)function)(handle, option, value);
}

int curl_calls_get(void *function, void *handle, int info, void *result) {
    return ((variadic_function)function)(handle, info, result);
}
