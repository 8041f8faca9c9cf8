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

std::string_view situation_shown(Estado estado) {
    switch (estado) {
    case Estado::enviando: return "Enviando";
    case Estado::indefinida: return "Sem resposta, conferindo";
    case Estado::rejeitada: return "Rejeitada";
    case Estado::autorizada: return "Autorizada";
    case Estado::autorizada_sem_xml: return "Autorizada, sem XML";
    case Estado::contingencia: return "Em contingência";
    case Estado::contingencia_rejeitada: return "Rejeitada em contingência";
    case Estado::cancelada: return "Cancelada";
    case Estado::cancelada_subst: return "Cancelada por substituição";
    case Estado::abandonada: return "A inutilizar";
    case Estado::inutilizada: return "Inutilizada";
    case Estado::ocupada: return "Número ocupado";
    case Estado::denegada: return "Denegada";
    }
    return {};
}

} // namespace balcao::receipts
