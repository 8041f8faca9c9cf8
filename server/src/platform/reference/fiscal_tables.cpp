#include "platform/reference/fiscal_tables.hpp"

#include <atomic>
#include <utility>

namespace balcao::reference {

namespace {

std::atomic<std::shared_ptr<nfce::Tables const>>& in_force() {
    static std::atomic<std::shared_ptr<nfce::Tables const>> tables{nfce::Tables::base()};
    return tables;
}

} // namespace

std::shared_ptr<nfce::Tables const> fiscal_tables() { return in_force().load(); }

void put_in_force(std::shared_ptr<nfce::Tables const> tables) { in_force().store(std::move(tables)); }

} // namespace balcao::reference
