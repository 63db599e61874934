#ifndef PROGRAM_GUARD_H
#define PROGRAM_GUARD_H

#include <stdint.h>
#include <sys/types.h>

// Starts a program below a guard: a small process that stays between this process and the program. The guard kills the program, its
// process group and, on Linux, everything else that it has started, when the program ends or when this process does, however it dies.
//
// Between fork and exec, a process with threads may call only functions that are safe in signal handlers. Swift makes no such promise, so
// this is C.

/// A program that runs below its guard. All descriptors are closed on exec.
struct guarded_program {
    /// The process of the guard, to wait for.
    pid_t guard;
    /// The process of the program, and of its group.
    pid_t program;
    /// The writing end of the program's standard input. The guard holds a copy, so that the program does not see the end of its input if
    /// this process dies: see `program_guard_end_input`.
    int input;
    /// The reading end of the program's standard output; -1 if it goes to standard error.
    int output;
    /// The reading end of the program's standard error.
    int errors;
    /// Gives one `int32_t`, the result of `waitpid`, once the program and its children are gone; nothing if the guard died.
    int status;
    /// Takes commands. The guard kills everything when this end is closed.
    int control;
};

/// The commands of a guard, one byte each.
enum program_guard_command {
    /// Closes the guard's copy of the standard input.
    program_guard_end_input = 'E',
    /// Sends SIGTERM to the process group.
    program_guard_terminate = 'T',
    /// Kills everything.
    program_guard_kill = 'K',
};

/// Starts a program without a shell, with standard streams and no other descriptor, in a process group of its own.
///
/// `path` is the path of the program, relative to this process's folder or absolute. `arguments` and `variables` end with a null pointer.
/// `folder` is the current folder of the program. If `has_output` is 0, standard output goes to standard error.
///
/// Returns 0, or the error number of the call that failed.
int program_guard_start(
    const char *path, char *const *arguments, char *const *variables, const char *folder, int has_output, struct guarded_program *result);

#endif
