#include "office/example_shop/building.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <boost/json/serialize.hpp>

#include "fiscal/certificates/certificates.hpp"
#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "office/example_shop/declaration.hpp"
#include "office/example_shop/example_shop_store.hpp"
#include "platform/base/json.hpp"
#include "platform/records/life.hpp"
#include "registry/companies/companies.hpp"
#include "registry/people/people.hpp"
#include "registry/products/products.hpp"
#include "registry/stations/stations.hpp"
#include "registry/tax_profiles/tax_profiles.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/deliveries/deliveries.hpp"

namespace balcao::example_shop {

namespace {

namespace bj = boost::json;

constexpr std::string_view job_type = "loja_exemplo_montar";
constexpr std::string_view forgetting_type = "loja_exemplo_esquecer";
constexpr std::size_t records_in_a_step = 10; // some tenths of a second, so that progress is seen
constexpr std::string_view whatever_version = "*";

constexpr std::string_view without_simulator =
    "Este Balcão foi iniciado sem o simulador da SEFAZ, no qual a loja de exemplo vende. Peça a quem cuida do servidor "
    "para iniciar com ele.";

// In whose name it is made.
std::string job_data(auth::Actor const& actor) {
    json::ObjectWriter writer;
    writer.text("usuario", actor.user.to_string());
    writer.text("nome", actor.full_name);
    writer.text("email", actor.email);
    return writer.take();
}

auth::Actor actor_of(jobs::Job const& job) {
    auto const data = json::parse_object(job.dados).value();
    return {.user = UserId::parse(text_of(data, "usuario")).value(),
            .email = text_of(data, "email"),
            .full_name = text_of(data, "nome"),
            .role = "admin"}; // who asked for it was one
}

// What may be otherwise in a moment: the job is tried again.
bool passes(FailureKind kind) {
    return kind == FailureKind::issuing_blocked || kind == FailureKind::unavailable ||
           kind == FailureKind::result_unknown || kind == FailureKind::outcome_unknown;
}

class Building {
public:
    Building(jobs::JobContext& job, Services const& services)
        : job_(job), services_(services), wire_(services.wire), scope_(job.company()), actor_(actor_of(job.job())) {}

    Result<void> run() {
        auto const company = job_.database().read([&](db::Connection& c) { return companies::find(c, scope_); });
        if (!company) return not_found();
        if (services_.simulator == nullptr) return invalid(std::string(without_simulator)); // any more
        company_ = company->company;
        BALCAO_TRY(set_up_receipts());
        BALCAO_TRY(make_records());
        BALCAO_TRY(sell());
        return job_.finish([&](db::Transaction& transaction) -> Result<void> {
            set_state(transaction, ready, std::nullopt);
            publish(transaction, services_);
            for (auto const topic :
                 std::initializer_list<events::Topic>{"products", "tax-profiles", "budgets", "stations", "readiness"})
                wire_.records.events.publish(transaction, {.topic = topic, .company = scope_.id()});
            wire_.records.events.publish(transaction, {.topic = "people"});
            records::note(transaction, actor_.user, wire_.records,
                          {.topic = "companies",
                           .action = "example_shop_create",
                           .description = "Criou a loja de exemplo",
                           .company = scope_.id()});
            return {};
        });
    }

private:
    struct MadeRecord {
        Uuid id;
        std::optional<std::string> documento{};
    };

    // Whoever has nothing but made-up data signs with a certificate of the simulator's.
    Result<void> set_up_receipts() {
        constexpr std::string_view tipo = "certificado";
        ++done_;
        if (is_made(tipo)) return {};
        auto const password = Uuid::make().to_string();
        auto const now = wire_.now();
        auto pfx = services_.simulator->certificate_file(company_.razao_social, company_.cnpj, password,
                                                         now.microseconds() / 1'000'000);
        if (!pfx) throw std::runtime_error("no certificate for the made-up shop: " + pfx.error());
        auto const opened = BALCAO_TRY(certificates::open_certificate(
            job_.database(), scope_, wire_.secrets, services_.settings.icp_brasil, now,
            {.file_name = "exemplo.pfx", .pfx = Secret(*std::move(pfx)), .password = Secret(password)}));
        auto const& csc = csc_declaration();
        sefaz_settings::SettingsInput const settings{.ambiente = std::string(sefaz_settings::homologacao),
                                                     .destino = std::string(sefaz_settings::simulador),
                                                     .nfce = {.serie = 1, .numero_inicial = 1},
                                                     .csc = Secret(text_of(csc, "csc")),
                                                     .csc_id = text_of(csc, "csc_id")};
        return job_.step([&](db::Transaction& transaction) -> Result<void> {
            if (made(transaction, scope_, tipo).contains(0)) return {};
            auth::Write const write{transaction, actor_};
            auto const stored =
                BALCAO_TRY(certificates::put(write, scope_, wire_.records, wire_.secrets, whatever_version, opened));
            BALCAO_TRY(sefaz_settings::put_settings(write, scope_, services_.settings, whatever_version, settings,
                                                    std::nullopt));
            keep(transaction, scope_, tipo, 0, stored.id, std::nullopt);
            tell(transaction, done_);
            return {};
        });
    }

