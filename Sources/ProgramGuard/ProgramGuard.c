#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "ProgramGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/// What the guard and the program need, prepared before the fork.
struct request {
    const char *path;
    char *const *arguments;
    char *const *variables;
    const char *folder;
    int has_output;
    /// Pipes: [0] is the reading end, [1] the writing end.
    int input[2], output[2], errors[2], status[2], control[2];
    /// One more than the largest number that a descriptor may have.
    int descriptors;
};

static void close_if_open(int *number) {
    if (*number >= 0) close(*number);
    *number = -1;
}

/// Makes a pipe whose ends are closed on exec and are no standard streams.
static int make_pipe(int ends[2]) {
#ifdef __linux__
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
#else
    if (pipe(ends) != 0) return errno;
#endif
    for (int end = 0; end < 2; end++) {
        fcntl(ends[end], F_SETFD, FD_CLOEXEC);
        if (ends[end] > 2) continue;
        // A standard stream of this process is closed, and the pipe has got its number.
        int moved = fcntl(ends[end], F_DUPFD_CLOEXEC, 3);
        int error = errno;
        close(ends[end]);
        ends[end] = moved;
        if (moved < 0) return error;
    }
    return 0;
}

// What follows runs in the guard and in the program before exec: only calls that are safe in signal handlers.

static void close_range_of(int first, int last, int descriptors) {
    if (first > last) return;
#if defined(__linux__) && defined(SYS_close_range)
    if (syscall(SYS_close_range, (unsigned)first, (unsigned)last, 0u) == 0) return;
#endif
    for (int number = first; number <= last && number < descriptors; number++) close(number);
}

/// Closes all descriptors but these. It sorts them.
static void close_others(int *kept, int count, int descriptors) {
    for (int index = 1; index < count; index++) {
        for (int place = index; place > 0 && kept[place - 1] > kept[place]; place--) {
            int other = kept[place];
            kept[place] = kept[place - 1];
            kept[place - 1] = other;
        }
    }
    int first = 0;
    for (int index = 0; index < count; index++) {
        close_range_of(first, kept[index] - 1, descriptors);
        first = kept[index] + 1;
    }
    close_range_of(first, 0x7FFFFFFF, descriptors);
}

static void write_number(int descriptor, int32_t number) {
    while (write(descriptor, &number, sizeof number) < 0 && errno == EINTR) continue;
}

static int read_number(int descriptor, int32_t *number) {
    ssize_t count;
    do count = read(descriptor, number, sizeof *number);
    while (count < 0 && errno == EINTR);
    return count == (ssize_t)sizeof *number;
}

/// Becomes the program.
static void run_program(const struct request *request, int failure) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // if the guard dies, the kernel kills the program
#endif
    struct sigaction action = {0};
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
    if (dup2(request->input[0], 0) >= 0 && dup2(request->has_output ? request->output[1] : request->errors[1], 1) >= 0
        && dup2(request->errors[1], 2) >= 0 && chdir(request->folder) == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execve(request->path, request->arguments, request->variables);
    }
    write_number(failure, errno);
    _exit(127);
}

static void ignore_signal(int number) { (void)number; }

#ifdef __linux__
/// Appends a number to a text.
static char *put_number(char *text, long number) {
    char digits[20];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0) *text++ = digits[--count];
    return text;
}

/// Kills all children of the guard: those of the program become its children when their parents die. Returns whether it could list them.
static int kill_children(void) {
    char path[64] = "/proc/self/task/";
    char *end = put_number(path + 16, getpid());
    const char *rest = "/children";
    while ((*end++ = *rest++)) continue;
    int list = open(path, O_RDONLY | O_CLOEXEC);
    if (list < 0) return 0;
    char text[4096];
    long number = 0;
    ssize_t count;
    while ((count = read(list, text, sizeof text)) > 0) {
        for (ssize_t place = 0; place < count; place++) {
            if (text[place] >= '0' && text[place] <= '9') {
                number = number * 10 + (text[place] - '0');
            } else if (number > 0) {
                kill((pid_t)number, SIGKILL);
                number = 0;
            }
        }
    }
    if (number > 0) kill((pid_t)number, SIGKILL);
    close(list);
    return 1;
}
#endif

/// Reaps children without waiting. Returns whether there are more.
static int reap(pid_t program, int32_t *status, int *has_ended) {
    for (;;) {
        int result = 0;
        pid_t child = waitpid(-1, &result, WNOHANG);
        if (child == program) {
            *status = result;
            *has_ended = 1;
        }
        if (child == 0) return 1;
        if (child < 0 && errno != EINTR) return 0;
    }
}

