#include "selling/receipts/nota/estado.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace balcao::receipts {

namespace {

constexpr std::array<std::string_view, estados> names{"enviando",
                                                      "indefinida",
                                                      "rejeitada",
                                                      "autorizada",
                                                      "autorizada_sem_xml",
                                                      "contingencia",
                                                      "contingencia_rejeitada",
                                                      "cancelada",
                                                      "cancelada_subst",
                                                      "abandonada",
                                                      "inutilizada",
                                                      "ocupada",
                                                      "denegada"};

} // namespace

std::string_view text(Estado estado) { return names.at(static_cast<std::size_t>(estado)); }

Estado estado_of(std::string_view text) {
    auto const* const found = std::ranges::find(names, text);
    if (found == names.end()) throw std::invalid_argument("no state of a nota: " + std::string(text));
    return static_cast<Estado>(found - names.begin());
}

bool is_pending(Estado estado) {
    switch (estado) {
    case Estado::enviando:
    case Estado::indefinida:
    case Estado::rejeitada:
    case Estado::contingencia:
    case Estado::contingencia_rejeitada:
    case Estado::abandonada: return true;
    default: return false;
    }
}

bool is_authorised(Estado estado) { return estado == Estado::autorizada || estado == Estado::autorizada_sem_xml; }
bool is_issued(Estado estado) {
    return is_authorised(estado) || estado == Estado::contingencia || estado == Estado::contingencia_rejeitada;
}

} // namespace balcao::receipts
