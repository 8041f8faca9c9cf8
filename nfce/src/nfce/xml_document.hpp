#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct _xmlDoc;
struct _xmlNode;

/// XML from outside, read safely: no DOCTYPE and so no entities, no network, at most 256 levels and `max_size` bytes.
namespace balcao::nfce {

/// An element of an XmlDocument, valid as long as the document. Names are local: prefixes are ignored.
class XmlElement {
public:
    std::string_view name() const;
    std::string_view namespace_uri() const;
    /// Text of the element, entities resolved; nullopt when it has child elements.
    std::optional<std::string> text() const;
    std::optional<std::string> attribute(char const* name) const;
    std::vector<XmlElement> children() const;
    /// First child, or first descendant, of that name.
    std::optional<XmlElement> child(std::string_view name) const;
    std::optional<XmlElement> descendant(std::string_view name) const;
    /// Text of that child; "" when there is none.
    std::string text_of(std::string_view child) const;
    std::optional<XmlElement> parent() const;
    /// Canonical XML 1.0 of the element with all it inherits; nullopt where the standard defines none (a relative
    /// namespace name).
    std::optional<std::string> canonical() const;
    /// Canonical XML 1.0 of the element taken out of its document: with the namespaces it declares or uses itself and
    /// without those that only surround it, so that a signature inside still verifies elsewhere. nullopt as above.
    std::optional<std::string> standalone() const;

    friend bool operator==(XmlElement const&, XmlElement const&) = default;

private:
    friend class XmlDocument;
    explicit XmlElement(_xmlNode* node) : node_(node) {}
    _xmlNode* node_;
};

class XmlDocument {
public:
    static constexpr std::size_t most_bytes = 4 * 1024 * 1024;

    /// The error is a sentence in Portuguese.
    static std::expected<XmlDocument, std::string> parse(std::string_view xml, std::size_t max_size = most_bytes);

    XmlElement root() const;
    /// Every element of that name, in document order.
    std::vector<XmlElement> all(std::string_view name) const;

private:
    explicit XmlDocument(std::shared_ptr<_xmlDoc> document) : document_(std::move(document)) {}
    std::shared_ptr<_xmlDoc> document_;
};

} // namespace balcao::nfce
