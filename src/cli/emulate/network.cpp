#include "cli/emulate/network.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/message.hpp"
#include "cli/process/launcher.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

constexpr const char* switch_name = "switch";
constexpr const char* switch_address = "10.0.255.254";
constexpr int mtu = 1500;

std::string address(std::size_t rank) {
  return fmt::format("10.0.{}.{}", rank / 250, rank % 250 + 1);
}

SystemError failed(const std::string& what) {
  const char* const advice = errno == EPERM ? "; the emulation of a network needs root" : "";
  return SystemError(fmt::format("{}: {}{}", what, std::strerror(errno), advice));
}

void check(int status, const std::string& what) {
  if (status != 0)
    throw failed(what);
}

int own_network() {
  const int file = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    throw failed("/proc/thread-self/ns/net");
  return file;
}

/// Mounts from now on are seen by this process and those that it starts.
void leave_mounts() {
  check(unshare(CLONE_NEWNS), "a namespace for mounts");
  check(mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "private mounts");
}

/// /sys shows the interfaces of the namespace it is mounted in, and UCX looks for them there. The control groups below
/// it are to stay.
void mount_sys() {
  const char* const groups = "/sys/fs/cgroup";
  const int tree =
      open_tree(AT_FDCWD, groups, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | static_cast<unsigned>(AT_RECURSIVE));
  check(mount("sysfs", "/sys", "sysfs", 0, nullptr), "/sys: mount");
  if (tree < 0)
    return;
  check(move_mount(tree, "", AT_FDCWD, groups, MOVE_MOUNT_F_EMPTY_PATH), "/sys/fs/cgroup: mount");
  close(tree);
}

std::string find_tool(const std::string& name) {
  if (std::string found = find_in_path(name); !found.empty())
    return found;
  for (const std::string folder : {"/usr/sbin/", "/sbin/"})
    if (access((folder + name).c_str(), X_OK) == 0)
      return folder + name;
  throw SystemError(fmt::format(
      "{}: not found; the emulation of a network needs ip and tc: apt-get install iproute2", name));
}

/// Bytes of a bucket as small as timers allow: what it holds passes at any speed, but what it cannot take in while a timer
/// is late is lost.
double bucket_size(double rate) {
  constexpr double late = 1e-3; // seconds
  return std::max(rate / 8 * late, 2.0 * mtu);
}

/// The rate is that of what messages contain; the bucket counts the headers of Ethernet, IP and TCP, too.
std::string token_bucket(const std::string& interface, double rate) {
  constexpr double frame = mtu + 14, content = mtu - 52;
  constexpr double queue = 0.1; // seconds
  return fmt::format("qdisc add dev {} root tbf rate {:.0f}bit burst {:.0f} limit {:.0f}\n", interface,
                     rate * frame / content, bucket_size(rate), std::max(rate / 8 * queue, 64.0 * mtu));
}

/// Bytes that TCP hands to an interface at once: what does not fit into the bucket would be cut to packets, each of which takes
/// its time on the cores.
int largest_offload(double rate) {
  constexpr double headers = 0.9, most = 65536;
  return static_cast<int>(std::clamp(headers * bucket_size(rate), 2.0 * mtu, most));
}

} // namespace

std::string host_name(int rank) {
  return fmt::format("hetgrid{}", rank);
}

EmulatedNetwork::EmulatedNetwork(const std::vector<double>& rates, const EndingSignals& signals)
    : signals_(signals), ip_(find_tool("ip")), tc_(find_tool("tc")), folder_("hetgrid-network") {
  check(unshare(CLONE_NEWNET | CLONE_NEWUTS), "namespaces for a network");
  switch_ = own_network();
  leave_mounts();
  for (std::size_t rank = 0; rank < rates.size(); ++rank)
    make_host(rank, rates[rank]);
  make_switch(rates);
  write_names(rates.size());
  set_environment();
}

EmulatedNetwork::~EmulatedNetwork() {
  for (const int network : hosts_)
    close(network);
  if (switch_ >= 0)
    close(switch_);
}

void EmulatedNetwork::make_host(std::size_t rank, double rate) {
  check(unshare(CLONE_NEWNET), "a namespace for a network");
  hosts_.push_back(own_network());
  configure(ip_,
            fmt::format("link set lo up\n"
                        "link add eth0 mtu {0} type veth peer name port{1} mtu {0} netns /proc/{2}/fd/{3}\n"
                        "addr add {4}/16 dev eth0\n"
                        "link set eth0 gso_max_size {5} up\n",
                        mtu, rank, getpid(), switch_, address(rank), largest_offload(rate)));
  configure(tc_, token_bucket("eth0", rate));
  check(setns(switch_, CLONE_NEWNET), "the namespace of the switch");
}

