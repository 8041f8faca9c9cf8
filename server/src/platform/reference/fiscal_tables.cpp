#include "platform/reference/fiscal_tables.hpp"

#include <atomic>
#include <utility>

namespace balcao::reference {

namespace {

std::atomic<std::shared_ptr<nfce::Tables const>>& in_force() {
    static std::atomic<std::shared_ptr<nfce::Tables const>> tables{nfce::Tables::base()};
    return tables;
}

std::atomic<std::shared_ptr<std::string const>>& why_unusable() {
    static std::atomic<std::shared_ptr<std::string const>> sentence{std::make_shared<std::string const>()};
    return sentence;
}

} // namespace

std::shared_ptr<nfce::Tables const> fiscal_tables() { return in_force().load(); }

std::shared_ptr<std::string const> unusable_tables() { return why_unusable().load(); }

void put_in_force(std::shared_ptr<nfce::Tables const> tables, std::string unusable) {
    in_force().store(std::move(tables));
    why_unusable().store(std::make_shared<std::string const>(std::move(unusable)));
}

} // namespace balcao::reference
