#include "registry/imports/target.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <stdexcept>
#include <utility>

#include "platform/base/documents.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/reference/municipalities.hpp"
#include "registry/people/people.hpp"
#include "registry/products/products.hpp"

namespace balcao::imports {

namespace {

constexpr std::string_view nothing_changes = "{}";

class ProductTarget final : public Target {
public:
    ProductTarget(auth::CompanyScope const& scope, std::int64_t crt, Instant now)
        : products_(scope), crt_(crt), now_(now) {}

    std::span<spreadsheets::Column const> columns() const override { return product_columns(); }
    Fields fields() const override { return products::product_fields(); }
    std::string_view key_field() const override { return "prod_cProd"; }
    std::string key(std::string_view typed) const override { return trim(typed); }

    void load(db::Connection& connection, std::span<std::string const> keys) override {
        existing_.clear();
        for (auto& stored : products_.find_by_codes(connection, keys)) {
            auto code = stored.record.prod_cProd;
            existing_.emplace(std::move(code), std::move(stored));
        }
    }

    Verdict check(std::string const& key, boost::json::object given) override {
        Verdict verdict;
        auto const at = existing_.find(key);
        before_ = at == existing_.end() ? nullptr : &at->second;
        after_ = {};
        if (before_ == nullptr) {
            after_.record = products::read_product(given, crt_, verdict.problems);
            after_.record.id = ProductId::make();
            after_.record.id_emit = products_.scope().id();
            after_.record.created_at = now_;
            verdict.situation = Situation::nova;
        } else {
            after_.record = products::read_product_onto(before_->record, given, crt_, verdict.problems);
            after_.version = before_->version + 1;
            auto const same = changes_json(fields(), before_->record, after_.record) == nothing_changes;
            verdict.situation = same ? Situation::igual : Situation::alterada;
        }
        after_.record.updated_at = now_;
        if (!verdict.problems.empty()) verdict.situation = Situation::ruim;
        return verdict;
    }

    Taken take() override {
        Taken taken{.record = after_.record.id.uuid(), .version = after_.version};
        if (before_ == nullptr) {
            new_.push_back(std::move(after_));
        } else {
            taken.before = to_json(fields(), before_->record);
            changes_.push_back({*before_, changed_.emplace_back(std::move(after_))});
        }
        return taken;
    }

    void write(db::Transaction& transaction) override {
        products_.insert(transaction, new_);
        products_.update(transaction, changes_);
        new_.clear();
        changes_.clear();
        changed_.clear();
    }

private:
    products::Products const products_;
    std::int64_t const crt_;
    Instant const now_;
    std::map<std::string, products::StoredProduct> existing_;
    products::StoredProduct const* before_ = nullptr; // in existing_
    products::StoredProduct after_;
    std::vector<products::StoredProduct> new_;
    std::deque<products::StoredProduct> changed_;
    std::vector<products::ProductRevision> changes_; // from existing_ to changed_
};

std::string_view text_of(boost::json::object const& given, std::string_view name) {
    auto const* const value = given.if_contains(name);
    return value != nullptr && value->is_string() ? std::string_view(value->get_string()) : std::string_view{};
}

// The documents of a spreadsheet that took them for numbers have lost their leading zeros; check digits tell.
std::string with_lost_zeros(std::string const& document) {
    if (!is_digits(document)) return document;
    auto const padded = [&](std::size_t size) { return std::string(size - document.size(), '0') + document; };
    if (document.size() >= 8 && document.size() < 11 && is_valid_cpf(padded(11))) return padded(11);
    if (document.size() >= 11 && document.size() < 14 && !is_valid_cpf(document) && is_valid_cnpj(padded(14)))
        return padded(14);
    return document;
}

// `São Paulo` → SP
std::string uf_of(std::string_view typed) {
    auto const wanted = fold(typed);
    auto const states = reference::states();
    auto const at =
        std::ranges::find_if(states, [&](reference::State const& state) { return fold(state.nome) == wanted; });
    return at == states.end() ? upper_ascii(trim(typed)) : std::string(at->uf);
}

// Folding all names of a unit for each row would be slow.
std::map<std::string, std::string_view> const&
codes_by_name(std::string const& uf, std::map<std::string, std::map<std::string, std::string_view>>& all) {
    auto [at, is_new] = all.try_emplace(uf);
    if (is_new) {
        for (auto const& municipality : reference::municipalities(uf))
            at->second.emplace(fold(municipality.nome), municipality.codigo);
    }
    return at->second;
}

class PersonTarget final : public Target {
public:
    explicit PersonTarget(Instant now) : now_(now) {}

    std::span<spreadsheets::Column const> columns() const override { return person_columns(); }
    Fields fields() const override { return people::person_fields(); }
    std::string_view key_field() const override { return "cpf_cnpj"; }
    std::string key(std::string_view typed) const override { return with_lost_zeros(normalize_cnpj(typed)); }

