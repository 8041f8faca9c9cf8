#include "nfce/format_check.hpp"

#include "nfce/digest.hpp"
#include "nfce/field_words.hpp"
#include "nfce/key.hpp"
#include "nfce/path_archive.hpp"
#include "nfce/tables.hpp"
#include "nfce/text.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/text.hpp"

#include <algorithm>
#include <concepts>
#include <ranges>

namespace balcao::nfce {

namespace {

bool all_of_kind(std::string_view text, lexical::Code::Kind kind) {
    return std::ranges::all_of(text, [kind](char c) {
        bool const digit = c >= '0' && c <= '9';
        switch (kind) {
        case lexical::Code::Kind::digits: return digit;
        case lexical::Code::Kind::any_printable: return c > ' ' && c <= '~';
        }
        return false;
    });
}

bool is_listed(std::string_view value, std::string_view list) {
    return std::ranges::any_of(list | std::views::split(' '),
                               [value](auto const& word) { return std::string_view(word) == value; });
}

/// "1 2 9" as "1, 2 ou 9".
std::string spoken(std::string_view list) {
    std::string text;
    std::size_t left = static_cast<std::size_t>(std::ranges::count(list, ' '));
    for (char const c : list) {
        if (c != ' ') text += c;
        else text += --left == 0 ? " ou " : ", ";
    }
    return text;
}

bool has_cnpj_shape(std::string_view text) {
    return text.size() == 14 &&
           std::ranges::all_of(text.substr(0, 12),
                               [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); }) &&
           all_of_kind(text.substr(12), lexical::Code::Kind::digits);
}

class FormatCheck : public PathArchive<FormatCheck> {
public:
    template <class L>
    static constexpr bool visits = true;

    Problems take() { return std::move(problems_); }

