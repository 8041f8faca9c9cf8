#include "platform/records/tabs.hpp"

namespace balcao::records {

std::string to_json(db::ListTotal const& total) {
    json::ObjectWriter writer;
    writer.integer("total", total.total);
    writer.boolean("total_exact", total.exact);
    return writer.take();
}

} // namespace balcao::records