    void load(db::Connection& connection, std::span<std::string const> keys) override {
        existing_.clear();
        for (auto& stored : people::People{}.find_by_documents(connection, keys)) {
            auto document = stored.record.cpf_cnpj;
            existing_.emplace(std::move(document), std::move(stored));
        }
    }

    Verdict check(std::string const& key, boost::json::object given) override {
        Verdict verdict;
        auto const at = existing_.find(key);
        before_ = at == existing_.end() ? nullptr : &at->second;
        given["cpf_cnpj"] = key;
        complete(given, verdict.problems);
        after_ = {};
        if (before_ == nullptr) {
            after_.record = people::read_person(given, verdict.problems);
            after_.record.id = PersonId::make();
            after_.record.created_at = now_;
            verdict.situation = Situation::nova;
        } else {
            after_.record = people::read_person(onto(before_->record, given), verdict.problems);
            after_.record.id = before_->record.id;
            after_.record.created_at = before_->record.created_at;
            after_.version = before_->version + 1;
            auto const same = changes_json(fields(), before_->record, after_.record) == nothing_changes;
            verdict.situation = same ? Situation::igual : Situation::alterada;
        }
        after_.record.updated_at = now_;
        if (!verdict.problems.empty()) verdict.situation = Situation::ruim;
        return verdict;
    }

    Taken take() override {
        Taken taken{.record = after_.record.id.uuid(), .version = after_.version};
        if (before_ == nullptr) {
            new_.push_back(std::move(after_));
        } else {
            taken.before = to_json(fields(), before_->record);
            changes_.push_back({*before_, changed_.emplace_back(std::move(after_))});
        }
        return taken;
    }

    void write(db::Transaction& transaction) override {
        people::People{}.insert(transaction, new_);
        people::People{}.update(transaction, changes_);
        new_.clear();
        changes_.clear();
        changed_.clear();
    }

private:
    // The stored record with the given fields in it.
    boost::json::object onto(people::Person const& stored, boost::json::object const& given) const {
        auto merged = json::parse_object(to_json(fields(), stored));
        if (!merged) throw std::logic_error("a record's own JSON cannot be read");
        for (auto const& [name, value] : given) (*merged)[name] = value;
        return *std::move(merged);
    }

    // What a spreadsheet says in words: the municipality, the federal unit, and the kind of person by the document.
    void complete(boost::json::object& given, std::vector<FieldProblem>& problems) {
        if (!given.contains("pessoa_tipo") && before_ == nullptr) {
            given["pessoa_tipo"] =
                text_of(given, "cpf_cnpj").size() == 14 ? people::legal_person : people::natural_person;
        }
        if (given.contains("uf")) given["uf"] = uf_of(text_of(given, "uf"));
        std::string name(text_of(given, "municipio_nome"));
        given.erase("municipio_nome");
        if (name.empty() || given.contains("municipio")) return;
        if (auto const slash = name.find_last_of("/-");
            slash != std::string::npos && trim(name.substr(slash + 1)).size() == 2) {
            if (!given.contains("uf")) given["uf"] = upper_ascii(trim(name.substr(slash + 1)));
            name = trim(name.substr(0, slash));
        }
        std::string uf(text_of(given, "uf"));
        if (uf.empty() && before_ != nullptr) uf = before_->record.uf.value_or("");
        if (uf.empty()) {
            problems.push_back(
                {"municipio_nome", "Preencha também a UF: há cidades com o mesmo nome em outros estados."});
            return;
        }
        auto const& codes = codes_by_name(uf, codes_);
        auto const code = codes.find(fold(name));
        if (code != codes.end()) given["municipio"] = code->second;
        else {
            problems.push_back(
                {"municipio_nome", "Não há município com este nome em " + uf + ". Confira a escrita e a UF."});
        }
    }

    Instant const now_;
    std::map<std::string, people::StoredPerson> existing_;
    people::StoredPerson const* before_ = nullptr; // in existing_
    people::StoredPerson after_;
    std::vector<people::StoredPerson> new_;
    std::deque<people::StoredPerson> changed_;
    std::vector<people::PersonRevision> changes_;                          // from existing_ to changed_
    std::map<std::string, std::map<std::string, std::string_view>> codes_; // by UF and folded name
};

} // namespace

std::string_view name_of(Situation situation) {
    switch (situation) {
    case Situation::nova: return "nova";
    case Situation::alterada: return "alterada";
    case Situation::igual: return "igual";
    case Situation::ruim: return "ruim";
    }
    std::unreachable();
}

std::unique_ptr<Target> product_target(db::Connection& connection, auth::CompanyScope const& scope, Instant now) {
    auto const taxation = products::taxation_of(connection, scope);
    if (!taxation) throw std::logic_error("an import for a company that does not exist"); // its jobs go with it
    return std::make_unique<ProductTarget>(scope, taxation->crt, now);
}

std::unique_ptr<Target> person_target(Instant now) { return std::make_unique<PersonTarget>(now); }

} // namespace balcao::imports
