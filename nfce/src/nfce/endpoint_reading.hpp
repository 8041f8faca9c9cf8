#pragma once

#include "nfce/tables.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace balcao::nfce {

/// Reads nfce-endpoints.json, nfe-endpoints.json or a file of their shape, row by row; an error's line counts the rows.
/// A row is of the model that it names (modelo), else of that of the file (_meta.modelo), else of 65.
class EndpointReading {
public:
    explicit EndpointReading(std::string_view json);

    Tables::Endpoints rows;
    TableErrors errors;

private:
    void read(boost::json::object const& row);
    void report(std::string sentence);

    std::int64_t modelo_ = 65;
    std::size_t number_ = 0;
};

} // namespace balcao::nfce
