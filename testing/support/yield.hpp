// MPICH with UCX waits by polling, without ever giving up its core: where ranks outnumber cores, the rank that the others
// wait for does not run, and many small messages take seconds. A program that includes this, once, yields the core after
// each poll that found nothing.
#pragma once

#include <mpi.h>

#ifdef MPICH_VERSION
#include <dlfcn.h>
#include <sched.h>

extern "C" unsigned ucp_worker_progress(void* worker) {
  static const auto poll = reinterpret_cast<unsigned (*)(void*)>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  const unsigned events = poll(worker);
  if (events == 0)
    sched_yield();
  return events;
}
#endif