    Result<void> make_records() {
        BALCAO_TRY(make_all("estacao", "estacoes", [this](db::Transaction& transaction, bj::object const& declared) {
            return make_station(transaction, declared);
        }));
        BALCAO_TRY(make_all("perfil", "perfis", [this](db::Transaction& transaction, bj::object const& declared) {
            return make_tax_profile(transaction, declared);
        }));
        BALCAO_TRY(make_all("produto", "produtos", [this](db::Transaction& transaction, bj::object const& declared) {
            return make_product(transaction, declared);
        }));
        BALCAO_TRY(make_all("pessoa", "pessoas", [this](db::Transaction& transaction, bj::object const& declared) {
            return make_person(transaction, declared);
        }));
        read_made();
        return make_all("pedido", "pedidos", [this](db::Transaction& transaction, bj::object const& declared) {
            return make_budget(transaction, declared);
        });
    }

    // The ids come first, so that a sale that was sent before is known again.
    Result<void> sell() {
        auto const& sales = declared("vendas");
        if (!is_made("venda") && !services_.simulator->forget(company_.cnpj))
            throw std::runtime_error("the simulator is away");
        auto const before = done_;
        BALCAO_TRY(make_all("venda", "vendas", [](db::Transaction&, bj::object const&) -> Result<MadeRecord> {
            return MadeRecord{.id = Uuid::make()};
        }));
        done_ = before;
        auto const ids = job_.database().read([&](db::Connection& c) { return made(c, scope_, "venda"); });
        for (std::size_t i = 0; i < sales.size(); ++i) {
            job_.checkpoint();
            auto const body = sale_body(ids.at(i), sales[i].as_object());
            auto const issued = services_.issuing.post(
                actor_, scope_, body, [this](db::Transaction& transaction) { return still_wanted(transaction); });
            if (!issued && passes(issued.error().kind)) throw std::runtime_error(issued.error().detail);
            if (!issued) return fail(issued.error());
            ++done_;
            job_.step([&](db::Transaction& transaction) { tell(transaction, done_); });
        }
        return {};
    }

    // A sale is written outside of the job's own steps.
    Result<auth::CompanyScope> still_wanted(db::Transaction& transaction) const {
        auto const shop = find(transaction);
        if (shop.company != scope_.id() || shop.estado != under_way) return not_found();
        return scope_;
    }

    template <class Make>
    Result<void> make_all(std::string_view tipo, std::string_view member, Make const& make) {
        auto const& all = declared(member);
        for (std::size_t from = 0; from < all.size(); from += records_in_a_step) {
            auto const to = std::min(all.size(), from + records_in_a_step);
            auto const stepped = job_.step([&](db::Transaction& transaction) -> Result<void> {
                auto const before = made(transaction, scope_, tipo);
                for (auto i = from; i < to; ++i) {
                    if (before.contains(i)) continue;
                    MadeRecord const record = BALCAO_TRY(make(transaction, all[i].as_object()));
                    keep(transaction, scope_, tipo, i, record.id, record.documento);
                }
                tell(transaction, done_ + static_cast<std::int64_t>(to - from));
                return {};
            });
            if (!stepped) return fail(stepped.error());
            done_ += static_cast<std::int64_t>(to - from);
        }
        return {};
    }

    Result<MadeRecord> make_station(db::Transaction& transaction, bj::object const& declared) {
        auto station = BALCAO_TRY(stations::read_station(declared, {}));
        auto const stored =
            BALCAO_TRY(stations::create({transaction, actor_}, scope_, wire_.records, std::move(station)));
        return MadeRecord{.id = stored.id.uuid()};
    }

    Result<MadeRecord> make_tax_profile(db::Transaction& transaction, bj::object const& declared) {
        auto profile = BALCAO_TRY(tax_profiles::read_tax_profile(declared, company_.crt));
        auto const stored =
            BALCAO_TRY(tax_profiles::create({transaction, actor_}, scope_, wire_.records, std::move(profile)));
        return MadeRecord{.id = stored.id.uuid()};
    }

