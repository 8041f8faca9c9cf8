#pragma once
// The set of fiscal tables that is in force in this process. Who judges takes it once and judges, numbers and signs by
// it; one that is replaced meanwhile lives as long as it is held.

#include <memory>
#include <string>

#include "nfce/tables.hpp"

namespace balcao::reference {

/// Any thread.
std::shared_ptr<nfce::Tables const> fiscal_tables();
/// Why the installation's own tables are not in force, as a sentence; empty: they are. Any thread.
std::shared_ptr<std::string const> unusable_tables();
/// Puts another set into force: at start, and when the installation's tables have changed (fiscal/fiscal_tables).
void put_in_force(std::shared_ptr<nfce::Tables const> tables, std::string unusable = {});

} // namespace balcao::reference
