#include "registry/products/changes.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <utility>

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/http.hpp"
#include "platform/http/problem.hpp"
#include "registry/products/fiscal_pendencies.hpp"
#include "registry/products/prices.hpp"
#include "registry/products/tax_values.hpp"

namespace balcao::products {

namespace {

using auth::Answer;

constexpr std::string_view nothing_changes = "{}";

// What may be changed in many products at once; the rest of a product is its own.
constexpr auto own_price = std::to_array<std::string_view>({"prod_vUnCOM", "prod_vProd", "prod_vUnTrib"});

bool may_change(std::string_view name) {
    return std::ranges::find(own_price, name) != own_price.end() ||
           std::ranges::find(tax_fields(), name, &Field::name) != tax_fields().end();
}

// Why they are changed: the audit log says so.
struct Reason {
    std::string_view name;
    std::string_view description;
};
constexpr auto reasons = std::to_array<Reason>({
    {"precos", "Mudou o preço de"},
    {"perfil_fiscal", "Aplicou um perfil fiscal a"},
    {"desfazer", "Desfez a mudança de"},
});

// Those of `after` that differ, as the other has them.
std::string different_values(Product const& of, Product const& other) {
    std::string json = "{";
    for (auto const& field : product_fields()) {
        if (!may_change(field.name) || field.get(&of) == field.get(&other)) continue;
        auto one = balcao::to_json(Fields(&field, 1), of);
        json += (json.size() > 1 ? "," : "") + one.substr(1, one.size() - 2);
    }
    return json + '}';
}

struct TypedValues {
    Uuid id;
    std::int64_t version = 0;
    boost::json::object valores;
};
struct Changes {
    std::vector<TypedValues> itens;
    Reason reason;
};

void read_item(boost::json::value const& value, std::size_t index, Changes& changes,
               std::vector<FieldProblem>& problems) {
    auto const at = fmt::format("itens.{}", index);
    auto const* const item = value.if_object();
    auto const* const id = item == nullptr ? nullptr : item->if_contains("id");
    auto const* const version = item == nullptr ? nullptr : item->if_contains("version");
    auto const* const valores = item == nullptr ? nullptr : item->if_contains("valores");
    auto const read = id != nullptr && id->is_string() ? Uuid::parse(id->get_string()) : std::nullopt;
    if (!read || version == nullptr || !version->is_int64() || valores == nullptr || !valores->is_object() ||
        item->size() != 3) {
        problems.push_back({at, "Diga o produto (id), a versão e os valores novos."});
        return;
    }
    for (auto const& member : valores->get_object()) {
        if (!may_change(member.key())) {
            problems.push_back({fmt::format("{}.valores.{}", at, std::string_view(member.key())),
                                "Este campo não se muda em vários produtos de uma vez."});
        }
    }
    changes.itens.push_back({.id = *read, .version = version->get_int64(), .valores = valores->get_object()});
}

Result<Changes> read_changes(std::string_view body) {
    auto const object = BALCAO_TRY(json::parse_object(body));
    Changes changes;
    std::vector<FieldProblem> problems;
    for (auto const& member : object) {
        if (member.key() != "motivo" && member.key() != "itens")
            problems.push_back({std::string(member.key()), "Este campo não existe."});
    }
    auto const* const name = object.if_contains("motivo");
    auto const reason = name != nullptr && name->is_string()
                            ? std::ranges::find(reasons, std::string_view(name->get_string()), &Reason::name)
                            : reasons.end();
    if (reason == reasons.end()) problems.push_back({"motivo", "Use precos, perfil_fiscal ou desfazer."});
    else changes.reason = *reason;
    auto const* const itens = object.if_contains("itens");
    if (itens == nullptr || !itens->is_array() || itens->get_array().empty() ||
        itens->get_array().size() > most_in_changes) {
        problems.push_back({"itens", fmt::format("Escolha de 1 a {} produtos.", most_in_changes)});
        return invalid(std::move(problems));
    }
    std::size_t index = 0;
    for (auto const& item : itens->get_array()) read_item(item, index++, changes, problems);
    auto ids = changes.itens;
    std::ranges::sort(ids, {}, &TypedValues::id);
    if (std::ranges::adjacent_find(ids, {}, &TypedValues::id) != ids.end())
        problems.push_back({"itens", "Um produto está duas vezes na lista."});
    if (!problems.empty()) return invalid(std::move(problems));
    return changes;
}

Failure saved_meanwhile(std::vector<std::string> const& names) {
    constexpr std::size_t most_named = 5;
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i) list += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > most_named) list += fmt::format(" e mais {}", names.size() - most_named);
    return {.kind = FailureKind::stale,
            .title = "Nada foi mudado",
            .detail =
                fmt::format("{} depois que você viu os valores: {}. Veja de novo e repita.",
                            names.size() == 1 ? "Um produto foi salvo ou excluído"
                                              : fmt::format("{} produtos foram salvos ou excluídos", names.size()),
                            list)};
}

