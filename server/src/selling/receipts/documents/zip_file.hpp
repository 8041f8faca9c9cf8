#pragma once
// A ZIP made in memory, file by file.

#include <list>
#include <string>

struct zip;
struct zip_source;

namespace balcao::receipts {

/// For one thread. Throws std::runtime_error when memory is short.
class ZipFile {
public:
    ZipFile();
    ~ZipFile();
    ZipFile(ZipFile const&) = delete;
    ZipFile& operator=(ZipFile const&) = delete;

    /// `name`: ASCII, none twice.
    void add(std::string const& name, std::string content);
    std::size_t files() const { return contents_.size(); }
    /// Of the contents so far, not yet packed.
    std::size_t bytes() const { return bytes_; }
    /// The finished file; once.
    std::string take();

private:
    zip_source* target_; // where the archive is written
    zip* archive_;
    std::list<std::string> contents_; // read when the archive is closed
    std::size_t bytes_ = 0;
};

} // namespace balcao::receipts
