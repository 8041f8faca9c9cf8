#include "platform/pictures/svg_check.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <libxml/xmlreader.h>

#include "platform/base/text.hpp"

namespace balcao::pictures {

namespace {

constexpr auto not_an_image = "O arquivo não é uma imagem PNG, JPEG ou SVG. Escolha outro.";
constexpr auto unsafe =
    "Este SVG tem partes que não são desenho (script, ligações externas ou código). Exporte-o como SVG simples ou PNG.";
constexpr auto too_costly =
    "Este SVG usa filtros, máscaras ou padrões, que o Balcão não desenha. Exporte-o como PNG e envie.";
constexpr auto nested_uses = "Este SVG repete partes dentro de outras repetições (“use”), o que o Balcão não desenha. "
                             "Exporte-o como PNG e envie.";
constexpr std::string_view svg_namespace = "http://www.w3.org/2000/svg";
constexpr int most_levels = 64;

// What draws. Everything else is refused, so a new dangerous element needs no new rule here.
constexpr auto drawing_elements = std::to_array<std::string_view>(
    {"svg",    "g",     "defs",     "symbol", "use",      "title",          "desc",           "metadata",
     "style",  "path",  "rect",     "circle", "ellipse",  "line",           "polyline",       "polygon",
     "text",   "tspan", "textPath", "image",  "clipPath", "linearGradient", "radialGradient", "stop",
     "marker", "switch"});

std::string_view view(xmlChar const* text) {
    return text == nullptr ? std::string_view{} : reinterpret_cast<char const*>(text);
}

// Letters only, lower case: what is left of `JaVa script:` and of CSS escapes cannot hide a word from us.
std::string squeezed(std::string_view text) {
    std::string result;
    for (char const c : text) {
        if (c >= 'A' && c <= 'Z') result += static_cast<char>(c - 'A' + 'a');
        else if (static_cast<unsigned char>(c) > ' ') result += c;
    }
    return result;
}

bool is_safe_reference(std::string_view target) {
    auto const text = squeezed(target);
    return text.empty() || text.starts_with('#') || text.starts_with("data:image/png;base64,") ||
           text.starts_with("data:image/jpeg;base64,");
}

bool is_safe_css(std::string_view css) {
    auto const text = squeezed(css);
    if (text.contains('\\') || text.contains("@import") || text.contains("@font-face") ||
        text.contains("expression(") || text.contains("javascript:") || text.contains("behavior:") ||
        text.contains("-moz-binding") || text.contains("image-set("))
        return false;
    for (auto at = text.find("url("); at != std::string::npos; at = text.find("url(", at + 1)) {
        auto target = std::string_view(text).substr(at + 4);
        if (target.starts_with('"') || target.starts_with('\'')) target.remove_prefix(1);
        if (!target.starts_with('#') && !target.starts_with("data:image/png;base64,") &&
            !target.starts_with("data:image/jpeg;base64,"))
            return false;
    }
    return true;
}

// Filters, masks and patterns as elements; as attributes and in styles see has_costly_property.
bool is_costly_element(std::string_view name) {
    return name == "filter" || name == "mask" || name == "pattern" ||
           (name.starts_with("fe") && name.size() > 2 && name[2] >= 'A' && name[2] <= 'Z');
}

bool is_costly_attribute(std::string_view local_name, std::string_view value) {
    return (local_name == "filter" || local_name == "mask") && squeezed(value) != "none";
}

// `filter:blur(9px)` in a style needs no filter element.
bool has_costly_property(std::string_view css) {
    auto const text = squeezed(css);
    for (std::string_view const property : {"filter:", "mask:", "mask-image:"}) {
        for (auto at = text.find(property); at != std::string::npos; at = text.find(property, at + 1)) {
            if (!std::string_view(text).substr(at + property.size()).starts_with("none")) return true;
        }
    }
    return false;
}

struct FreeReader {
    void operator()(xmlTextReader* reader) const { xmlFreeTextReader(reader); }
};

// An editor's own notes (inkscape:…, sodipodi:…, rdf:…) draw nothing; browsers ignore them.
bool is_foreign_note(std::string_view name_space) {
    return std::ranges::any_of(
        std::array<std::string_view, 5>{"inkscape", "sodipodi", "rdf", "creativecommons", "purl.org"},
        [&](std::string_view editor) { return name_space.contains(editor); });
}

// Finds a `use` of an element that holds a `use`.
class Uses {
public:
    /// At each element's beginning; `depth`: 0 for the root.
    void open(int depth, std::string id) {
        open_ids_.resize(static_cast<std::size_t>(depth));
        open_ids_.push_back(std::move(id));
    }
    /// The element opened last is a `use`.
    void add(std::vector<std::string> const& targets) {
        targets_.insert(targets.begin(), targets.end());
        holders_.insert(open_ids_.begin(), open_ids_.end());
    }
    bool are_nested() const {
        return std::ranges::any_of(targets_,
                                   [&](std::string const& id) { return !id.empty() && holders_.contains(id); });
    }

private:
    std::vector<std::string> open_ids_; // of the element and those around it; empty: it has none
    std::set<std::string> targets_;
    std::set<std::string> holders_;
};

class Check {
public:
    explicit Check(xmlTextReader* reader) : reader_(reader) {}

