#include "fiscal/sefaz_settings/sefaz_settings.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "fiscal/numbers/numbers.hpp"
#include "fiscal/sefaz_settings/sefaz_settings_store.hpp"
#include "platform/audit/audit.hpp"
#include "platform/base/json.hpp"
#include "platform/http/http.hpp"
#include "platform/security_notices/security_notices.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::sefaz_settings {

namespace {

using numbers::highest_number;
using numbers::modelo_nfce;
using numbers::modelo_nfe;

constexpr Numbering unused_series{.proximo = 1, .ultimo_usado = 0};

// What the form can show: a used-up series has no next number.
std::int64_t shown(Numbering const& numbering) { return std::min(numbering.proximo, highest_number); }

std::string environment_json(EnvironmentSettings const& settings, std::string_view which,
                             auth::CompanyScope const& scope, secrets::Secrets const& secrets) {
    json::ObjectWriter writer;
    auto const next = [&](std::int64_t modelo) {
        auto const* const numbering = settings.numbering_of(modelo, settings.serie_of(modelo));
        return shown(numbering != nullptr ? *numbering : unused_series);
    };
    writer.integer("serie", settings.serie);
    writer.integer("numero_inicial", next(modelo_nfce));
    writer.integer("serie_nfe", settings.serie_nfe);
    writer.integer("numero_inicial_nfe", next(modelo_nfe));
    writer.boolean("csc_configurado", settings.csc_encrypted.has_value());
    writer.optional_text("csc_mascara", settings.csc_encrypted.transform([&](db::Blob const& sealed) {
        return masked(secrets.open(secrets::csc.at(scope.id().uuid(), which), sealed).reveal());
    }));
    writer.optional_text("csc_id", settings.csc_id);
    std::string series = "[";
    for (auto const& one : settings.numbering) {
        if (series.size() > 1) series += ',';
        json::ObjectWriter entry;
        entry.integer("modelo", one.modelo);
        entry.integer("serie", one.serie);
        entry.integer("numero_inicial", shown(one));
        entry.integer("ultimo_usado", one.ultimo_usado);
        series += entry.take();
    }
    writer.raw("series", series + ']');
    return writer.take();
}

Failure only_an_admin(std::string detail, std::string field) {
    return {.kind = FailureKind::forbidden,
            .title = "Acesso Negado",
            .detail = detail,
            .fields = {{std::move(field), detail}}};
}

// The fields of a model's series in the form.
std::string number_field(std::int64_t modelo) { return modelo == modelo_nfe ? "numero_inicial_nfe" : "numero_inicial"; }

std::unexpected<Failure> at_number(std::int64_t modelo, std::string sentence) {
    return invalid(std::vector<FieldProblem>{{number_field(modelo), std::move(sentence)}});
}

// The next number the series is to have; nullopt: it stays.
Result<std::optional<std::int64_t>> next_number(EnvironmentSettings const& settings, std::int64_t modelo,
                                                SeriesInput const& input, bool is_admin) {
    auto const* const stored = settings.numbering_of(modelo, input.serie);
    auto const& now = stored != nullptr ? *stored : unused_series;
    auto const seen = input.proximo_lido.value_or(stored != nullptr ? 0 : shown(now));
    auto const is_as_seen = input.numero_inicial == input.proximo_lido;
    if (stored != nullptr && (is_as_seen || input.numero_inicial == shown(now))) return std::nullopt;
    if (seen != shown(now)) {
        return at_number(modelo, fmt::format("O próximo número da série {} agora é {}. Confira e salve de novo.",
                                             input.serie, shown(now)));
    }
    if (input.numero_inicial <= now.ultimo_usado) {
        if (now.ultimo_usado >= highest_number)
            return at_number(modelo, "Todos os números desta série já foram usados. Escolha outra série.");
        return at_number(modelo, fmt::format("O número {} desta série já foi usado. Use {} ou um maior.",
                                             now.ultimo_usado, now.ultimo_usado + 1));
    }
    if (stored != nullptr && input.numero_inicial < now.proximo && !is_admin)
        return fail(only_an_admin("Só um administrador pode diminuir o próximo número.", number_field(modelo)));
    return input.numero_inicial;
}

Result<void> check_access(StoredSettings const& before, SettingsInput const& input, bool is_admin) {
    if (is_admin) return {};
    if (before.ambiente == producao) {
        return fail(only_an_admin("A empresa está em produção: só um administrador pode mudar estas configurações.",
                                  "ambiente"));
    }
    if (input.ambiente == producao)
        return fail(only_an_admin("Só um administrador pode passar a empresa para produção.", "ambiente"));
    return {};
}

struct NewNumbers {
    std::optional<std::int64_t> nfce, nfe;
};

std::string changes(StoredSettings const& before, StoredSettings const& after, SettingsInput const& input,
                    NewNumbers const& new_numbers) {
    json::ObjectWriter writer;
    auto const text = [](auto const& value) {
        std::string out;
        json::append_string(out, value);
        return out;
    };
    auto const change = [&](std::string_view name, std::string const& was, std::string const& is) {
        if (was != is) writer.raw(name, fmt::format("[{},{}]", was, is));
    };
    auto const& old = before.of(input.ambiente);
    auto const change_number = [&](std::int64_t modelo, SeriesInput const& typed, std::optional<std::int64_t> number) {
        if (!number) return;
        auto const* const numbering = old.numbering_of(modelo, typed.serie);
        change(number_field(modelo), numbering != nullptr ? std::to_string(numbering->proximo) : "null",
               std::to_string(*number));
    };
    change("ambiente", text(before.ambiente), text(after.ambiente));
    change("destino", text(before.destino), text(after.destino));
    change("serie", std::to_string(old.serie), std::to_string(input.nfce.serie));
    change_number(modelo_nfce, input.nfce, new_numbers.nfce);
    if (input.nfe) {
        change("serie_nfe", std::to_string(old.serie_nfe), std::to_string(input.nfe->serie));
        change_number(modelo_nfe, *input.nfe, new_numbers.nfe);
    }
    change("csc_id", old.csc_id ? text(*old.csc_id) : "null", text(input.csc_id));
    if (input.csc) writer.text("csc", "alterado");
    return writer.take();
}

} // namespace