    // With the tax values of the profile that it names.
    Result<MadeRecord> make_product(db::Transaction& transaction, bj::object const& declared_product) {
        auto typed = declared_product;
        auto const& profiles = declared("perfis");
        auto const profile = place_of(profiles, "nome", text_of(declared_product, "perfil"));
        typed.erase("perfil");
        for (auto const& [name, value] : profiles[profile].as_object().at("valores").as_object()) typed[name] = value;
        std::vector<FieldProblem> problems;
        auto product = products::read_product(typed, company_.crt, problems);
        if (!problems.empty()) return invalid(std::move(problems));
        return insert(products::Products(scope_), transaction, std::move(product));
    }

    Result<MadeRecord> make_person(db::Transaction& transaction, bj::object const& declared) {
        std::vector<FieldProblem> problems;
        auto person = people::read_person(declared, problems);
        if (!problems.empty()) return invalid(std::move(problems));
        auto made_person = BALCAO_TRY(insert(people::People{}, transaction, std::move(person)));
        made_person.documento = text_of(declared, "cpf_cnpj");
        return made_person;
    }

    Result<MadeRecord> make_budget(db::Transaction& transaction, bj::object const& declared) {
        auto typed = declared;
        auto const date = add_days(local_date(wire_.now(), company_.fuso_horario),
                                   -declared.at("dias_atras").to_number<std::int64_t>());
        typed.erase("dias_atras");
        typed.erase("cliente");
        typed.erase("entregue");
        typed["data_orcamento"] = date;
        if (text_of(declared, "tipo") == budgets::order) typed["data_venda"] = date;
        typed["cliente_id"] = person(text_of(declared, "cliente")).to_string();
        bj::array items;
        for (auto const& item : declared.at("itens").as_array()) {
            items.push_back(bj::object{{"composicao_id", product(text_of(item.as_object(), "produto")).to_string()},
                                       {"quantidade", item.as_object().at("quantidade")}});
        }
        typed["itens"] = std::move(items);
        budgets::TypedBudget budget;
        budget.budget = budgets::read_budget(std::move(typed), budget.problems);
        auto const made_order = BALCAO_TRY(insert(budgets::Budgets(scope_), transaction, std::move(budget)));
        if (auto const* const truck = declared.if_contains("entregue"))
            BALCAO_TRY(deliver(transaction, budgets::BudgetId{made_order.id}, truck->as_array()));
        return made_order;
    }

    Result<void> deliver(db::Transaction& transaction, budgets::BudgetId id, bj::array const& truck) {
        auto const order = budgets::Budgets(scope_).find(transaction, id).value().record;
        deliveries::Delivery delivery;
        delivery.orcamento_id = id;
        delivery.endereco = order.endereco_entrega_completo;
        for (auto const& part : truck) {
            ProductId const of{product(text_of(part.as_object(), "produto"))};
            auto const item = std::ranges::find(order.itens, of, &budgets::BudgetItem::composicao_id);
            delivery.itens.push_back(
                {.item = item->id,
                 .quantidade = budgets::Quantity::parse(text_of(part.as_object(), "quantidade")).value()});
        }
        BALCAO_TRY(deliveries::deliver({transaction, actor_}, scope_, wire_.records, std::move(delivery)));
        return {};
    }

    // Not told one by one in the audit log: the shop is one thing that was done.
    template <records::RecordKind Kind>
    Result<MadeRecord> insert(Kind const& kind, db::Transaction& transaction, typename Kind::Typed typed) {
        auto const now = wire_.now();
        auto record = BALCAO_TRY(kind.complete({transaction, actor_}, now, std::move(typed), nullptr));
        record.id = Kind::Id::make();
        record.created_at = record.updated_at = now;
        records::Stored<typename Kind::Record> const stored{.record = std::move(record), .version = 1};
        kind.insert(transaction, std::span(&stored, 1));
        return MadeRecord{.id = stored.record.id.uuid()};
    }

    // The same bytes each time, by which it is known again.
    std::string sale_body(Uuid const& id, bj::object const& declared_sale) {
        bj::object sale{{"id", id.to_string()}, {"emitir", true}};
        bj::array items;
        for (auto const& item : declared_sale.at("itens").as_array()) {
            auto const code = text_of(item.as_object(), "produto");
            auto const& products = declared("produtos");
            auto const price = text_of(products[place_of(products, "prod_cProd", code)].as_object(), "prod_vUnCOM");
            items.push_back(bj::object{{"produto_id", product(code).to_string()},
                                       {"quantidade", item.as_object().at("quantidade")},
                                       {"valor", price},
                                       {"preco_lido", price}});
        }
        sale["itens"] = std::move(items);
        sale["pagamentos"] = declared_sale.at("pagamentos");
        sale["total_visto"] = declared_sale.at("total");
        if (auto const* const nfe = declared_sale.if_contains("nfe")) sale["nfe"] = *nfe;
        if (auto const* const cpf = declared_sale.if_contains("cpf")) sale["cpf"] = *cpf;
        if (declared_sale.contains("cliente"))
            sale["cliente_id"] = person(text_of(declared_sale, "cliente")).to_string();
        return bj::serialize(sale);
    }