// The product with the values as if they had been typed into its form.
Product with_values(StoredProduct const& before, TypedValues const& typed, std::int64_t crt,
                    std::vector<FieldProblem>& problems) {
    auto json = json::parse_object(balcao::to_json(product_fields(), before.record)).value();
    for (auto const& [name, value] : typed.valores) json[name] = value;
    auto after = read_product(std::move(json), crt, problems);
    for (auto const& field : product_fields())
        if (field.rules.read_only) field.set(&after, field.get(&before.record));
    follow_changes(before.record, after);
    return after;
}

struct Planned {
    std::deque<StoredProduct> before, after;
    std::vector<ProductRevision> revisions; // views them
};

Result<void> plan(auth::WriteCall& call, Products const& products, Changes const& changes, std::int64_t crt,
                  Instant now, Planned& planned) {
    std::vector<Uuid> ids;
    std::ranges::transform(changes.itens, std::back_inserter(ids), &TypedValues::id);
    std::map<Uuid, StoredProduct> stored;
    for (auto& one : products.find_many(call.db, ids)) stored.emplace(one.record.id.uuid(), std::move(one));
    if (stored.size() != ids.size()) return not_found();
    std::vector<std::string> meanwhile;
    std::vector<FieldProblem> problems;
    for (std::size_t i = 0; i < changes.itens.size(); ++i) {
        auto const& typed = changes.itens[i];
        auto const& before = stored.at(typed.id);
        if (before.version != typed.version || before.record.deleted_at) {
            meanwhile.push_back(before.record.prod_xProd);
            continue;
        }
        std::vector<FieldProblem> found;
        auto after = with_values(before, typed, crt, found);
        for (auto& problem : found) {
            problems.push_back({.field = fmt::format("itens.{}", i),
                                .message = fmt::format("{}: {}", before.record.prod_xProd, problem.message),
                                .produto_id = before.record.id.to_string(),
                                .campo = std::move(problem.field)});
        }
        if (changes_json(product_fields(), before.record, after) == nothing_changes) continue;
        after.updated_at = now;
        auto const& kept = planned.before.emplace_back(before);
        planned.revisions.push_back({.before = kept,
                                     .after = planned.after.emplace_back(
                                         StoredProduct{.record = std::move(after), .version = before.version + 1})});
    }
    if (!meanwhile.empty()) return fail(saved_meanwhile(meanwhile));
    if (!problems.empty()) return invalid(std::move(problems));
    return {};
}

std::string details_of(std::vector<ProductRevision> const& revisions) {
    std::string list = "[";
    for (auto const& [before, after] : revisions) {
        json::ObjectWriter writer;
        writer.text("id", after.record.id.to_string());
        writer.text("prod_cProd", after.record.prod_cProd);
        writer.raw("mudou", changes_json(product_fields(), before.record, after.record));
        list += (list.size() > 1 ? "," : "") + writer.take();
    }
    json::ObjectWriter writer;
    writer.raw("produtos", list + ']');
    return writer.take();
}

// What was changed, with what undoes it.
std::string answer_json(std::vector<ProductRevision> const& revisions) {
    std::string list = "[";
    for (auto const& [before, after] : revisions) {
        json::ObjectWriter writer;
        writer.text("id", after.record.id.to_string());
        writer.integer("version", after.version);
        writer.raw("valores", different_values(before.record, after.record));
        list += (list.size() > 1 ? "," : "") + writer.take();
    }
    json::ObjectWriter writer;
    writer.integer("changed", static_cast<std::int64_t>(revisions.size()));
    writer.raw("desfazer", list + ']');
    return writer.take();
}

Answer apply(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services) {
    auto const taxation = taxation_of(call.db, scope);
    if (!taxation) return not_found();
    auto const changes = BALCAO_TRY(read_changes(call.request.body));
    Products const products(scope);
    Planned planned;
    BALCAO_TRY(plan(call, products, changes, taxation->crt, services.clock.now(), planned));
    auto const& revisions = planned.revisions;
    products.update(call.db, revisions);
    if (!revisions.empty()) {
        records::note(call, services,
                      {.topic = Products::words.topic,
                       .action = Products::words.updated_code,
                       .description = fmt::format("{} {} {}", changes.reason.description, revisions.size(),
                                                  revisions.size() == 1 ? Products::words.one : Products::words.many),
                       .company = scope.id(),
                       .details = details_of(revisions)});
    }
    return http::json(200, answer_json(revisions));
}