Result<std::string> known_ambiente(db::Connection& connection, auth::CompanyScope const& scope,
                                   http::Request const& request) {
    auto ambiente =
        std::string(request.query("ambiente").value_or(find_settings(connection, scope).ambiente_das_notas()));
    if (ambiente != producao && ambiente != homologacao && ambiente != simulador)
        return invalid(std::vector<FieldProblem>{{"ambiente", "Use producao, homologacao ou simulador."}});
    return ambiente;
}

Numbering const* EnvironmentSettings::numbering_of(std::int64_t modelo, std::int64_t serie_wanted) const {
    auto const at = std::ranges::find_if(
        numbering, [&](Numbering const& one) { return one.modelo == modelo && one.serie == serie_wanted; });
    return at == numbering.end() ? nullptr : &*at;
}

bool StoredSettings::configured() const {
    auto const& used = of(ambiente);
    return version > 0 && used.csc_encrypted && used.csc_id;
}

std::string to_json(StoredSettings const& settings, auth::CompanyScope const& scope, SettingsServices const& services) {
    json::ObjectWriter writer;
    writer.boolean("configured", settings.configured());
    writer.text("ambiente", settings.ambiente);
    writer.text("destino", settings.destino);
    writer.raw("homologacao", environment_json(settings.of_homologacao, homologacao, scope, services.secrets));
    writer.raw("producao", environment_json(settings.of_producao, producao, scope, services.secrets));
    writer.boolean("simulador_disponivel", services.has_simulator);
    if (settings.version > 0) writer.text("updated_at", settings.updated_at.to_iso());
    else writer.null("updated_at");
    return writer.take();
}

std::optional<std::string> why_not_producao(auth::CompanyScope const& scope, SettingsServices const& services) {
    auto const ready = services.certificates.get(scope);
    if (!ready) return ready.error().detail;
    auto const now = services.records.clock.now();
    if (now >= ready->valid_to) return "O certificado da empresa venceu. Envie o novo em Empresas.";
    return services.icp_brasil.why_not(ready->certificate, now);
}

