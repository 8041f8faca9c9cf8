#include "sefaz/simulator/control.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "nfce/tables.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr std::int64_t longest_offset_ms = 10LL * 365 * 24 * 60 * 60 * 1'000;

ControlAnswer behaviour_route(Behaviours& behaviours, std::string_view method, std::string_view query,
                              std::string_view body) {
    constexpr std::string_view of_company = "CNPJ=";
    if (!query.empty() &&
        (method != "DELETE" || !is_valid_cnpj(query.substr(std::min(query.size(), of_company.size()))) ||
         !query.starts_with(of_company)))
        return {422, "O único parâmetro é CNPJ=…, de DELETE."};
    if (method == "DELETE") {
        if (query.empty()) behaviours.reset();
        else behaviours.forget(query.substr(of_company.size()));
    } else if (method == "PUT") {
        if (auto const set = behaviours.set(body); !set) return {422, set.error()};
    } else if (method != "GET") {
        return {405, "Use GET, PUT ou DELETE."};
    }
    return {200, behaviours.to_json()};
}

// Of all companies, or of the one whose CNPJ the path ends with.
ControlAnswer clock_route(Desk& desk, std::string_view method, std::string_view CNPJ, std::string_view body) {
    if (!CNPJ.empty() && !is_valid_cnpj(CNPJ)) return {422, "O CNPJ não é válido."};
    if (method == "POST") {
        auto const object = json::parse_object(body);
        auto const* const offset = object && object->size() == 1 ? object->if_contains("offset_ms") : nullptr;
        if (offset == nullptr || !offset->is_int64() || std::abs(offset->get_int64()) > longest_offset_ms)
            return {422, fmt::format("Informe só offset_ms, de -{0} a {0}.", longest_offset_ms)};
        desk.set_clock_offset(CNPJ, std::chrono::milliseconds(offset->get_int64()));
    } else if (method != "GET") {
        return {405, "Use GET ou POST."};
    }
    return {200, fmt::format("{{\"offset_ms\":{}}}", desk.clock_offset(CNPJ).count())};
}

// Of all companies, or of the one whose CNPJ the path ends with.
ControlAnswer demand_route(Desk& desk, std::string_view method, std::string_view CNPJ, std::string_view body) {
    if (!CNPJ.empty() && !is_valid_cnpj(CNPJ)) return {422, "O CNPJ não é válido."};
    if (method == "PUT") {
        auto const object = json::parse_object(body);
        auto const* const ibscbs = object && object->size() == 1 ? object->if_contains("ibscbs") : nullptr;
        if (ibscbs == nullptr || !ibscbs->is_bool()) return {422, "Informe só ibscbs, true ou false."};
        desk.set_demands_ibscbs(CNPJ, ibscbs->get_bool());
    } else if (method != "GET") {
        return {405, "Use GET ou PUT."};
    }
    return {200, fmt::format("{{\"ibscbs\":{}}}", desk.demands_ibscbs(CNPJ))};
}

// Whether the SVC stands in for a UF.
ControlAnswer svc_route(Desk& desk, std::string_view method, std::string_view UF, std::string_view body) {
    static constexpr std::array<std::string_view, 3> names{"desligada", "saindo", "ligada"}; // in the order of SvcState
    if (!nfce::tables::uf_code(UF)) return {422, "Informe a UF no fim do endereço."};
    if (method == "PUT") {
        auto const object = json::parse_object(body);
        auto const* const state = object && object->size() == 1 ? object->if_contains("estado") : nullptr;
        auto const* const name = state != nullptr && state->is_string()
                                     ? std::ranges::find(names, std::string_view(state->get_string()))
                                     : names.end();
        if (name == names.end()) return {422, "Informe só estado: ligada, saindo ou desligada."};
        desk.set_svc(UF, static_cast<SvcState>(name - names.begin()));
    } else if (method != "GET") {
        return {405, "Use GET ou PUT."};
    }
    return {200, fmt::format(R"({{"estado":"{}"}})", names.at(static_cast<std::size_t>(desk.svc(UF))))};
}

ControlAnswer company_route(Desk& desk, std::string_view method, std::string_view CNPJ, std::string_view body) {
    if (method != "DELETE" && method != "GET" && method != "PUT") return {405, "Use GET, PUT ou DELETE."};
    if (!is_valid_cnpj(CNPJ)) return {422, "O CNPJ não é válido."};
    if (method == "DELETE") {
        desk.forget_company(CNPJ);
        return {200, "{}"};
    }
    if (method == "PUT") {
        auto const told = read_registration(body);
        if (!told) return {422, told.error()};
        desk.register_company(CNPJ, *told);
    }
    auto const registration = desk.registration(CNPJ);
    if (!registration) return {404, "Esta empresa não está cadastrada."};
    return {200, to_json(*registration)};
}

ControlAnswer ledger_route(Desk& desk, std::string_view method, std::string_view name, std::string_view query) {
    constexpr std::string_view parameter = "depois=";
    auto const after = query.starts_with(parameter) ? parse_int(query.substr(parameter.size()))
                       : query.empty()              ? std::optional<std::int64_t>(0)
                                                    : std::nullopt;
    if (method != "GET") return {405, "Use GET."};
    if (!after) return {422, "O único parâmetro é depois=SEQ, o último seq já lido."};
    auto rows = desk.list(name, *after);
    if (!rows) {
        return {404, "Os endereços são /simulador/comportamento, relogio, exigencias, svc/UF, empresas/CNPJ, pedidos, "
                     "documentos, eventos, inutilizacoes e lotes."};
    }
    return {200, std::move(*rows)};
}

} // namespace

ControlAnswer control(Behaviours& behaviours, Desk& desk, std::string_view method, std::string_view target,
                      bool is_json, std::string_view body) {
    constexpr std::string_view folder = "/simulador/", companies = "empresas/", demands = "exigencias/",
                               clock = "relogio/", svc = "svc/";
    auto const path = target.substr(0, target.find('?'));
    auto const query = target.substr(std::min(target.size(), path.size() + 1));
    auto const name = path.starts_with(folder) ? path.substr(folder.size()) : std::string_view();
    // A page of another site cannot send this type without asking first, and is never allowed to.
    if ((method == "PUT" || method == "POST") && !is_json) return {415, "Envie como application/json."};
    if (name == "comportamento") return behaviour_route(behaviours, method, query, body);
    if (name == "relogio" || name.starts_with(clock))
        return clock_route(desk, method, name.substr(std::min(name.size(), clock.size())), body);
    if (name == "exigencias" || name.starts_with(demands))
        return demand_route(desk, method, name.substr(std::min(name.size(), demands.size())), body);
    if (name.starts_with(svc)) return svc_route(desk, method, name.substr(svc.size()), body);
    if (name.starts_with(companies)) return company_route(desk, method, name.substr(companies.size()), body);
    return ledger_route(desk, method, name, query);
}

} // namespace balcao::sefaz::simulator