/// Watches the program until it and everything that it has started is gone.
static void watch(pid_t program, int control, int status_end, int input) {
    sigset_t waiting;
    sigfillset(&waiting);
    sigdelset(&waiting, SIGCHLD);
    int32_t status = 0;
    int has_ended = 0;
    int is_killed = 0;
    while (!has_ended && !is_killed) {
        fd_set ready;
        FD_ZERO(&ready);
        FD_SET(control, &ready);
        int count = pselect(control + 1, &ready, NULL, NULL, NULL, &waiting);
        if (count > 0) {
            char command = program_guard_kill;
            ssize_t size = read(control, &command, 1);
            if (size < 0) continue;
            if (size == 0 || command == program_guard_kill) is_killed = 1;
            if (size == 1 && command == program_guard_terminate) {
                kill(-program, SIGTERM);
                kill(-program, SIGCONT);
            }
            if (size == 1 && command == program_guard_end_input) close_if_open(&input);
        }
        reap(program, &status, &has_ended);
    }
    kill(-program, SIGKILL);
    while (reap(program, &status, &has_ended)) {
        int is_listed = 0;
#ifdef __linux__
        is_listed = kill_children();
#endif
        // Children that cannot be listed are not killed, so that only the program is waited for.
        if (!is_listed && has_ended) break;
        int result = 0;
        pid_t child = waitpid(-1, &result, 0);
        if (child == program) {
            status = result;
            has_ended = 1;
        }
    }
    // The guard closes its copy last, so that the program never sees the end of its input because tabpipe died.
    close_if_open(&input);
    write_number(status_end, status);
}

/// Becomes the guard.
static void run_guard(struct request *request) {
    setsid();
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    struct sigaction action = {0};
    action.sa_handler = ignore_signal;
    sigemptyset(&action.sa_mask);
    sigaction(SIGCHLD, &action, NULL);
    int kept[] = {request->control[0], request->status[1], request->input[0], request->input[1], request->errors[1],
                  request->has_output ? request->output[1] : request->errors[1]};
    close_others(kept, sizeof kept / sizeof kept[0], request->descriptors);
    int failure[2];
    int32_t error = 0;
    if (pipe(failure) != 0) error = errno;
    // The descriptors 0 to 2 may be free here.
    for (int end = 0; end < 2 && error == 0; end++) {
        int moved = fcntl(failure[end], F_DUPFD_CLOEXEC, 3);
        if (moved < 0) error = errno;
        close(failure[end]);
        failure[end] = moved;
    }
    pid_t program = error == 0 ? fork() : -1;
    if (program == 0) run_program(request, failure[1]);
    if (program < 0) {
        write_number(request->status[1], error != 0 ? error : errno);
        _exit(1);
    }
    setpgid(program, program);
    close(failure[1]);
    if (read_number(failure[0], &error)) {
        waitpid(program, NULL, 0);
        write_number(request->status[1], error);
        _exit(1);
    }
    write_number(request->status[1], 0);
    write_number(request->status[1], program);
    // Small numbers, which pselect needs.
    dup2(request->control[0], 0);
    dup2(request->status[1], 1);
    dup2(request->input[1], 2);
    close_range_of(3, 0x7FFFFFFF, request->descriptors);
    watch(program, 0, 1, 2);
    _exit(0);
}

/// Reads a number from the guard. The program runs by then, and may have stopped its guard.
static int read_answer(int descriptor, pid_t guard, int32_t *number) {
    struct pollfd answer = {descriptor, POLLIN, 0};
    while (poll(&answer, 1, 100) <= 0) kill(guard, SIGCONT);
    return read_number(descriptor, number);
}

int program_guard_start(
    const char *path, char *const *arguments, char *const *variables, const char *folder, int has_output, struct guarded_program *result) {
    struct request request = {
        path, arguments, variables, folder, has_output, {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, getdtablesize()};
    int error = make_pipe(request.input);
    if (error == 0 && has_output) error = make_pipe(request.output);
    if (error == 0) error = make_pipe(request.errors);
    if (error == 0) error = make_pipe(request.status);
    if (error == 0) error = make_pipe(request.control);
    pid_t guard = -1;
    if (error == 0) {
        // No handler of this process may run in the guard.
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        guard = fork();
        if (guard == 0) run_guard(&request);
        if (guard < 0) error = errno;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    close_if_open(&request.input[0]);
    close_if_open(&request.output[1]);
    close_if_open(&request.errors[1]);
    close_if_open(&request.status[1]);
    close_if_open(&request.control[0]);
    int32_t program = 0;
    if (error == 0) {
        int32_t answer = 0;
        if (!read_answer(request.status[0], guard, &answer)) answer = ECHILD;
        if (answer == 0 && !read_answer(request.status[0], guard, &program)) answer = ECHILD;
        error = answer;
        if (error != 0) {
            close_if_open(&request.control[1]);
            while (waitpid(guard, NULL, 0) < 0 && errno == EINTR) continue;
        }
    }
    if (error != 0) {
        close_if_open(&request.input[1]);
        close_if_open(&request.output[0]);
        close_if_open(&request.errors[0]);
        close_if_open(&request.status[0]);
        close_if_open(&request.control[1]);
        return error;
    }
    result->guard = guard;
    result->program = program;
    result->input = request.input[1];
    result->output = request.output[0];
    result->errors = request.errors[0];
    result->status = request.status[0];
    result->control = request.control[1];
    return 0;
}
