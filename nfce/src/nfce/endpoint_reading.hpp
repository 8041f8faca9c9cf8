#pragma once

#include "nfce/tables.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace balcao::nfce {

/// Reads nfce-endpoints.json, or a file of its shape, row by row; an error's line counts the rows.
class EndpointReading {
public:
    explicit EndpointReading(std::string_view json);

    Tables::Endpoints rows;
    TableErrors errors;

private:
    void read(boost::json::object const& row);
    void report(std::string sentence);

    std::size_t number_ = 0;
};

} // namespace balcao::nfce
