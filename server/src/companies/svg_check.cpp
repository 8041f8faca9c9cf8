#include "companies/svg_check.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include <libxml/xmlreader.h>

#include "base/text.hpp"

namespace balcao::companies {

namespace {

constexpr auto not_an_image = "O arquivo não é uma imagem PNG, JPEG ou SVG. Escolha outro.";
constexpr auto unsafe =
    "Este SVG tem partes que não são desenho (script, ligações externas ou código). Exporte-o como SVG simples ou PNG.";
constexpr std::string_view svg_namespace = "http://www.w3.org/2000/svg";
constexpr int most_levels = 64;

// What draws. Everything else is refused, so a new dangerous element needs no new rule here.
constexpr std::array<std::string_view, 50> drawing_elements{"svg",
                                                            "g",
                                                            "defs",
                                                            "symbol",
                                                            "use",
                                                            "title",
                                                            "desc",
                                                            "metadata",
                                                            "style",
                                                            "path",
                                                            "rect",
                                                            "circle",
                                                            "ellipse",
                                                            "line",
                                                            "polyline",
                                                            "polygon",
                                                            "text",
                                                            "tspan",
                                                            "textPath",
                                                            "image",
                                                            "clipPath",
                                                            "mask",
                                                            "pattern",
                                                            "linearGradient",
                                                            "radialGradient",
                                                            "stop",
                                                            "filter",
                                                            "marker",
                                                            "feBlend",
                                                            "feColorMatrix",
                                                            "feComposite",
                                                            "feFlood",
                                                            "feGaussianBlur",
                                                            "feMerge",
                                                            "feMergeNode",
                                                            "feOffset",
                                                            "feTile",
                                                            "feTurbulence",
                                                            "feMorphology",
                                                            "feDropShadow",
                                                            "feComponentTransfer",
                                                            "feFuncR",
                                                            "feFuncG",
                                                            "feFuncB",
                                                            "feFuncA",
                                                            "feConvolveMatrix",
                                                            "feDisplacementMap",
                                                            "feDiffuseLighting",
                                                            "fePointLight",
                                                            "switch"};

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

bool is_safe_attribute(std::string_view local_name, std::string_view value) {
    if (squeezed(local_name).starts_with("on")) return false;
    if (local_name == "href" || local_name == "src") return is_safe_reference(value);
    return is_safe_css(value);
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

bool attributes_are_safe(xmlTextReader* reader) {
    while (xmlTextReaderMoveToNextAttribute(reader) == 1) {
        if (xmlTextReaderIsNamespaceDecl(reader) == 1 || is_foreign_note(view(xmlTextReaderConstNamespaceUri(reader))))
            continue;
        if (!is_safe_attribute(view(xmlTextReaderConstLocalName(reader)), view(xmlTextReaderConstValue(reader))))
            return false;
    }
    xmlTextReaderMoveToElement(reader);
    return true;
}

} // namespace

std::optional<std::string> svg_problem(std::string_view bytes) {
    if (!is_utf8(bytes) || !bytes.contains("<svg")) return not_an_image;
    if (bytes.contains("<!DOCTYPE") || bytes.contains("<!ENTITY")) return unsafe;
    constexpr int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA;
    std::unique_ptr<xmlTextReader, FreeReader> const reader(
        xmlReaderForMemory(bytes.data(), static_cast<int>(bytes.size()), nullptr, "UTF-8", options));
    if (!reader) return not_an_image;

    bool is_root = true;
    bool in_style = false;
    int status = 0;
    while ((status = xmlTextReaderRead(reader.get())) == 1) {
        auto const type = xmlTextReaderNodeType(reader.get());
        if (xmlTextReaderDepth(reader.get()) > most_levels) return unsafe;
        if (type == XML_READER_TYPE_PROCESSING_INSTRUCTION || type == XML_READER_TYPE_DOCUMENT_TYPE ||
            type == XML_READER_TYPE_ENTITY_REFERENCE)
            return unsafe;
        if (type == XML_READER_TYPE_ELEMENT) {
            auto const name = view(xmlTextReaderConstLocalName(reader.get()));
            auto const element_namespace = view(xmlTextReaderConstNamespaceUri(reader.get()));
            auto const is_drawing = element_namespace == svg_namespace &&
                                    std::ranges::find(drawing_elements, name) != drawing_elements.end();
            if (is_root && (name != "svg" || element_namespace != svg_namespace)) return not_an_image;
            is_root = false;
            if (!is_drawing && !is_foreign_note(element_namespace)) return unsafe;
            in_style = name == "style" && xmlTextReaderIsEmptyElement(reader.get()) == 0;
            if (!attributes_are_safe(reader.get())) return unsafe;
        } else if (type == XML_READER_TYPE_END_ELEMENT) {
            in_style = false;
        } else if (in_style && (type == XML_READER_TYPE_TEXT || type == XML_READER_TYPE_CDATA)) {
            if (!is_safe_css(view(xmlTextReaderConstValue(reader.get())))) return unsafe;
        }
    }
    if (status != 0 || is_root) return not_an_image;
    return std::nullopt;
}

} // namespace balcao::companies