Answer preview_prices(auth::ReadCall& call, auth::CompanyScope const& scope, Instant now) {
    if (!taxation_of(call.db, scope)) return not_found();
    auto const body = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    for (auto const& member : body) {
        if (member.key() != "ids" && member.key() != "regra")
            problems.push_back({std::string(member.key()), "Este campo não existe."});
    }
    auto const ids = read_ids(body, problems);
    auto const rule = read_price_rule(body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    std::optional<std::string> impossible;
    auto const proposed = BALCAO_TRY(propose(call.db, Products(scope), ids, now, [&](Product& product) {
        if (!product.prod_vUnCOM) return;
        auto const price = new_price(rule, *product.prod_vUnCOM);
        if (price) product.prod_vUnCOM = *price;
        else if (!impossible) impossible = product.prod_xProd;
    }));
    if (impossible) {
        return invalid({{"regra.valor", fmt::format("O preço de {} ficaria abaixo de zero ou grande demais. Digite "
                                                    "outro valor.",
                                                    *impossible)}});
    }
    return http::json(200, to_json(proposed));
}

} // namespace

std::vector<Uuid> read_ids(boost::json::object const& body, std::vector<FieldProblem>& problems) {
    std::vector<Uuid> ids;
    auto const* const list = body.if_contains("ids");
    if (list == nullptr || !list->is_array() || list->get_array().empty() ||
        list->get_array().size() > most_in_changes) {
        problems.push_back({"ids", fmt::format("Escolha de 1 a {} produtos.", most_in_changes)});
        return ids;
    }
    for (auto const& id : list->get_array()) {
        auto const read = id.is_string() ? Uuid::parse(id.get_string()) : std::nullopt;
        if (read) ids.push_back(*read);
    }
    if (ids.size() != list->get_array().size()) problems.push_back({"ids", "Um dos produtos escolhidos não existe."});
    std::ranges::sort(ids);
    auto const repeated = std::ranges::unique(ids);
    ids.erase(repeated.begin(), repeated.end());
    return ids;
}

Result<std::vector<Proposed>> propose(db::Connection& connection, Products const& products, std::span<Uuid const> ids,
                                      Instant now, std::function<void(Product&)> const& change) {
    auto const taxation = taxation_of(connection, products.scope());
    auto stored = products.find_many(connection, ids);
    auto const is_in_bin = [](StoredProduct const& one) { return one.record.deleted_at.has_value(); };
    if (!taxation || stored.size() != ids.size()) return not_found();
    if (std::ranges::any_of(stored, is_in_bin))
        return invalid({{"ids", "Um dos produtos escolhidos está na lixeira. Restaure-o para alterar."}});
    std::ranges::sort(stored, {}, [](StoredProduct const& one) -> std::string const& { return one.record.prod_cProd; });
    std::vector<Proposed> proposed;
    for (auto& before : stored) {
        auto after = before.record;
        change(after);
        follow_changes(before.record, after);
        auto pendencies = fiscal_pendencies(after, *taxation, judging_date(now));
        proposed.push_back(
            {.before = std::move(before), .after = std::move(after), .pendencies = std::move(pendencies)});
    }
    return proposed;
}

std::string to_json(std::vector<Proposed> const& proposed) {
    std::string list = "[";
    for (auto const& [before, after, pendencies] : proposed) {
        json::ObjectWriter writer;
        writer.text("id", after.id.to_string());
        writer.integer("version", before.version);
        writer.text("prod_cProd", after.prod_cProd);
        writer.text("prod_xProd", after.prod_xProd);
        writer.raw("antes", different_values(before.record, after));
        writer.raw("depois", different_values(after, before.record));
        writer.raw("pendencias_antes", before.record.fiscal_pendencies.value_or(std::string(no_pendencies)));
        writer.raw("pendencias_depois", pendencies_json(pendencies));
        list += (list.size() > 1 ? "," : "") + writer.take();
    }
    json::ObjectWriter writer;
    writer.raw("itens", list + ']');
    return writer.take();
}

void add_changes_routes(auth::Gate& gate, records::Services services) {
    gate.route(
        {.method = http::Method::post,
         .pattern = "/api/companies/{id}/products/changes",
         .who = auth::Who::gerente,
         .is_repeatable = true},
        [services](auth::WriteCall& call, auth::CompanyScope const& scope) { return apply(call, scope, services); });
    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/products/prices/preview",
                .who = auth::Who::gerente},
               [services](auth::ReadCall& call, auth::CompanyScope const& scope) {
                   return preview_prices(call, scope, services.clock.now());
               });
}

} // namespace balcao::products
