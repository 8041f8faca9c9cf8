// What a client of the simulator may send.

#include <cstddef>
#include <cstdint>

#include "sefaz/simulator_answers.hpp"
#include "sefaz/simulator_behaviour.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace balcao;
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    for (auto const service : {nfce::Service::status, nfce::Service::authorisation_result, nfce::Service::registry})
        (void)sefaz::answer_soap(service, text, {}, "2026-11-21T10:00:00-03:00");
    sefaz::Behaviours behaviours;
    (void)behaviours.set(text);
    return 0;
}
