#include "sefaz/simulator/registration.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "nfce/tables.hpp"
#include "platform/base/json.hpp"

namespace balcao::sefaz::simulator {

namespace {

namespace js = boost::json;

constexpr db::Query put{"simulator_put_registration", "insert into cadastro (CNPJ, dados) values (:CNPJ, :dados) "
                                                      "on conflict (CNPJ) do update set dados = excluded.dados"};
constexpr db::Query find{"simulator_registration", "select dados from cadastro where CNPJ = :CNPJ"};

constexpr db::Query find_ie{"simulator_ie_of_another",
                            "select 1 from cadastro, json_each(cadastro.dados, '$.inscricoes') as inscricao where CNPJ "
                            "<> :CNPJ and inscricao.value ->> 'IE' = :IE and inscricao.value ->> 'UF' = :UF limit 1"};

/// Reads an object member by member and refuses what it does not know. The first fault is thrown.
class Reader {
public:
    explicit Reader(js::value const& value) {
        if (!value.is_object()) throw std::invalid_argument("Informe um objeto JSON.");
        object_ = &value.get_object();
    }
    std::string text(std::string_view name) {
        auto const* const found = at(name);
        if (found == nullptr || !found->is_string() || found->get_string().empty()) wrong(name, "um texto");
        return std::string(found->get_string());
    }
    /// Empty when it is not there.
    std::string text_if_told(std::string_view name) { return at(name) == nullptr ? std::string{} : text(name); }
    bool flag(std::string_view name, bool otherwise) {
        auto const* const found = at(name);
        if (found == nullptr) return otherwise;
        if (!found->is_bool()) wrong(name, "true ou false");
        return found->get_bool();
    }
    js::array const* list(std::string_view name) {
        auto const* const found = at(name);
        if (found == nullptr) return nullptr;
        if (!found->is_array()) wrong(name, "uma lista");
        return &found->get_array();
    }
    void end() const {
        for (auto const& member : *object_) {
            if (std::ranges::find(known_, std::string_view(member.key())) == known_.end())
                throw std::invalid_argument("Não existe " + std::string(member.key()) + ".");
        }
    }
    [[noreturn]] static void wrong(std::string_view name, std::string_view wanted) {
        throw std::invalid_argument(std::string(name) + " deve ser " + std::string(wanted) + ".");
    }

private:
    js::value const* at(std::string_view name) {
        known_.push_back(name);
        return object_->if_contains(name);
    }
    js::object const* object_ = nullptr;
    std::vector<std::string_view> known_;
};

using Inscricao = Registration::Inscricao;

/// What may be missing, in the order of the layout.
constexpr std::array<std::pair<std::string_view, std::string Inscricao::*>, 8> may_be_missing{
    {{"xFant", &Inscricao::xFant},
     {"xLgr", &Inscricao::xLgr},
     {"nro", &Inscricao::nro},
     {"xCpl", &Inscricao::xCpl},
     {"xBairro", &Inscricao::xBairro},
     {"cMun", &Inscricao::cMun},
     {"xMun", &Inscricao::xMun},
     {"CEP", &Inscricao::CEP}}};

bool is_digits(std::string_view text, std::size_t from, std::size_t to) {
    return text.size() >= from && text.size() <= to && text.find_first_not_of("0123456789") == std::string_view::npos;
}

Inscricao inscricao_in(js::value const& value) {
    Reader reader(value);
    Inscricao one{.IE = reader.text("IE"),
                  .UF = reader.text("UF"),
                  .habilitada = reader.flag("habilitada", true),
                  .bloqueada = reader.flag("bloqueada", false),
                  .xNome = reader.text("xNome")};
    for (auto const& [name, member] : may_be_missing) one.*member = reader.text_if_told(name);
    reader.end();
    if (!is_digits(one.IE, 2, 14)) Reader::wrong("IE", "de 2 a 14 dígitos");
    if (!nfce::tables::uf_code(one.UF)) Reader::wrong("UF", "uma UF");
    return one;
}

Registration::Csc csc_in(js::value const& value) {
    Reader reader(value);
    Registration::Csc one{
        .idCSC = reader.text("idCSC"), .CSC = reader.text("CSC"), .revogado = reader.flag("revogado", false)};
    reader.end();
    if (!is_digits(one.idCSC, 1, 6)) Reader::wrong("idCSC", "de 1 a 6 dígitos");
    one.idCSC.erase(0, std::min(one.idCSC.find_first_not_of('0'), one.idCSC.size() - 1));
    return one;
}

Registration registration_in(js::object const& object) {
    js::value const value(object);
    Reader reader(value);
    Registration registration;
    auto const* const inscricoes = reader.list("inscricoes");
    if (inscricoes == nullptr || inscricoes->empty()) Reader::wrong("inscricoes", "uma lista com ao menos uma");
    for (auto const& each : *inscricoes) registration.inscricoes.push_back(inscricao_in(each));
    if (auto const* const csc = reader.list("CSC")) {
        registration.csc.emplace();
        for (auto const& each : *csc) registration.csc->push_back(csc_in(each));
    }
    registration.own_authority = reader.flag("autoridade_do_simulador", false);
    reader.end();
    return registration;
}

} // namespace

std::expected<Registration, std::string> read_registration(std::string_view json) {
    auto const object = json::parse_object(json);
    if (!object) return std::unexpected("Informe um objeto JSON.");
    try {
        return registration_in(*object);
    } catch (std::invalid_argument const& wrong) {
        return std::unexpected(wrong.what());
    }
}

std::string to_json(Registration const& registration) {
    js::object object;
    js::array inscricoes;
    for (auto const& each : registration.inscricoes) {
        js::object one{{"IE", each.IE}, {"UF", each.UF}, {"habilitada", each.habilitada}, {"xNome", each.xNome}};
        if (each.bloqueada) one["bloqueada"] = true;
        for (auto const& [name, member] : may_be_missing)
            if (!(each.*member).empty()) one[name] = each.*member;
        inscricoes.push_back(std::move(one));
    }
    object["inscricoes"] = std::move(inscricoes);
    if (registration.csc) {
        js::array csc;
        for (auto const& [idCSC, CSC, revogado] : *registration.csc)
            csc.push_back({{"idCSC", idCSC}, {"CSC", CSC}, {"revogado", revogado}});
        object["CSC"] = std::move(csc);
    }
    object["autoridade_do_simulador"] = registration.own_authority;
    return js::serialize(object);
}

void put_registration(db::Transaction& memory, std::string_view CNPJ, Registration const& registration) {
    memory.execute(put, {{"CNPJ", CNPJ}, {"dados", to_json(registration)}});
}

bool is_ie_of_another(db::Connection& memory, std::string_view IE, std::string_view UF, std::string_view CNPJ) {
    return memory.scalar<int>(find_ie, {{"IE", IE}, {"UF", UF}, {"CNPJ", CNPJ}}).has_value();
}

std::optional<Registration> find_registration(db::Connection& memory, std::string_view CNPJ) {
    auto const stored = memory.scalar<std::string>(find, {{"CNPJ", CNPJ}});
    if (!stored) return std::nullopt;
    auto read = read_registration(*stored);
    if (!read) throw std::logic_error("a stored registration cannot be read: " + read.error());
    return *std::move(read);
}

} // namespace balcao::sefaz::simulator
