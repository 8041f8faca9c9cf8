#include "nfce/xml_document.hpp"

#include <libxml/c14n.h>
#include <libxml/parser.h>

#include <mutex>

namespace balcao::nfce {

namespace {

std::string_view view(xmlChar const* text) {
    return text == nullptr ? std::string_view{} : std::string_view(reinterpret_cast<char const*>(text));
}

std::string take(xmlChar* text) {
    std::string copy(view(text));
    xmlFree(text);
    return copy;
}

/// Next element after `node` in document order below `top`.
xmlNode* following(xmlNode* node, xmlNode const* top) {
    if (node->children != nullptr && node->type == XML_ELEMENT_NODE) return node->children;
    while (node != top && node->next == nullptr) node = node->parent;
    return node == top ? nullptr : node->next;
}

int inside(void* target, xmlNode* node, xmlNode* parent) {
    for (auto* at = node->type == XML_NAMESPACE_DECL ? parent : node; at != nullptr; at = at->parent)
        if (at == target) return 1;
    return 0;
}

/// libxml2 tells the process's stderr of errors that are ours to report. The handler is per thread.
class Silence {
public:
    Silence() {
        xmlSetStructuredErrorFunc(nullptr, [](void*, auto) {});
    }
    ~Silence() { xmlSetStructuredErrorFunc(nullptr, nullptr); }
    Silence(Silence const&) = delete;
    Silence& operator=(Silence const&) = delete;
};

std::optional<std::string> canonical_part(xmlDoc* document, xmlNode* top) {
    std::unique_ptr<xmlOutputBuffer, decltype(&xmlOutputBufferClose)> const buffer(xmlAllocOutputBuffer(nullptr),
                                                                                   &xmlOutputBufferClose);
    if (!buffer || xmlC14NExecute(document, inside, top, XML_C14N_1_0, nullptr, 0, buffer.get()) < 0)
        return std::nullopt;
    return std::string(reinterpret_cast<char const*>(xmlOutputBufferGetContent(buffer.get())),
                       xmlOutputBufferGetSize(buffer.get()));
}

} // namespace

std::string_view XmlElement::name() const { return view(node_->name); }
std::string_view XmlElement::namespace_uri() const {
    return node_->ns == nullptr ? std::string_view{} : view(node_->ns->href);
}

std::optional<std::string> XmlElement::text() const {
    for (auto const* at = node_->children; at != nullptr; at = at->next)
        if (at->type == XML_ELEMENT_NODE) return std::nullopt;
    return take(xmlNodeGetContent(node_));
}

std::optional<std::string> XmlElement::attribute(char const* name) const {
    auto* value = xmlGetNoNsProp(node_, reinterpret_cast<xmlChar const*>(name));
    return value == nullptr ? std::nullopt : std::optional(take(value));
}

std::vector<XmlElement> XmlElement::children() const {
    std::vector<XmlElement> elements;
    for (auto* at = node_->children; at != nullptr; at = at->next)
        if (at->type == XML_ELEMENT_NODE) elements.push_back(XmlElement(at));
    return elements;
}

std::optional<XmlElement> XmlElement::child(std::string_view name) const {
    for (auto* at = node_->children; at != nullptr; at = at->next)
        if (at->type == XML_ELEMENT_NODE && view(at->name) == name) return XmlElement(at);
    return std::nullopt;
}

std::optional<XmlElement> XmlElement::descendant(std::string_view name) const {
    for (auto* at = following(node_, node_); at != nullptr; at = following(at, node_))
        if (at->type == XML_ELEMENT_NODE && view(at->name) == name) return XmlElement(at);
    return std::nullopt;
}

std::string XmlElement::text_of(std::string_view name) const {
    auto const element = child(name);
    return element ? element->text().value_or("") : "";
}

std::optional<XmlElement> XmlElement::parent() const {
    auto* above = node_->parent;
    return above == nullptr || above->type != XML_ELEMENT_NODE ? std::nullopt : std::optional(XmlElement(above));
}

std::optional<std::string> XmlElement::canonical() const {
    Silence const silence;
    return canonical_part(node_->doc, node_);
}

std::optional<std::string> XmlElement::standalone() const {
    Silence const silence;
    std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> const document(xmlNewDoc(nullptr), &xmlFreeDoc);
    // The copy declares at its top what it uses from outside.
    auto* copy = document ? xmlDocCopyNode(node_, document.get(), 1) : nullptr;
    if (copy == nullptr) return std::nullopt;
    xmlDocSetRootElement(document.get(), copy);
    return canonical_part(document.get(), copy);
}

std::expected<XmlDocument, std::string> XmlDocument::parse(std::string_view xml, std::size_t max_size) {
    static std::once_flag initialised;
    std::call_once(initialised, xmlInitParser);
    if (xml.size() > max_size) return std::unexpected("O XML é grande demais.");
    // Refused before any entity could be declared.
    if (xml.find("<!DOCTYPE") != std::string_view::npos || xml.find("<!ENTITY") != std::string_view::npos)
        return std::unexpected("O XML traz uma declaração DOCTYPE, que não é aceita.");
    int const options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA;
    auto* document = xmlReadMemory(xml.data(), static_cast<int>(xml.size()), nullptr, nullptr, options);
    std::shared_ptr<xmlDoc> owned(document, &xmlFreeDoc);
    if (document == nullptr || xmlDocGetRootElement(document) == nullptr)
        return std::unexpected("O XML está incompleto ou malformado.");
    if (document->intSubset != nullptr) return std::unexpected("O XML traz uma declaração DOCTYPE, que não é aceita.");
    return XmlDocument(std::move(owned));
}

XmlElement XmlDocument::root() const { return XmlElement(xmlDocGetRootElement(document_.get())); }

std::vector<XmlElement> XmlDocument::all(std::string_view name) const {
    std::vector<XmlElement> found;
    auto* top = xmlDocGetRootElement(document_.get());
    for (auto* at = top; at != nullptr; at = following(at, top))
        if (at->type == XML_ELEMENT_NODE && view(at->name) == name) found.push_back(XmlElement(at));
    return found;
}

} // namespace balcao::nfce
