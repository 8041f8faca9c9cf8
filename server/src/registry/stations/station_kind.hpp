#pragma once
// Stations as a short list of a company.

#include "platform/records/short_list.hpp"
#include "registry/stations/station.hpp"

namespace balcao::stations {

struct StationKind {
    using Entry = Station;
    static constexpr records::ShortListText text{
        .topic = "stations",
        .name = "station",
        .table = "estacao",
        .part = "impressora",
        .order = "ativo desc, nome, id",
        .thing = "a estação",
        .this_thing = "esta estação",
        .name_taken = "Já existe uma estação com este nome. Digite outro.",
        .too_many = "O máximo é {} estações. Dê outro nome a uma que não usa mais.",
        .most = 200,
    };
    static Fields fields();
    static std::string part_json(Station const& station);
    static void read_part(Station& station, boost::json::object const& json);
};

} // namespace balcao::stations
