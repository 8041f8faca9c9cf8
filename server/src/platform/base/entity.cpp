#include "platform/base/entity.hpp"

#include <algorithm>
#include <utility>

#include <boost/json/value.hpp>

#include "platform/base/json.hpp"
#include "platform/base/text.hpp"

namespace balcao::detail {

namespace {

namespace json = boost::json;

constexpr std::string_view wrong_type = "Este valor veio em formato inesperado. Digite de novo.";

bool is_choice(std::string_view choices, std::string_view text) {
    while (!choices.empty()) {
        auto const end = std::min(choices.find('|'), choices.size());
        if (choices.substr(0, end) == text) return true;
        choices.remove_prefix(std::min(end + 1, choices.size()));
    }
    return false;
}

// The NF-e layout's TString takes U+0020 to U+00FF (leiauteNFe_v4.00, type TString). In UTF-8 those are ASCII and
// the two-byte sequences that start with C2 or C3.
bool is_nfe_text(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0xC4; });
}

// Line breaks as `\n` only, whatever system they were typed on.
std::string unix_lines(std::string text) {
    std::erase(text, '\r');
    return text;
}

std::string without_line_breaks(std::string_view text) {
    std::string line(text);
    std::erase_if(line, [](char c) { return c == '\n' || c == '\t'; });
    return line;
}

std::optional<std::string> text_problem(Rules const& rules, std::string_view text) {
    if (rules.multiline && has_control_characters(without_line_breaks(text))) return "Retire os caracteres invisíveis.";
    if (!rules.multiline && has_control_characters(text)) return "Retire quebras de linha e caracteres invisíveis.";
    if (rules.nfe_text && !is_nfe_text(text)) return "Use só letras, números e sinais comuns, sem emojis.";
    auto const size = length(text);
    if (size < rules.min) return "Digite pelo menos " + std::to_string(rules.min) + " caracteres.";
    if (size > rules.max) return "Digite no máximo " + std::to_string(rules.max) + " caracteres.";
    if (!rules.one_of.empty() && !is_choice(rules.one_of, text)) return "Escolha uma das opções da lista.";
    if (rules.check != nullptr) return rules.check(text);
    return std::nullopt;
}

std::optional<std::string> number_problem(Field const& field, std::int64_t value) {
    auto const show = [&](std::int64_t number) {
        std::string text;
        append_fixed(text, number, std::max(field.places, 0));
        std::ranges::replace(text, '.', ',');
        return text;
    };
    if (value < field.rules.at_least) return "O menor valor aceito é " + show(field.rules.at_least) + ".";
    if (value > field.rules.at_most) return "O maior valor aceito é " + show(field.rules.at_most) + ".";
    return std::nullopt;
}

bool is_empty(json::value const& value) {
    return value.is_null() || (value.is_string() && trim(value.get_string()).empty());
}

std::optional<std::string> read_value(Field const& field, json::value const& value, void* entity) {
    switch (field.kind) {
    case FieldKind::text: {
        if (!value.is_string()) return std::string(wrong_type);
        auto text = trim(value.get_string());
        if (field.rules.multiline) text = unix_lines(std::move(text));
        if (field.rules.normalize != nullptr) text = field.rules.normalize(text);
        if (auto problem = text_problem(field.rules, text)) return problem;
        field.set(entity, std::string_view{text});
        return std::nullopt;
    }
    case FieldKind::integer: {
        if (!value.is_int64()) return std::string(wrong_type);
        if (auto problem = number_problem(field, value.get_int64())) return problem;
        field.set(entity, value.get_int64());
        return std::nullopt;
    }
    case FieldKind::boolean: {
        if (!value.is_bool()) return std::string(wrong_type);
        field.set(entity, std::int64_t{value.get_bool()});
        return std::nullopt;
    }
    case FieldKind::decimal: {
        if (!value.is_string()) return std::string(wrong_type);
        auto const scaled = parse_fixed(value.get_string(), field.places);
        if (!scaled) return "Digite um número com até " + std::to_string(field.places) + " casas depois da vírgula.";
        if (auto problem = number_problem(field, *scaled)) return problem;
        field.set(entity, *scaled);
        return std::nullopt;
    }
    case FieldKind::id: {
        auto const id = value.is_string() ? Uuid::parse(value.get_string()) : std::nullopt;
        if (!id) return std::string(wrong_type);
        field.set(entity, *id);
        return std::nullopt;
    }
    case FieldKind::instant: return std::string(wrong_type); // instants are the server's
    }
    std::unreachable();
}

void append_value(std::string& out, Field const& field, Scalar const& value) {
    if (std::holds_alternative<std::monostate>(value)) {
        out += "null";
        return;
    }
    switch (field.kind) {
    case FieldKind::text: balcao::json::append_string(out, std::get<std::string_view>(value)); return;
    case FieldKind::integer: out += std::to_string(std::get<std::int64_t>(value)); return;
    case FieldKind::boolean: out += std::get<std::int64_t>(value) != 0 ? "true" : "false"; return;
    case FieldKind::decimal:
        out += '"';
        append_fixed(out, std::get<std::int64_t>(value), field.places);
        out += '"';
        return;
    case FieldKind::instant: balcao::json::append_string(out, Instant{std::get<std::int64_t>(value)}.to_iso()); return;
    case FieldKind::id: balcao::json::append_string(out, std::get<Uuid>(value).to_string()); return;
    }
}

} // namespace

void read_json(Fields fields, json::object const& object, void* entity, std::vector<FieldProblem>& problems) {
    for (auto const& [name, value] : object) {
        auto const known =
            std::ranges::any_of(fields, [&](Field const& field) { return field.name == std::string_view{name}; });
        if (!known) problems.push_back({std::string(name), "Este campo não existe."});
    }
    for (auto const& field : fields) {
        if (field.rules.read_only) continue;
        auto const* value = object.if_contains(field.name);
        if (value == nullptr || is_empty(*value)) {
            if (field.rules.required) problems.push_back({std::string(field.name), "Preencha este campo."});
            continue;
        }
        if (auto problem = read_value(field, *value, entity))
            problems.push_back({std::string(field.name), *std::move(problem)});
    }
}

void append_json(std::string& out, Fields fields, void const* entity) {
    char separator = '{';
    for (auto const& field : fields) {
        out += std::exchange(separator, ',');
        balcao::json::append_string(out, field.name);
        out += ':';
        append_value(out, field, field.get(entity));
    }
    out += '}';
}

std::string changes_json(Fields fields, void const* before, void const* after) {
    std::string out = "{";
    for (auto const& field : fields) {
        auto const was = field.get(before);
        auto const is = field.get(after);
        if (field.rules.read_only || was == is) continue;
        if (out.size() > 1) out += ',';
        balcao::json::append_string(out, field.name);
        out += ":[";
        append_value(out, field, was);
        out += ',';
        append_value(out, field, is);
        out += ']';
    }
    return out += '}';
}

} // namespace balcao::detail
