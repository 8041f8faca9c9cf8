// Who asks for numbers to be voided: people, and the program by night.

#include <fmt/format.h>

#include "platform/audit/audit.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/signing/signing.hpp"
#include "selling/receipts/voiding/voiding.hpp"

namespace balcao::receipts {

namespace {

constexpr std::size_t most_named = 20;
constexpr std::string_view automatic_reason = "Emissão não concluída: número sem nota autorizada";

// Two digits.
std::int64_t year_of(companies::Company const& company, Instant now) {
    return parse_int(local_time(company, now).date().substr(2, 2)).value();
}

std::string range_text(VoidingRequest const& request) {
    auto const series = fmt::format("série {} de {}", request.serie, modelo_of(request.modelo).nome);
    if (request.ini == request.fim) return fmt::format("o número {}, {}", grouped(request.ini), series);
    return fmt::format("os números {} a {}, {}", grouped(request.ini), grouped(request.fim), series);
}

} // namespace

Result<VoidingInput> read_voiding(boost::json::object const& json) {
    static constexpr Field fields[]{
        field<&VoidingInput::ambiente>("ambiente", {.required = true, .one_of = "producao|homologacao|simulador"}),
        field<&VoidingInput::modelo>("modelo"),
        field<&VoidingInput::serie>("serie", {.at_least = 0, .at_most = 889}),
        field<&VoidingInput::ini>("ini", {.at_least = 1, .at_most = numbers::highest_number}),
        field<&VoidingInput::fim>("fim", {.at_least = 1, .at_most = numbers::highest_number}),
        field<&VoidingInput::motivo>("motivo", {.required = true, .min = 15, .max = 255, .nfe_text = true}),
    };
    std::vector<FieldProblem> problems;
    auto input = read_entity<VoidingInput>(fields, json, problems);
    if (input.modelo != numbers::modelo_nfce && input.modelo != numbers::modelo_nfe)
        problems.push_back({"modelo", "Use 55 (NF-e) ou 65 (NFC-e)."});
    if (problems.empty() && input.fim < input.ini) {
        problems.push_back({"fim", "O último número vem depois do primeiro."});
    } else if (problems.empty() && input.fim - input.ini >= most_voided_at_once) {
        problems.push_back({"fim", "Inutilize no máximo 1.000 números de uma vez."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return input;
}

Result<Uuid> void_numbers(Acting const& acting, VoidingInput const& input) {
    return acting.wire.database.write([&](db::Transaction& transaction) -> Result<Uuid> {
        BALCAO_TRY(acting.ask_again(transaction));
        auto const company = companies::find(transaction, acting.scope);
        if (!company) return not_found();
        VoidingRequest const request{.id = Uuid::make(),
                                     .ambiente = input.ambiente,
                                     .modelo = input.modelo,
                                     .serie = input.serie,
                                     .ini = input.ini,
                                     .fim = input.fim,
                                     .ano = year_of(company->company, acting.wire.now()),
                                     .xJust = input.motivo,
                                     .user = acting.actor.user,
                                     .created_at = acting.wire.now()};
        auto const refused = not_voidable(transaction, acting.scope, request);
        if (!refused.empty()) {
            std::string list;
            for (std::size_t i = 0; i < refused.size() && i < most_named; ++i)
                list += (i == 0 ? "" : ", ") + grouped(refused[i]);
            if (refused.size() > most_named) list += " …";
            return invalid(std::vector<FieldProblem>{
                {"ini",
                 fmt::format("Só números abandonados ou saltados podem ser inutilizados. Estes não são: {}.", list)}});
        }
        if (is_being_voided(transaction, acting.scope, request))
            return invalid(std::vector<FieldProblem>{{"ini", "Estes números já estão sendo inutilizados."}});
        make_voiding(transaction, acting.wire, acting.scope, request);
        records::note({transaction, acting.actor}, acting.wire.records,
                      {.topic = "numbers",
                       .action = "nfce_void",
                       .description = "Pediu para inutilizar " + range_text(request),
                       .company = acting.scope.id()});
        return request.id;
    });
}

void void_abandoned(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                    companies::Company const& company, Instant before) {
    auto const now = wire.now();
    std::optional<VoidingRequest> range;
    auto const ask = [&] {
        if (!range) return;
        make_voiding(transaction, wire, scope, *range);
        audit::write(transaction, now,
                     {.action = "nfce_void",
                      .description = "Inutilização automática: pediu para inutilizar " + range_text(*range),
                      .company = scope.id()});
    };
    for (auto const& number : numbers_to_void(transaction, scope, before, most_voided_at_once)) {
        bool const follows = range && range->series() == number.series && range->fim + 1 == number.numero;
        if (follows) {
            range->fim = number.numero;
            continue;
        }
        ask();
        range = VoidingRequest{.id = Uuid::make(),
                               .ambiente = number.series.ambiente,
                               .modelo = number.series.modelo,
                               .serie = number.series.serie,
                               .ini = number.numero,
                               .fim = number.numero,
                               .ano = year_of(company, now),
                               .xJust = std::string(automatic_reason),
                               .user = {},
                               .created_at = now};
    }
    ask();
}

} // namespace balcao::receipts
