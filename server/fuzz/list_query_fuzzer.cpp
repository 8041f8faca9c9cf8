// What a list is asked for: whatever comes behind the question mark, a page within its limits or a refusal that names
// the parameters.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "platform/base/text.hpp"
#include "platform/http/uri.hpp"
#include "platform/records/list_query.hpp"

#include "platform/http/http.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace balcao;
    constexpr std::array<std::string_view, 2> sorts{"-data", "nome"};
    constexpr std::array<std::string_view, 1> filters{"ativo"};
    auto target = http::parse_target("/api/x?" + std::string(reinterpret_cast<char const*>(data), size));
    if (!target) return 0;
    http::Request request;
    request.query_params = std::move(target->query);
    auto const query = records::read_list_query(request, sorts, filters);
    if (!query) {
        auto const& fields = query.error().fields;
        if (fields.empty() || std::ranges::any_of(fields, &std::string::empty, &FieldProblem::message)) std::abort();
        return 0;
    }
    if (query->page < 1 || query->page_size < 1 || query->page_size > 100 || query->offset() < 0) std::abort();
    if (length(query->search) > 200 || (query->sort != "data" && query->sort != "nome")) std::abort();
    return 0;
}
