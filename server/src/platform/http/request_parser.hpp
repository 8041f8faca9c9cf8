#pragma once
// Beast's HTTP/1 parser into our Request. Stricter than Beast where a proxy might read a request differently.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <boost/beast/http/basic_parser.hpp>

#include "platform/http/dispatcher.hpp"

namespace balcao::http {

/// Parses one request. Feed with take(); `head` and `request` must outlive it.
class RequestParser final : public boost::beast::http::basic_parser<true> {
public:
    RequestParser(RequestHead& head, Request& request, std::uint32_t header_limit);

    /// Like put(), for bytes in any pieces: pass unused bytes again with more behind them. `need_more` is no failure.
    std::size_t take(std::string_view bytes, boost::beast::error_code& error);

    /// Limit of the body, counted as it arrives; beyond it take() gives error::body_limit.
    void limit_body(std::size_t bytes) { body_left_ = bytes; }

private:
    bool is_folded(boost::beast::string_view name, boost::beast::string_view value) const;

    using Error = boost::beast::error_code;
    using Text = boost::beast::string_view;
    using Verb = boost::beast::http::verb;
    using KnownField = boost::beast::http::field;

    void on_request_impl(Verb, Text method, Text target, int version, Error& error) override;
    void on_response_impl(int, Text, int, Error&) override {}
    void on_field_impl(KnownField field, Text name, Text value, Error& error) override;
    void on_header_impl(Error& error) override;
    void on_body_init_impl(boost::optional<std::uint64_t> const&, Error&) override {}
    std::size_t on_body_impl(Text bytes, Error& error) override;
    void on_chunk_header_impl(std::uint64_t, Text, Error&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, Text bytes, Error& error) override;
    void on_finish_impl(Error&) override {}

    RequestHead& head_;
    Request& request_;
    std::string_view taken_; // while take() runs
    bool length_seen_ = false;
    bool header_ended_ = false;
    std::size_t body_left_ = std::numeric_limits<std::size_t>::max();
};

} // namespace balcao::http
