#pragma once
// The fiscal tables that the simulator judges by: those of the installation, which its server puts into its folder.

#include <filesystem>
#include <memory>

#include "nfce/tables.hpp"

namespace balcao::sefaz {

/// False when the folder cannot be written to.
bool write_tables(std::filesystem::path const& folder, nfce::Tables const& tables);

/// For one thread.
class TablesFile {
public:
    explicit TablesFile(std::filesystem::path const& folder);
    /// Those of the file as it is now; the program's own without one, or when it cannot be used.
    std::shared_ptr<nfce::Tables const> const& current();

private:
    std::filesystem::path const file_;
    std::filesystem::file_time_type written_;
    std::shared_ptr<nfce::Tables const> tables_ = nfce::Tables::base();
};

} // namespace balcao::sefaz
