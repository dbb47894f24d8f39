// Counts the calls of a process that change a file. At call number PEGOUT_CALL it kills the process, or lets the call fail
// with the error number PEGOUT_CALL_FAILS; with PEGOUT_CALLS_AFTER all calls after it fail, too. A process that comes to its end
// writes the number of its calls to PEGOUT_CALLS.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;

// Returns 1 if this call must fail.
static int counted(void) {
    const char *last = getenv("PEGOUT_CALL"), *fails = getenv("PEGOUT_CALL_FAILS");
    long call = atomic_fetch_add(&calls, 1) + 1;
    if (!last || call < atol(last) || (call > atol(last) && !getenv("PEGOUT_CALLS_AFTER"))) return 0;
    if (!fails) kill(getpid(), SIGKILL);
    errno = atoi(fails);
    return 1;
}

static int is_regular(int file) {
    struct stat about;
    return fstat(file, &about) == 0 && S_ISREG(about.st_mode);
}

__attribute__((destructor)) static void told(void) {
    const char *path = getenv("PEGOUT_CALLS");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld", atomic_load(&calls));
    fclose(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define COUNTED(type, name, parameters, arguments, is_file) \
    type name parameters {                                  \
        static type(*real) parameters;                      \
        if (!real) real = REAL(name);                       \
        return is_file && counted() ? -1 : real arguments;  \
    }

// Pipes and the like are no files.
COUNTED(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), is_regular(file))
COUNTED(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t at), (file, bytes, size, at), 1)
COUNTED(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t at), (file, bytes, size, at), 1)
COUNTED(int, fsync, (int file), (file), 1)
COUNTED(int, fdatasync, (int file), (file), 1)
COUNTED(int, ftruncate, (int file, off_t size), (file, size), 1)
COUNTED(int, ftruncate64, (int file, off64_t size), (file, size), 1)
COUNTED(int, rename, (const char *from, const char *to), (from, to), 1)
COUNTED(int, linkat, (int at, const char *from, int to, const char *name, int flags), (at, from, to, name, flags), 1)
COUNTED(int, unlink, (const char *path), (path), 1)

// Only a call that may make a file changes one.
#define OPENED(name)                                                         \
    int name(const char *path, int flags, ...) {                             \
        va_list rest;                                                        \
        va_start(rest, flags);                                               \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0; \
        va_end(rest);                                                        \
        if (flags & O_CREAT && counted()) return -1;                         \
        return REAL(name)(path, flags, mode);                                \
    }

OPENED(open)
OPENED(open64)
