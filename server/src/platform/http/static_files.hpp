#pragma once
// The web application in memory: precompressed variants, ETag, cache rules, security headers.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace balcao::http {

class StaticFiles {
public:
    /// Reads every file below `folder` (with its `.br` and `.gz` variants). Throws std::runtime_error with a sentence
    /// without index.html.
    explicit StaticFiles(std::filesystem::path const& folder);
    ~StaticFiles();

    struct Answer {
        int status = 200;      // 200 or 304
        std::string_view body; // lives as long as this object
        std::string_view head; // ready header lines, each ending in CRLF
    };
    /// `path`: decoded, starting with `/`. An unknown path returns index.html (the browser's router decides), except
    /// below /api, /files and /assets: nullopt.
    std::optional<Answer> find(std::string_view path, std::string_view accept_encoding,
                               std::string_view if_none_match) const;

    /// Content-Security-Policy of the pages, with the hashes of index.html's inline scripts.
    std::string const& content_security_policy() const;

private:
    struct Index;
    std::unique_ptr<Index> index_;
};

} // namespace balcao::http
