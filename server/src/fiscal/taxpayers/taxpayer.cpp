#include "fiscal/taxpayers/taxpayer.hpp"

#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/reference/municipalities.hpp"

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
    writer.text_or_null("insc_estadual", taxpayer.insc_estadual);
    writer.boolean("habilitado", taxpayer.habilitado);
    writer.text_or_null("razao_social", taxpayer.razao_social);
    writer.text_or_null("nome_fantasia", taxpayer.nome_fantasia);
    writer.text_or_null("cep", taxpayer.cep);
    writer.text_or_null("logradouro", taxpayer.logradouro);
    writer.text_or_null("numero", taxpayer.numero);
    writer.text_or_null("complemento", taxpayer.complemento);
    writer.text_or_null("bairro", taxpayer.bairro);
    writer.text_or_null("uf", taxpayer.uf);
    writer.text_or_null("municipio", taxpayer.municipio);
    writer.text_or_null("municipio_nome", taxpayer.municipio_nome);
    return writer.take();
}

} // namespace balcao::taxpayers
