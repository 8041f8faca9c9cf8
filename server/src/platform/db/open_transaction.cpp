#include "platform/db/open_transaction.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace balcao::db {

template <class Work>
std::int64_t OpenTransaction::unless_failed(Query const& query, Work work) {
    if (failed_) throw Error(fmt::format("query '{}': an earlier statement of the transaction has failed", query.name));
    try {
        return work();
    } catch (...) {
        failed_ = true;
        throw;
    }
}

std::int64_t OpenTransaction::run(Query const& query, Params const& params,
                                  std::function<void(Row const&)> const& row) {
    return unless_failed(query, [&] { return connection_.run(query, params, row); });
}

std::int64_t OpenTransaction::execute_each(Query const& query, std::span<Params const> all) {
    return unless_failed(query, [&] { return connection_.run_each(query, all); });
}

void OpenTransaction::check() const {
    if (failed_) throw std::logic_error("a transaction with a failed statement cannot be committed");
}

} // namespace balcao::db