    void read_made() {
        job_.database().read([&](db::Connection& connection) {
            products_ = made(connection, scope_, "produto");
            people_ = made(connection, scope_, "pessoa");
        });
    }
    Uuid const& product(std::string_view code) const {
        return products_.at(place_of(declared("produtos"), "prod_cProd", code));
    }
    Uuid const& person(std::string_view document) const {
        return people_.at(place_of(declared("pessoas"), "cpf_cnpj", document));
    }

    bool is_made(std::string_view tipo) {
        return job_.database().read([&](db::Connection& c) { return !made(c, scope_, tipo).empty(); });
    }

    void tell(db::Transaction& transaction, std::int64_t done) {
        advance(transaction, done);
        publish(transaction, services_);
    }

    jobs::JobContext& job_;
    Services const& services_;
    receipts::Wire const& wire_;
    auth::CompanyScope const scope_;
    auth::Actor const actor_;
    companies::Company company_{};
    std::int64_t done_ = 0;
    Made products_{};
    Made people_{};
};

Result<auth::CompanyScope> make_company(auth::Write const& write, Services const& services) {
    std::vector<FieldProblem> problems;
    auto company = companies::read_company(company_declaration(), problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const stored = BALCAO_TRY(companies::create(write, services.wire.records, std::move(company)));
    begin(write.db, stored.company.id, stored.company.cnpj, all_steps(), write.actor.user);
    return services.scope_of(stored.company.id);
}

} // namespace

std::optional<std::string> hindrance(db::Connection& connection, Services const& services) {
    if (services.simulator == nullptr) return std::string(without_simulator);
    if (companies::any(connection))
        return "A loja de exemplo é para conhecer o Balcão antes de cadastrar empresas, e já há empresas cadastradas.";
    return std::nullopt;
}

Result<void> start(auth::Write const& write, Services const& services) {
    services.wire.queue.cancel(write.db, forgetting_type); // making it asks for that, too, before it sells
    hold(write.db);
    auto const shop = find(write.db);
    if (shop.estado == under_way || shop.estado == ready) return {};
    std::optional<auth::CompanyScope> scope;
    if (shop.estado == failed && shop.company && services.simulator != nullptr) {
        scope = services.scope_of(*shop.company);
        set_state(write.db, under_way, std::nullopt);
    } else {
        if (auto why = hindrance(write.db, services)) return invalid(*std::move(why));
        scope = BALCAO_TRY(make_company(write, services));
    }
    services.wire.queue.enqueue(
        write.db,
        {.tipo = job_type, .dados = job_data(write.actor), .chave = std::string(building_key), .company = scope});
    publish(write.db, services);
    return {};
}

void forget_in_simulator(db::Transaction& transaction, Services const& services, std::string_view cnpj) {
    json::ObjectWriter data;
    data.text("cnpj", cnpj);
    services.wire.queue.enqueue(transaction,
                                {.tipo = forgetting_type, .dados = data.take(), .chave = std::string(forgetting_type)});
}

void publish(db::Transaction& transaction, Services const& services) {
    services.wire.records.events.publish(transaction, {.topic = "example-shop"});
}

void add_example_shop_job(Services const& services) {
    services.wire.queue.handle(
        std::string(job_type),
        {.run = [services](jobs::JobContext& job) { return Building(job, services).run(); },
         .failed =
             [services](db::Transaction& transaction, jobs::JobContext const&, std::string const& why) {
                 if (find(transaction).estado != under_way) return;
                 set_state(transaction, failed, why);
                 publish(transaction, services);
             }});
    services.wire.queue.handle(std::string(forgetting_type), {.run = [services](jobs::JobContext& job) -> Result<void> {
                                   auto const cnpj = text_of(json::parse_object(job.job().dados).value(), "cnpj");
                                   if (services.simulator != nullptr && !services.simulator->forget(cnpj))
                                       throw std::runtime_error("the simulator is away");
                                   return {};
                               }});
}

} // namespace balcao::example_shop
