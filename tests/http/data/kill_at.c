// Kills the process in place of the call number PEGOUT_KILL_AT among those that change a file.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;

static void count(void) {
    const char *last = getenv("PEGOUT_KILL_AT");
    if (last && atomic_fetch_add(&calls, 1) + 1 == atol(last)) kill(getpid(), SIGKILL);
}

#define COUNTED(type, name, parameters, arguments, is_file)              \
    type name parameters {                                               \
        static type(*real) parameters;                                   \
        if (!real) real = (type(*) parameters)dlsym(RTLD_NEXT, #name);   \
        if (is_file) count();                                            \
        return real arguments;                                           \
    }

// The first three descriptors are the terminal's.
COUNTED(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), file > 2)
COUNTED(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t at), (file, bytes, size, at), 1)
COUNTED(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t at), (file, bytes, size, at), 1)
COUNTED(int, fsync, (int file), (file), 1)
COUNTED(int, fdatasync, (int file), (file), 1)
COUNTED(int, ftruncate, (int file, off_t size), (file, size), 1)
COUNTED(int, ftruncate64, (int file, off64_t size), (file, size), 1)
COUNTED(int, rename, (const char *from, const char *to), (from, to), 1)
COUNTED(int, unlink, (const char *path), (path), 1)
