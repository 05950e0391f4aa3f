/* MPICH with UCX waits by polling, without ever giving up its core: where ranks outnumber cores, the rank that the
 * others wait for does not run. Preloaded, this yields the core after each poll that found nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

unsigned ucp_worker_progress(void* worker);

unsigned ucp_worker_progress(void* worker) {
  static unsigned (*poll)(void*);
  unsigned events;
  if (!poll)
    *(void**)&poll = dlsym(RTLD_NEXT, "ucp_worker_progress");
  events = poll(worker);
  if (events == 0)
    sched_yield();
  return events;
}
