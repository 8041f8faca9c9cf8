#include "taxpayers/taxpayer.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "reference/municipalities.hpp"

namespace balcao::taxpayers {

namespace {

constexpr std::size_t longest_text = 60; // of the fields it goes into

std::string number_of(std::string const& text, std::size_t from, std::size_t to) {
    return is_digits(text) && text.size() >= from && text.size() <= to ? text : std::string{};
}

Taxpayer taxpayer_of(nfce::Registration const& told) {
    auto const line = [](std::string const& text) { return one_line(text, longest_text); };
    Taxpayer one{.insc_estadual = number_of(told.IE, 2, 14),
                 .habilitado = told.enabled,
                 .razao_social = line(told.xNome),
                 .nome_fantasia = line(told.xFant),
                 .cep = number_of(told.CEP, 8, 8),
                 .logradouro = line(told.xLgr),
                 .numero = line(told.nro),
                 .complemento = line(told.xCpl),
                 .bairro = line(told.xBairro)};
    auto const* municipality = reference::find_municipality(told.cMun);
    if (municipality == nullptr) municipality = reference::find_municipality(told.UF, told.xMun);
    if (municipality != nullptr) {
        one.uf = municipality->uf;
        one.municipio = municipality->codigo;
        one.municipio_nome = municipality->nome;
    }
    return one;
}

} // namespace

std::optional<std::vector<Taxpayer>> read_taxpayers(nfce::Registrations const& answer, std::string_view cnpj) {
    std::vector<Taxpayer> own;
    for (bool const enabled : {true, false}) {
        for (auto const& each : answer.found)
            if (each.CNPJ == cnpj && each.enabled == enabled) own.push_back(taxpayer_of(each));
    }
    if (own.empty() && !answer.found.empty()) return std::nullopt;
    return own;
}

std::string to_json(Taxpayer const& taxpayer) {
    json::ObjectWriter writer;
    auto const told = [&](std::string_view name, std::string const& text) {
        if (text.empty()) writer.null(name);
        else writer.text(name, text);
    };
    told("insc_estadual", taxpayer.insc_estadual);
    writer.boolean("habilitado", taxpayer.habilitado);
    told("razao_social", taxpayer.razao_social);
    told("nome_fantasia", taxpayer.nome_fantasia);
    told("cep", taxpayer.cep);
    told("logradouro", taxpayer.logradouro);
    told("numero", taxpayer.numero);
    told("complemento", taxpayer.complemento);
    told("bairro", taxpayer.bairro);
    told("uf", taxpayer.uf);
    told("municipio", taxpayer.municipio);
    told("municipio_nome", taxpayer.municipio_nome);
    return writer.take();
}

} // namespace balcao::taxpayers
