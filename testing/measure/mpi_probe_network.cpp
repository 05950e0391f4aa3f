// measure::probe_network measures the links that exist and only those, wherever the ranks of a host are.
// ranks: 1 2 4
#include "testing/support/mpi_test.hpp"

#include "measure/probe_network.hpp"
#include "measure/probe_overhead.hpp"
#include "testing/support/few_addresses.hpp"

#include <optional>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

/// The ranks of MPI_COMM_WORLD, as if rank k were on host k % hosts.
plan::Platform round_robin(int hosts) {
  plan::Platform platform;
  for (int rank = 0; rank < mpi_size(); ++rank)
    platform.processes.emplace_back().host = "host " + std::to_string(rank % hosts);
  return platform;
}

void check(const plan::Link& link, const plan::Link& otherwise, bool measured) {
  BOOST_TEST(link.assumed == !measured);
  if (measured)
    BOOST_TEST((link.latency > 0 || link.seconds_per_byte > 0));
  else
    BOOST_TEST((link == otherwise));
}

} // namespace

BOOST_AUTO_TEST_CASE(links_are_measured_or_assumed) {
  const plan::Network defaults;
  for (int hosts = 1; hosts <= mpi_size(); ++hosts)
    BOOST_TEST_CONTEXT(on_rank() << ", " << hosts << " hosts") {
      const plan::Network network = measure::probe_network(MPI_COMM_WORLD, round_robin(hosts));
      check(network.within_host, defaults.within_host, hosts < mpi_size());
      check(network.between_hosts, defaults.between_hosts, hosts > 1);
      check(network.between_segments, defaults.between_segments, false);
      BOOST_TEST((network.pairs.empty() ||
                  network.pairs.size() == static_cast<std::size_t>(mpi_size() * mpi_size())));
    }
}

BOOST_AUTO_TEST_CASE(segments_are_told_by_the_platform) {
  plan::Platform platform = round_robin(mpi_size());
  for (plan::ProcessSpeed& process : platform.processes)
    process.segment = process.host;
  const plan::Network network = measure::probe_network(MPI_COMM_WORLD, platform), defaults;
  BOOST_TEST_CONTEXT(on_rank()) {
    check(network.between_hosts, defaults.between_hosts, false);
    check(network.between_segments, defaults.between_segments, mpi_size() > 1);
  }
}

#ifndef __SANITIZE_ADDRESS__ // which needs all the addresses itself
BOOST_AUTO_TEST_CASE(overheads_take_memory_of_one_process_a_host) {
  if (mpi_size() < 4)
    return;
  plan::Platform platform = round_robin(2);
  for (plan::ProcessSpeed& process : platform.processes)
    process.gflops = 1;
  const auto probe = [&] { measure::probe_overhead(MPI_COMM_WORLD, platform, 1e-3); };
  probe(); // the BLAS has its memory from now on
  std::optional<FewAddresses> limit;
  if (mpi_rank() == mpi_size() - 1)
    limit.emplace(std::size_t{4} << 20);
  BOOST_CHECK_NO_THROW(probe());
}
#endif

BOOST_AUTO_TEST_CASE(a_link_is_fitted) {
  const plan::Link link{3e-6, 2e-9};
  std::vector<measure::Transfer> transfers;
  for (const double bytes : {8.0, 1024.0, 65536.0, 4e6})
    transfers.push_back({bytes, link.seconds(bytes)});
  const plan::Link fitted = measure::fit_link(transfers);
  BOOST_TEST(fitted.latency == link.latency, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(fitted.seconds_per_byte == link.seconds_per_byte, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(!fitted.assumed);
}

BOOST_AUTO_TEST_CASE(a_link_with_a_token_bucket_is_fitted) {
  // What the bucket holds passes at once; it fills again while the answer is on its way.
  for (const double rate : {1e5, 1.25e7, 1.25e8, 1.25e9}) {
    const double burst = std::max(3000.0, 1e-3 * rate), latency = 1e-5;
    std::vector<measure::Transfer> transfers;
    for (double bytes = 8; bytes <= 1 << 24; bytes = std::max(1024.0, 2 * bytes)) {
      transfers.push_back({bytes, latency + std::max(bytes / 2, bytes - burst) / rate});
      if (bytes >= 1 << 15 && transfers.back().seconds >= 0.01)
        break;
    }
    BOOST_TEST_CONTEXT(rate << " bytes a second") {
      const plan::Link fitted = measure::fit_link(transfers);
      BOOST_TEST(1 / fitted.seconds_per_byte == rate, boost::test_tools::tolerance(0.02));
      BOOST_TEST(fitted.latency == latency, boost::test_tools::tolerance(0.2));
    }
  }
}
