// What a client of the simulator may send.

#include <cstddef>
#include <cstdint>

#include "sefaz/simulator/behaviour.hpp"
#include "sefaz/simulator/message.hpp"
#include "sefaz/simulator/receipt_judge.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace balcao;
    using namespace balcao::sefaz;
    using nfce::Service;
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    for (auto const service : {Service::authorisation, Service::authorisation_result, Service::query, Service::status,
                               Service::voiding, Service::event, Service::registry}) {
        auto const message = simulator::read_message(service, text);
        if (message) (void)simulator::message_fault(service, *message);
    }
    (void)simulator::examine_receipt(text, 1'763'719'200, nfce::Tables::base());
    simulator::Behaviours behaviours;
    (void)behaviours.set(text);
    return 0;
}
