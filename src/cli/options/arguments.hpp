// Words of the command line -> values, with errors that say what was expected.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hetgrid/partition.hpp"
#include "hetgrid/plan.hpp"
#include "hetgrid/server_policies.hpp"

namespace hetgrid::cli {

/// "1,2.5,3" -> cycle-times, positive and of magnitudes that machines have. \throws ArgumentError
std::vector<double> parse_cycle_times(const std::string& text);

/// "10:1:1", or with commas -> speeds, as cycle-times are. \throws ArgumentError
std::vector<double> parse_speeds(const std::string& text);

/// "2x3" -> (2, 3), both positive. \param option name for the message \throws ArgumentError
std::pair<int, int> parse_pair(const std::string& option, const std::string& text);

/// "100M" -> 1e8 bits a second, of magnitudes that networks have. \param option name for the message \throws ArgumentError
double parse_bit_rate(const std::string& option, const std::string& text);
/// "1G,100M" likewise.
std::vector<double> parse_bit_rates(const std::string& option, const std::string& text);

/// "2G,500M" -> bytes, factors of 1000. \param option name for the message \throws ArgumentError
std::vector<double> parse_byte_sizes(const std::string& option, const std::string& text);

/// --memory: the memory of each worker of the platform's server, in the order of the processes, or of all alike, as parse_byte_sizes
/// reads it; empty: as it is. \param block_size  of which each has to hold a block \throws ArgumentError
void set_worker_memory(plan::Platform& platform, const std::string& memory, layout::Index block_size,
                       std::size_t element_bytes);

/// \throws ArgumentError if the policy is none for the products of a factorization with these workers, as without memory for it
void check_lu_policy(const std::string& policy, const server::Star& star, const server::Product& matrix);
/// --policy: "auto" is the fastest of all. \param compared  of compare_policies() \throws ArgumentError if none is possible
std::string chosen_policy(const std::string& policy, const std::vector<server::Judged>& compared,
                          const server::Product& product);

/// Whole text of a file. \throws InputError
std::string read_text(const std::string& file);

/// The platform, the plan, the partition in a file. \throws InputError, ArgumentError; the message names the file
plan::Platform platform_from_file(const std::string& file);
plan::Plan plan_from_file(const std::string& file);
partition::Partition partition_from_file(const std::string& file);

/// Before a product from a server is simulated, for a plan or to choose a policy. \throws ArgumentError if that would not end soon
void check_simulation_length(const server::Star& star, const server::Product& product);

} // namespace hetgrid::cli