Result<StoredSettings> put_settings(auth::Write const& write, auth::CompanyScope const& scope,
                                    SettingsServices const& services, std::string_view if_match,
                                    SettingsInput const& input, std::optional<std::string> why_not_producao) {
    auto const company = companies::find(write.db, scope);
    if (!company) return not_found();
    auto const before = find_settings(write.db, scope);
    BALCAO_TRY(records::check_current(write.db, if_match,
                                      {.topic = "sefaz-settings",
                                       .id = scope.id().uuid(),
                                       .version = before.version,
                                       .what = "estas configurações",
                                       .json = to_json(before, scope, services)}));
    BALCAO_TRY(check_access(before, input, write.actor.is_admin()));
    auto after = before;
    auto& environment = after.of(input.ambiente);
    std::vector<FieldProblem> problems;
    if (input.ambiente == producao && before.ambiente != producao && why_not_producao)
        problems.push_back({"ambiente", *std::move(why_not_producao)});
    if (company->company.exemplo == "S" && (input.ambiente != homologacao || input.destino != simulador)) {
        problems.push_back(
            {"destino", "A loja de exemplo só emite no simulador. Cadastre a sua empresa para emitir de verdade."});
    } else if (input.destino == simulador && !services.has_simulator) {
        problems.push_back({"destino", "Esta instalação não tem um simulador. Escolha SEFAZ."});
    }
    // Asked with the other fields already; only who saved in between took it away.
    if (!input.csc && !environment.csc_encrypted) problems.push_back({"csc", "Preencha este campo."});
    if (!problems.empty()) return invalid(std::move(problems));
    NewNumbers next;
    next.nfce = BALCAO_TRY(next_number(environment, modelo_nfce, input.nfce, write.actor.is_admin()));
    if (input.nfe) next.nfe = BALCAO_TRY(next_number(environment, modelo_nfe, *input.nfe, write.actor.is_admin()));

    auto const now = services.records.clock.now();
    after.ambiente = input.ambiente;
    after.destino = input.destino;
    after.updated_at = now;
    ++after.version;
    environment.serie = input.nfce.serie;
    if (input.nfe) environment.serie_nfe = input.nfe->serie;
    environment.csc_id = input.csc_id;
    if (input.csc) {
        services.secrets.require_current(write.db);
        environment.csc_encrypted =
            services.secrets.seal(secrets::csc.at(scope.id().uuid(), input.ambiente), input.csc->reveal());
    }
    save_settings(write.db, scope, after);
    save_environment(write.db, scope, input.ambiente, environment);
    auto const set_number = [&](std::int64_t modelo, std::int64_t serie,
                                std::optional<std::int64_t> number) -> Result<void> {
        if (!number) return {};
        numbers::Series const series{.ambiente = input.ambiente, .modelo = modelo, .serie = serie};
        auto set = numbers::set_next_number(write.db, scope, series, *number, write.actor.user, after.updated_at);
        if (!set)
            for (auto& field : set.error().fields) field.field = number_field(modelo);
        return set;
    };
    BALCAO_TRY(set_number(modelo_nfce, environment.serie, next.nfce));
    BALCAO_TRY(set_number(modelo_nfe, environment.serie_nfe, next.nfe));
    companies::publish_shown_state(write.db, services.records.events, scope.id());
    records::note(write, services.records,
                  {.topic = "sefaz-settings",
                   .action = before.version == 0 ? "sefaz_config_create" : "sefaz_config_update",
                   .description = "Salvou as configurações da SEFAZ de " + company->company.razao_social,
                   .company = scope.id(),
                   .version = after.version,
                   .details = changes(before, after, input, next)});
    if (before.ambiente != after.ambiente) {
        security_notices::tell_gerentes(write.db, now, scope.id(), "ambiente_trocado",
                                        fmt::format("{} passou a empresa para {}.", write.actor.full_name,
                                                    after.ambiente == producao
                                                        ? "produção: as notas passam a valer de verdade"
                                                        : "homologação: as notas deixam de valer"));
    }
    return find_settings(write.db, scope);
}

Result<Secret> reveal_csc(auth::Write const& write, auth::CompanyScope const& scope, SettingsServices const& services,
                          std::string_view ambiente) {
    auto const company = companies::find(write.db, scope);
    if (!company) return not_found();
    auto const settings = find_settings(write.db, scope);
    auto const& sealed = settings.of(ambiente).csc_encrypted;
    if (!sealed) return invalid(std::vector<FieldProblem>{{"ambiente", "Não há um CSC guardado neste ambiente."}});
    auto secret = services.secrets.open(secrets::csc.at(scope.id().uuid(), ambiente), *sealed);
    json::ObjectWriter details;
    details.text("ambiente", ambiente);
    audit::write(write.db, services.records.clock.now(),
                 {.action = "secret_reveal",
                  .description = "Viu o CSC de " + company->company.razao_social,
                  .user = write.actor.user,
                  .company = scope.id(),
                  .details = details.take()});
    return secret;
}

} // namespace balcao::sefaz_settings