    std::optional<std::string> run() {
        int status = 0;
        while ((status = xmlTextReaderRead(reader_)) == 1) {
            if (auto problem = look_at_node()) return problem;
        }
        if (status != 0 || is_root_) return not_an_image;
        if (uses_.are_nested()) return nested_uses;
        return std::nullopt;
    }

private:
    std::optional<std::string> look_at_node() {
        if (xmlTextReaderDepth(reader_) > most_levels) return unsafe;
        switch (xmlTextReaderNodeType(reader_)) {
        case XML_READER_TYPE_PROCESSING_INSTRUCTION:
        case XML_READER_TYPE_DOCUMENT_TYPE:
        case XML_READER_TYPE_ENTITY_REFERENCE: return unsafe;
        case XML_READER_TYPE_ELEMENT: return look_at_element();
        case XML_READER_TYPE_END_ELEMENT: in_style_ = false; return std::nullopt;
        case XML_READER_TYPE_TEXT:
        case XML_READER_TYPE_CDATA:
            return in_style_ ? css_problem(view(xmlTextReaderConstValue(reader_))) : std::nullopt;
        default: return std::nullopt;
        }
    }

    std::optional<std::string> look_at_element() {
        auto const name = view(xmlTextReaderConstLocalName(reader_));
        auto const name_space = view(xmlTextReaderConstNamespaceUri(reader_));
        auto const is_svg = name_space == svg_namespace;
        if (is_root_ && (name != "svg" || !is_svg)) return not_an_image;
        is_root_ = false;
        if (is_svg && is_costly_element(name)) return too_costly;
        auto const is_drawing = is_svg && std::ranges::find(drawing_elements, name) != drawing_elements.end();
        if (!is_drawing && !is_foreign_note(name_space)) return unsafe;
        in_style_ = name == "style" && xmlTextReaderIsEmptyElement(reader_) == 0;
        return look_at_attributes(is_svg && name == "use");
    }

    std::optional<std::string> look_at_attributes(bool is_use) {
        auto const depth = xmlTextReaderDepth(reader_);
        std::string id;
        std::vector<std::string> targets; // one may say both href and xlink:href
        while (xmlTextReaderMoveToNextAttribute(reader_) == 1) {
            if (xmlTextReaderIsNamespaceDecl(reader_) == 1 ||
                is_foreign_note(view(xmlTextReaderConstNamespaceUri(reader_))))
                continue;
            auto const name = view(xmlTextReaderConstLocalName(reader_));
            auto const value = view(xmlTextReaderConstValue(reader_));
            if (auto problem = attribute_problem(name, value)) return problem;
            if (name == "id") id = value;
            else if (name == "href") targets.push_back(trim(value).erase(0, 1)); // `#id`
        }
        xmlTextReaderMoveToElement(reader_);
        uses_.open(depth, std::move(id));
        if (is_use) uses_.add(targets);
        return std::nullopt;
    }

    static std::optional<std::string> attribute_problem(std::string_view local_name, std::string_view value) {
        if (squeezed(local_name).starts_with("on")) return unsafe;
        if (local_name == "href" || local_name == "src")
            return is_safe_reference(value) ? std::nullopt : std::optional<std::string>(unsafe);
        if (is_costly_attribute(local_name, value)) return too_costly;
        return css_problem(value);
    }

    static std::optional<std::string> css_problem(std::string_view css) {
        if (!is_safe_css(css)) return unsafe;
        if (has_costly_property(css)) return too_costly;
        return std::nullopt;
    }

    xmlTextReader* reader_;
    bool is_root_ = true;
    bool in_style_ = false;
    Uses uses_;
};

} // namespace

std::optional<std::string> svg_problem(std::string_view bytes) {
    if (!is_utf8(bytes) || !bytes.contains("<svg")) return not_an_image;
    if (bytes.contains("<!DOCTYPE") || bytes.contains("<!ENTITY")) return unsafe;
    constexpr int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA;
    std::unique_ptr<xmlTextReader, FreeReader> const reader(
        xmlReaderForMemory(bytes.data(), static_cast<int>(bytes.size()), nullptr, "UTF-8", options));
    if (!reader) return not_an_image;
    return Check(reader.get()).run();
}

} // namespace balcao::pictures