    void person(PersonId const& id, layout::Kinds kinds) {
        if (kinds == layout::Kinds::brazilian && id.kind == PersonId::Kind::estrangeiro)
            return report(0, "deve ser identificado por CNPJ ou CPF.");
        PathArchive::person(id, kinds);
    }
    void value(std::string const& text, lexical::Text limits) {
        auto const size = static_cast<int>(balcao::length(text));
        if (size > limits.max) report(110, fmt::format("texto com mais de {} caracteres.", limits.max));
        else if (size < limits.min) {
            report(110, limits.min == 1 ? "o texto é obrigatório e está vazio."
                                        : fmt::format("texto com menos de {} caracteres.", limits.min));
        } else if (!is_layout_text(text)) {
            report(110, "texto com caracteres não permitidos.");
        }
    }
    void value(std::string const& text, lexical::Code code) {
        auto const size = static_cast<int>(text.size());
        if (size >= code.min && size <= code.max && all_of_kind(text, code.kind)) return;
        auto const* what = code.kind == lexical::Code::Kind::digits ? "dígitos" : "caracteres";
        report(0, code.min == code.max ? fmt::format("deve ter {} {}.", code.min, what)
                                       : fmt::format("deve ter de {} a {} {}.", code.min, code.max, what));
    }
    void value(std::string const& text, lexical::OneOf list) {
        if (!is_listed(text, list.values)) report(0, fmt::format("deve ser {}.", spoken(list.values)));
    }
    void value(std::string const& text, lexical::GroupCst list) {
        if (!is_listed(text, list.values)) report(76, fmt::format("neste grupo deve ser {}.", spoken(list.values)));
    }
    void value(int number, lexical::OneOf list) { value(std::to_string(number), list); }
    void value(std::string const& text, lexical::UfCode) {
        if (!tables::uf_of_code(text)) report(0, "código de UF desconhecido.");
    }
    void value(std::string const& text, lexical::CfopCode) {
        bool const digits = text.size() == 4 && all_of_kind(text, lexical::Code::Kind::digits);
        if (!digits || !std::string_view("123567").contains(text[0]))
            report(0, "deve ter 4 dígitos e começar por 1, 2, 3, 5, 6 ou 7.");
    }
    void value(std::string const& text, lexical::Uf uf) {
        if (!tables::uf_code(text) && !(uf.abroad && text == "EX")) report(0, "UF desconhecida.");
    }
    void value(std::string const& text, lexical::IeOrIsento) {
        bool const digits = text.size() >= 2 && text.size() <= 14 && all_of_kind(text, lexical::Code::Kind::digits);
        if (!digits && text != "ISENTO") report(0, "deve ter de 2 a 14 dígitos ou ser ISENTO.");
    }
    void value(std::string const& text, lexical::Cbenef) {
        bool const code =
            (text.size() == 8 || text.size() == 10) && all_of_kind(text, lexical::Code::Kind::any_printable);
        if (!code && text != "SEM CBENEF") report(0, "deve ter 8 ou 10 caracteres sem espaços, ou ser SEM CBENEF.");
    }
    void count(std::size_t size, std::size_t most) {
        if (size > most) report(0, fmt::format("no máximo {}; foram informados {}.", most, size));
    }
    void value(std::string const& text, lexical::CnpjCode) {
        if (!has_cnpj_shape(text)) report(0, "deve ter 14 posições, sem pontuação e em maiúsculas.");
    }
    void value(std::string const& text, lexical::Cean) {
        auto const digits = text.size() == 8 || (text.size() >= 12 && text.size() <= 14);
        if (!text.empty() && text != sem_gtin && !(digits && all_of_kind(text, lexical::Code::Kind::digits)))
            report(0, "informe o GTIN ou \"SEM GTIN\".");
    }
    void value(std::string const& text, lexical::Date) {
        if (!is_date(text)) report(0, "a data deve existir e ter a forma AAAA-MM-DD.");
    }
    void value(std::string const& text, lexical::YearMonth) {
        bool const fits = text.size() == 4 && all_of_kind(text, lexical::Code::Kind::digits) &&
                          text.substr(2) >= "01" && text.substr(2) <= "12";
        if (!fits) report(0, "deve ter o ano e o mês com dois dígitos cada um: AAMM.");
    }
    void value(std::string const& text, lexical::AccessKey) {
        if (!is_valid_key(text)) report(0, "a chave de acesso deve ter 44 posições e o dígito verificador certo.");
    }
    void value(std::string const& text, lexical::Plate) {
        bool const fits = text.size() == 7 && std::ranges::all_of(text, [](char c) {
                              return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
                          });
        if (!fits) report(0, "a placa deve ter 7 letras e números, sem hífen.");
    }
    void value(std::string const& text, lexical::Guid) {
        constexpr std::string_view shape = "00000000-0000-0000-0000-000000000000";
        bool fits = text.size() == shape.size();
        for (std::size_t i = 0; fits && i < text.size(); ++i) {
            bool const hex = (text[i] >= '0' && text[i] <= '9') || (text[i] >= 'A' && text[i] <= 'F');
            fits = shape[i] == '-' ? text[i] == '-' : hex;
        }
        if (!fits) report(0, "deve ter a forma de uma FCI, com 32 dígitos e letras de A a F entre hifens.");
    }
    void value(std::string const& text, lexical::Sha1Base64) {
        auto const hash = base64_decode(text);
        // The last character has bits to spare: XML Schema wants them to be zero.
        if (text.size() != 28 || !hash || hash->size() != 20 ||
            !std::string_view("AEIMQUYcgkosw048").contains(text[26]))
            report(0, "deve ser um SHA-1 em Base64, de 28 caracteres.");
    }
    void value(std::string const& text, lexical::Uri limits) {
        auto const size = static_cast<int>(text.size());
        if (size < limits.min || size > limits.max || !is_layout_text(text))
            report(0, fmt::format("deve ter de {} a {} caracteres.", limits.min, limits.max));
    }
    void value(int number, lexical::Integer range) {
        if (number < range.min || number > range.max)
            report(0, fmt::format("deve estar entre {} e {}.", range.min, range.max));
    }
    void value(DateTime const& moment, lexical::DateAndTime) {
        if (!DateTime::parse(moment.to_string())) report(0, "deve ser de 2000 a 2099, com fuso de -11 a +12 horas.");
    }
    template <int P>
    void value(Written<P> const& number, lexical::Number shape) {
        if (number.value.raw() < 0) return report(0, "não pode ser negativo.");
        if (!shape.zero && number.value.is_zero()) return report(0, "zero não deve ser informado; deixe em branco.");
        if (shape.most != 0 && number.value > Decimal<P>::from_units(shape.most))
            return report(0, fmt::format("deve ser no máximo {}.", shape.most));
        if (!shape.bare_zero && number.value.is_zero() && number.places == 0)
            return report(0, fmt::format("zero deve ser escrito com {} casas decimais.", shape.min));
        bool const below_one = number.value.raw() < Decimal<P>::scale;
        int const least = below_one ? shape.min_below_one : shape.min;
        if (number.places != 0 && (number.places < least || number.places > shape.max)) {
            return report(0, least == shape.max ? fmt::format("deve ter {} casas decimais.", least)
                                                : fmt::format("deve ter de {} a {} casas decimais.", least, shape.max));
        }
        auto const text = number.value.to_string();
        if (static_cast<int>(std::min(text.find('.'), text.size())) > shape.whole)
            report(0, fmt::format("deve ter no máximo {} dígitos antes da vírgula.", shape.whole));
    }

private:
    void report(int rule, std::string_view message) {
        auto field = path();
        auto sentence = fmt::format("{}: {}", in_words(field), message);
        problems_.push_back({.rule = rule, .cStat = 225, .field = std::move(field), .message = std::move(sentence)});
    }
    Problems problems_;
};

class TextFitter : public PathArchive<TextFitter> {
public:
    template <class L>
    static constexpr bool visits = std::same_as<L, lexical::Text>;

    Problems take() { return std::move(problems_); }

    void value(std::string& text, lexical::Text limits) {
        if (is_normalised(text, static_cast<std::size_t>(limits.max))) return;
        auto fitted = normalise_text(text, static_cast<std::size_t>(limits.max));
        if (fitted.had_control || fitted.invalid_utf8) report("texto com caracteres não permitidos.");
        if (fitted.cut) report(fmt::format("texto com mais de {} caracteres.", limits.max));
        text = std::move(fitted.text);
    }
    void after_optional(std::optional<std::string>& text) {
        if (text && text->empty()) text.reset();
    }

private:
    void report(std::string_view message) {
        auto field = path();
        auto sentence = fmt::format("{}: {}", in_words(field), message);
        problems_.push_back({.rule = 110, .cStat = 225, .field = std::move(field), .message = std::move(sentence)});
    }
    Problems problems_;
};

} // namespace

Problems check_formats(Nfce const& nfce) {
    FormatCheck check;
    layout::describe_infNFe(check, nfce);
    check.element("infNFeSupl", [&] {
        if (!nfce.infNFeSupl.qrCode.empty()) layout::describe_supplement(check, nfce.infNFeSupl);
    });
    return check.take();
}

Problems fit_texts(Nfce& nfce) {
    TextFitter fitter;
    layout::describe_infNFe(fitter, nfce);
    return fitter.take();
}

} // namespace balcao::nfce
