#include "cli/options/list_option.hpp"

#include <utility>

namespace hetgrid::cli {

CLI::Validator every_word(const CLI::Validator& each) {
  return CLI::Validator(
      [each](std::string& list) {
        std::string accepted;
        for (std::size_t begin = 0, comma = 0; comma != std::string::npos; begin = comma + 1) {
          comma = list.find(',', begin);
          std::string word = list.substr(begin, comma - begin);
          const std::string error = each(word);
          if (!error.empty())
            return error;
          accepted += (begin == 0 ? "" : ",") + word;
        }
        list = std::move(accepted);
        return std::string();
      },
      each.get_description());
}

} // namespace hetgrid::cli
