#pragma once

#include <string>

#include "platform/db/database.hpp"

namespace balcao::db {

/// Nothing was saved: the disk is full. Unlike Busy, retrying helps only once there is space.
class FullDisk final : public Unavailable {
public:
    explicit FullDisk(std::string const& what) : Unavailable(what) {}
};

} // namespace balcao::db