void EmulatedNetwork::make_switch(const std::vector<double>& rates) {
  std::string links = fmt::format("link set lo up\n"
                                  "link add {0} type bridge\n"
                                  "addr add {1}/16 dev {0}\n"
                                  "link set {0} up\n",
                                  switch_name, switch_address);
  std::string buckets;
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    const std::string port = fmt::format("port{}", rank);
    links += fmt::format("link set {} master {} up\n", port, switch_name);
    buckets += token_bucket(port, rates[rank]);
  }
  configure(ip_, links);
  configure(tc_, buckets);
}

void EmulatedNetwork::configure(const std::string& tool, const std::string& lines) {
  const std::string file = folder_.file("batch");
  std::ofstream(file) << lines;
  std::string said;
  const ChildResult result =
      run_child({tool, "-batch", file}, signals_,
                {.read = [&said](const std::string& line, bool) { said += said.empty() ? line : ""; },
                 .seconds = 0,
                 .kill = {}});
  if (result.signal)
    throw ReportedError("the emulation of a network: interrupted", 128 + result.signal);
  if (result.status)
    throw SystemError(fmt::format("{}: exit status {}: {}", tool, result.status, said));
}

/// Names are those of /etc/hosts, on the switch and on all hosts.
void EmulatedNetwork::write_names(std::size_t hosts) {
  const std::string names = folder_.file("hosts");
  std::ofstream addresses(names), list(folder_.file("list"));
  addresses << "127.0.0.1 localhost\n" << switch_address << ' ' << switch_name << '\n';
  for (std::size_t rank = 0; rank < hosts; ++rank) {
    const std::string name = host_name(static_cast<int>(rank));
    addresses << address(rank) << ' ' << name << '\n';
    list << name << '\n';
  }
  addresses.close();
  list.close();
  if (!addresses || !list)
    throw SystemError(fmt::format("{}: cannot be written", folder_.path().string()));
  check(mount(names.c_str(), "/etc/hosts", nullptr, MS_BIND, nullptr), "/etc/hosts: mount");
  check(sethostname(switch_name, std::strlen(switch_name)), "sethostname");
}

void EmulatedNetwork::set_environment() const {
  const std::string list = folder_.file("list"), program = own_executable().string();
  const std::string words =
      fmt::format("emulate-host --owner {} --networks {} --", getpid(), fmt::join(hosts_, ","));
  setenv("HETGRID_NETWORK", folder_.path().c_str(), 1); // to hetgrid-finalize
  setenv("HYDRA_LAUNCHER", "rsh", 1);
  setenv("HYDRA_LAUNCHER_EXEC", program.c_str(), 1);
  setenv("HYDRA_LAUNCHER_EXTRA_ARGS", words.c_str(), 1);
  setenv("HYDRA_HOST_FILE", list.c_str(), 1);
  // UCX takes hosts with the same kernel for one and would use what passes by the network.
  setenv("UCX_TLS", "tcp,self", 1);
  setenv("UCX_NET_DEVICES", "eth0", 1);
  setenv("OMPI_MCA_plm", "rsh", 1);
  setenv("OMPI_MCA_plm_rsh_agent", (program + " " + words).c_str(), 1);
  setenv("OMPI_MCA_orte_default_hostfile", list.c_str(), 1);
  setenv("OMPI_MCA_rmaps_base_mapping_policy", "node", 1);
  setenv("OMPI_MCA_pml", "ob1", 1);
  setenv("OMPI_MCA_btl", "tcp,self", 1);
}

void preload_finalize() {
  for (const std::string& place : places_of("hetgrid-finalize")) {
    if (access(place.c_str(), R_OK) != 0)
      continue;
    return preload(place);
  }
  throw SystemError("hetgrid-finalize: not found beside this program or where it was to be installed");
}

void enter_host(const std::string& host, pid_t owner, const std::vector<int>& networks) {
  for (std::size_t rank = 0; rank < networks.size(); ++rank) {
    if (host != host_name(static_cast<int>(rank)))
      continue;
    const std::string network = fmt::format("/proc/{}/fd/{}", owner, networks[rank]);
    const int file = open(network.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
      throw failed(network);
    check(setns(file, CLONE_NEWNET), network);
    check(unshare(CLONE_NEWUTS | CLONE_NEWIPC), "namespaces for a host");
    leave_mounts();
    mount_sys();
    check(mount("tmpfs", "/dev/shm", "tmpfs", 0, nullptr), "/dev/shm: mount");
    check(sethostname(host.c_str(), host.size()), "sethostname");
    return;
  }
  throw SystemError(fmt::format("{}: no host of the emulated network", host));
}

} // namespace hetgrid::cli
