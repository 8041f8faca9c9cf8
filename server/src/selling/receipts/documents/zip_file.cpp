#include "selling/receipts/documents/zip_file.hpp"

#include <stdexcept>
#include <utility>

#include <zip.h>

namespace balcao::receipts {

namespace {

std::runtime_error broken(std::string_view what) { return std::runtime_error("zip: " + std::string(what)); }

} // namespace

ZipFile::ZipFile() : target_(zip_source_buffer_create(nullptr, 0, 0, nullptr)), archive_(nullptr) {
    if (target_ == nullptr) throw broken("no memory");
    archive_ = zip_open_from_source(target_, ZIP_TRUNCATE, nullptr);
    if (archive_ == nullptr) {
        zip_source_free(target_);
        throw broken("no archive");
    }
    zip_source_keep(target_); // closing the archive lets go of it
}

ZipFile::~ZipFile() {
    if (archive_ != nullptr) zip_discard(archive_);
    zip_source_free(target_);
}

void ZipFile::add(std::string const& name, std::string content) {
    auto const& kept = contents_.emplace_back(std::move(content));
    auto* const source = zip_source_buffer(archive_, kept.data(), kept.size(), 0);
    if (source == nullptr || zip_file_add(archive_, name.c_str(), source, ZIP_FL_ENC_UTF_8) < 0) {
        if (source != nullptr) zip_source_free(source);
        throw broken(zip_strerror(archive_));
    }
    bytes_ += kept.size();
}

std::string ZipFile::take() {
    if (zip_close(archive_) != 0) throw broken(zip_strerror(archive_));
    archive_ = nullptr;
    contents_.clear();
    zip_stat_t about;
    zip_stat_init(&about);
    if (zip_source_stat(target_, &about) != 0 || zip_source_open(target_) != 0) throw broken("nothing was written");
    std::string file(about.size, '\0');
    auto const read = zip_source_read(target_, file.data(), file.size());
    zip_source_close(target_);
    if (read < 0 || static_cast<std::size_t>(read) != file.size()) throw broken("what was written cannot be read");
    return file;
}

} // namespace balcao::receipts
