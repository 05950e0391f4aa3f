// MPICH with UCX waits by polling, without ever giving up its core: where ranks outnumber cores, the rank that the others
// wait for does not run, and many small messages take seconds. A program that includes this, once, yields the core after
// each poll that found nothing, and sleeps a little after many: what waits long leaves the cores to others.
#pragma once

#include <mpi.h>

#ifdef MPICH_VERSION
#include <dlfcn.h>
#include <sched.h>
#include <time.h>

extern "C" unsigned ucp_worker_progress(void* worker) {
  static const auto poll = reinterpret_cast<unsigned (*)(void*)>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  constexpr int many = 1000;
  thread_local int in_vain = 0;
  const unsigned events = poll(worker);
  if (events > 0)
    in_vain = 0;
  else if (++in_vain < many)
    sched_yield();
  else {
    const timespec a_little{0, 50'000};
    nanosleep(&a_little, nullptr);
  }
  return events;
}
#endif
