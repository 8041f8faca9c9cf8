#include "platform/http/request_parser.hpp"

#include <algorithm>
#include <functional>

#include <boost/asio/buffer.hpp>

#include "platform/base/text.hpp"

namespace balcao::http {

namespace beast = boost::beast::http;

RequestParser::RequestParser(RequestHead& head, Request& request, std::uint32_t header_limit)
    : head_(head), request_(request) {
    this->header_limit(header_limit);
    this->body_limit(boost::none); // ours is per route, known after the header
}

std::size_t RequestParser::take(std::string_view bytes, Error& error) {
    // Beast 1.81 asserts five bytes where it looks again for the end of an empty last chunk.
    if (header_ended_ && bytes.size() < 5 && bytes.starts_with("0\r\n")) {
        error = beast::error::need_more;
        return 0;
    }
    taken_ = bytes;
    return put(boost::asio::buffer(bytes), error);
}

// Whether the value went on in another line (obs-fold). Beast joins such lines in memory of its own, unless the first
// is empty: then the value begins in a later line than the name.
bool RequestParser::is_folded(Text name, Text value) const {
    std::less const before;
    if (before(value.data(), taken_.data()) || !before(value.data(), taken_.data() + taken_.size())) return true;
    return std::string_view(name.end(), value.begin()).contains('\n');
}

void RequestParser::on_request_impl(Verb, Text method, Text target, int version, Error&) {
    head_.method = method;
    head_.target = target;
    head_.http_1_0 = version == 10;
}

void RequestParser::on_field_impl(KnownField field, Text name, Text value, Error& error) {
    if (header_ended_) return; // a trailer must not pass for a header
    if (field == KnownField::content_length) {
        if (length_seen_) error = beast::error::multiple_content_length;
        else if (!is_digits({value.data(), value.size()})) error = beast::error::bad_content_length;
        length_seen_ = true;
    } else if (field == KnownField::transfer_encoding) {
        if (head_.http_1_0 || !boost::beast::iequals(value, "chunked")) error = beast::error::bad_transfer_encoding;
    }
    bool const is_ascii = std::ranges::all_of(value, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (!is_ascii && !is_utf8({value.data(), value.size()}))
        error = beast::error::bad_value;                         // databases would choke on it
    if (is_folded(name, value)) error = beast::error::bad_value; // each proxy reads it in its own way (RFC 9112, 5.2)
    if (error) return;
    auto& [lower_name, text] = request_.headers.emplace_back(name, value);
    std::ranges::transform(lower_name, lower_name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
}

void RequestParser::on_header_impl(Error&) {
    header_ended_ = true;
    head_.has_body = !is_done();
    if (head_.has_body) {
        if (auto const length = content_length()) head_.content_length = *length;
    }
}

std::size_t RequestParser::on_body_impl(Text bytes, Error& error) {
    if (bytes.size() > body_left_) {
        error = beast::error::body_limit;
        return 0;
    }
    body_left_ -= bytes.size();
    request_.body.append(bytes.data(), bytes.size());
    return bytes.size();
}

std::size_t RequestParser::on_chunk_body_impl(std::uint64_t, Text bytes, Error& error) {
    return on_body_impl(bytes, error);
}

} // namespace balcao::http
