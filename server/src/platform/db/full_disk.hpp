#pragma once

#include <string>

#include "platform/db/database.hpp"

namespace balcao::db {

/// Nothing was saved: the disk is full. Unlike Busy it is so until somebody has made room.
class FullDisk final : public Unavailable {
public:
    explicit FullDisk(std::string const& what) : Unavailable(what) {}
};

} // namespace balcao::db
