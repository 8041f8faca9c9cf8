#include "nfce/xml_reader.hpp"

#include <algorithm>
#include <charconv>
#include <map>

namespace balcao::nfce {

namespace {

struct Refusal {
    int rule, cStat;
    std::string_view message;
};

/// Elements of the layout that the model has no place for (what only one model of document takes is in modelo.hpp), and
/// the half of a pair (72).
Refusal const& refusal_of(std::string_view name) {
    constexpr std::string_view tax = "Tributo que este programa não emite.";
    constexpr std::string_view transport = "Dados de transporte que este programa não emite.";
    constexpr std::string_view exemption = "Informe valor e motivo da desoneração.";
    static std::map<std::string_view, Refusal> const known{
        {"ICMSST", {75, 740, tax}},      {"ICMSPart", {75, 741, tax}},    {"II", {75, 743, tax}},
        {"PISST", {75, 746, tax}},       {"COFINSST", {75, 749, tax}},    {"retTransp", {96, 755, transport}},
        {"vagao", {96, 758, transport}}, {"balsa", {96, 759, transport}}, {"motDesICMS", {72, 934, exemption}}};
    static Refusal const other{0, 225, "Elemento desconhecido, fora de ordem ou que este programa não emite."};
    auto const at = known.find(name);
    return at == known.end() ? other : at->second;
}

// Net values (NT 2026.008), which other programs may write and no schema known here has: nothing depends on them.
bool is_net_value(std::string_view name) { return name == "vUnComLiq" || name == "vProdLiq" || name == "vProdLiqTot"; }

} // namespace

void XmlReader::enter(XmlElement const& element) { levels_.push_back({element, element.children()}); }

void XmlReader::leave() {
    auto& level = levels_.back();
    for (; level.at < level.children.size(); ++level.at) undue(level.children[level.at].name());
    levels_.pop_back();
}

XmlElement const* XmlReader::peek(std::string_view name) const {
    auto const& level = levels_.back();
    auto const from = level.children.begin() + static_cast<std::ptrdiff_t>(level.at);
    auto const found =
        std::find_if(from, level.children.end(), [name](XmlElement const& child) { return child.name() == name; });
    return found == level.children.end() ? nullptr : &*found;
}

XmlElement const* XmlReader::next(std::string_view name) {
    auto const* found = peek(name);
    if (found == nullptr) return nullptr;
    auto& level = levels_.back();
    for (; &level.children[level.at] != found; ++level.at) undue(level.children[level.at].name());
    ++level.at;
    return found;
}

void XmlReader::constant(std::string_view name, std::string_view value) {
    auto const* found = next(name);
    if (found == nullptr) return missing(name);
    if (found->text() != value)
        report(0, name == "procEmi" ? 451 : 225, name, fmt::format("O valor deve ser {}.", value));
}

void XmlReader::person(PersonId& id, layout::Kinds kinds) {
    std::pair<char const*, PersonId::Kind> const names[] = {
        {"CNPJ", PersonId::Kind::cnpj}, {"CPF", PersonId::Kind::cpf}, {"idEstrangeiro", PersonId::Kind::estrangeiro}};
    for (auto const& [name, kind] : names) {
        if (kind == PersonId::Kind::estrangeiro && kinds == layout::Kinds::brazilian) continue;
        if (auto const* found = next(name)) {
            id.kind = kind;
            return read_text(name, *found, id.value);
        }
    }
    missing("CPF");
}

void XmlReader::read_text(std::string_view name, XmlElement const& element, std::string& value) {
    auto text = element.text();
    if (text) value = *std::move(text);
    else malformed(name);
}

void XmlReader::read_integer(std::string_view name, XmlElement const& element, int& value) {
    auto const text = element.text().value_or("");
    auto const result = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const plain = !text.empty() && text.size() <= 9 && (text.size() == 1 || text[0] != '0') && text[0] != '-';
    if (!plain || result.ec != std::errc{} || result.ptr != text.data() + text.size()) malformed(name);
}

void XmlReader::read(std::string_view name, XmlElement const& element, DateTime& value, lexical::DateAndTime) {
    if (auto const moment = DateTime::parse(element.text().value_or(""))) value = *moment;
    else malformed(name);
}

void XmlReader::report(int rule, int cStat, std::string_view name, std::string message) {
    problems_.push_back(
        {.rule = rule, .cStat = cStat, .field = fmt::format("{}/{}", path_, name), .message = std::move(message)});
}

void XmlReader::missing(std::string_view name) {
    if (name == "motDesICMS") report(72, 934, name, "Informe valor e motivo da desoneração.");
    else report(0, 225, name, "Elemento obrigatório ausente.");
}

void XmlReader::missing_choice() {
    problems_.push_back({.rule = 0,
                         .cStat = 225,
                         .field = path_,
                         .message = "Grupo obrigatório ausente ou que este programa não emite."});
}
void XmlReader::malformed(std::string_view name) { report(0, 225, name, "Valor fora do formato do leiaute."); }

void XmlReader::undue(std::string_view name) {
    if (is_net_value(name)) return;
    auto const& refusal = refusal_of(name);
    report(refusal.rule, refusal.cStat, name, std::string(refusal.message));
}

void XmlReader::check_item_number(std::string_view expected) {
    if (levels_.back().element.attribute("nItem") != expected)
        report(40, 927, "@nItem", "Numeração dos itens fora de sequência.");
}

} // namespace balcao::nfce
