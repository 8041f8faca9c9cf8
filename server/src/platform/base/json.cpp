#include "platform/base/json.hpp"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value.hpp>
#include <boost/json/value_stack.hpp>

namespace balcao::json {

namespace {

// Builds the value as boost::json::parser does and refuses a key that comes twice: Boost keeps the last one silently.
struct Handler {
    static constexpr std::size_t max_object_size = boost::json::object::max_size();
    static constexpr std::size_t max_array_size = 100'000;
    static constexpr std::size_t max_key_size = 1024;
    static constexpr std::size_t max_string_size = boost::json::string::max_size();

    using error_code = boost::system::error_code;

    boost::json::value_stack stack;
    std::vector<std::set<std::string, std::less<>>> keys;
    std::string key;
    bool duplicate = false;

    bool on_document_begin(error_code&) {
        stack.reset();
        return true;
    }
    bool on_document_end(error_code&) { return true; }
    bool on_object_begin(error_code&) {
        keys.emplace_back();
        return true;
    }
    bool on_object_end(std::size_t n, error_code&) {
        keys.pop_back();
        stack.push_object(n);
        return true;
    }
    bool on_array_begin(error_code&) { return true; }
    bool on_array_end(std::size_t n, error_code&) {
        stack.push_array(n);
        return true;
    }
    bool on_key_part(std::string_view part, std::size_t, error_code&) {
        stack.push_chars(part);
        key += part;
        return true;
    }
    bool on_key(std::string_view part, std::size_t, error_code& error) {
        key += part;
        if (!keys.back().insert(std::exchange(key, {})).second) {
            duplicate = true;
            error = boost::system::errc::make_error_code(boost::system::errc::invalid_argument);
            return false;
        }
        stack.push_key(part);
        return true;
    }
    bool on_string_part(std::string_view part, std::size_t, error_code&) {
        stack.push_chars(part);
        return true;
    }
    bool on_string(std::string_view part, std::size_t, error_code&) {
        stack.push_string(part);
        return true;
    }
    bool on_number_part(std::string_view, error_code&) { return true; }
    bool on_int64(std::int64_t value, std::string_view, error_code&) {
        stack.push_int64(value);
        return true;
    }
    bool on_uint64(std::uint64_t value, std::string_view, error_code&) {
        stack.push_uint64(value);
        return true;
    }
    bool on_double(double value, std::string_view, error_code&) {
        stack.push_double(value);
        return true;
    }
    bool on_bool(bool value, error_code&) {
        stack.push_bool(value);
        return true;
    }
    bool on_null(error_code&) {
        stack.push_null();
        return true;
    }
    bool on_comment_part(std::string_view, error_code&) { return true; }
    bool on_comment(std::string_view, error_code&) { return true; }
};

std::unexpected<Failure> unreadable(std::string detail) {
    return fail({.kind = FailureKind::unreadable, .title = "Dados ilegíveis", .detail = std::move(detail)});
}

} // namespace

Result<boost::json::object> parse_object(std::string_view text) {
    boost::json::parse_options options;
    options.max_depth = 32;
    boost::json::basic_parser<Handler> parser(options);
    boost::system::error_code error;
    auto const used = parser.write_some(false, text.data(), text.size(), error);
    if (parser.handler().duplicate)
        return unreadable("O pedido traz o mesmo campo duas vezes. Atualize a página e tente de novo.");
    // Only blanks may follow; the parser stops at the end of the document.
    if (error || !parser.done() || text.substr(used).find_first_not_of(" \t\r\n") != std::string_view::npos)
        return unreadable("O pedido não é um JSON válido. Atualize a página e tente de novo.");
    auto value = parser.handler().stack.release();
    if (!value.is_object()) return unreadable("O pedido deve ser um objeto JSON. Atualize a página e tente de novo.");
    return std::move(value.as_object());
}

void append_string(std::string& out, std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    out += '"';
    std::size_t plain = 0; // start of the run that needs no escape
    for (std::size_t at = 0; at < text.size(); ++at) {
        auto const byte = static_cast<unsigned char>(text[at]);
        if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
        out.append(text, plain, at - plain);
        plain = at + 1;
        if (byte == '\n') {
            out += "\\n";
        } else if (byte >= 0x20) {
            out += '\\';
            out += text[at];
        } else {
            out += "\\u00";
            out += hex[byte >> 4U];
            out += hex[byte & 0x0FU];
        }
    }
    out.append(text, plain);
    out += '"';
}

void ObjectWriter::key(std::string_view name) {
    if (out_.size() > 1) out_ += ',';
    append_string(out_, name);
    out_ += ':';
}

void ObjectWriter::text(std::string_view name, std::string_view value) {
    key(name);
    append_string(out_, value);
}

void ObjectWriter::integer(std::string_view name, std::int64_t value) {
    key(name);
    out_ += std::to_string(value);
}

void ObjectWriter::boolean(std::string_view name, bool value) {
    key(name);
    out_ += value ? "true" : "false";
}

void ObjectWriter::null(std::string_view name) {
    key(name);
    out_ += "null";
}

void ObjectWriter::text_or_null(std::string_view name, std::string_view value) {
    if (value.empty()) null(name);
    else text(name, value);
}

void ObjectWriter::raw(std::string_view name, std::string_view json) {
    key(name);
    out_ += json;
}

std::string ObjectWriter::take() {
    out_ += '}';
    return std::move(out_);
}

} // namespace balcao::json
