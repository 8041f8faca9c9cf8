#include "platform/db/files.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "platform/db/database.hpp"

namespace balcao::db {

namespace {

[[noreturn]] void fail(std::string_view doing, std::string const& path) {
    throw Away(fmt::format("Não foi possível {} {}: {}", doing, path, std::generic_category().message(errno)));
}

void sync(std::string const& path, int flags) {
    auto const descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
    if (descriptor < 0) fail("abrir", path);
    auto const result = ::fsync(descriptor);
    ::close(descriptor);
    if (result != 0) fail("gravar", path);
}

} // namespace

bool create_private(std::string const& path) {
    auto const descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0 && errno != EEXIST) fail("criar", path);
    if (descriptor >= 0) ::close(descriptor);
    return descriptor >= 0;
}

void sync_file(std::string const& path) { sync(path, O_RDONLY); }

void sync_folder_of(std::string const& path) {
    auto const folder = std::filesystem::path(path).parent_path();
    sync(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
}

void rename_file(std::string const& from, std::string const& to) {
    if (std::rename(from.c_str(), to.c_str()) != 0) fail("renomear", from);
}

void replace_keeping(std::string const& from, std::string const& path, std::string const& kept) {
    if (::link(path.c_str(), kept.c_str()) == 0) {
        rename_file(from, path);
        return;
    }
    rename_file(path, kept);
    try {
        rename_file(from, path);
    } catch (Away const&) {
        rename_file(kept, path);
        throw;
    }
}

NewFile::NewFile(std::string path) : path_(std::move(path)), partial_(path_ + ".partial") {
    if (!create_private(path_)) throw Error(fmt::format("O arquivo {} já existe: escolha outro nome.", path_));
    ::unlink(partial_.c_str()); // of an attempt that was killed
    create_private(partial_);
}

NewFile::~NewFile() {
    if (published_) return;
    ::unlink(partial_.c_str());
    ::unlink(path_.c_str());
}

void NewFile::publish() {
    sync_file(partial_);
    rename_file(partial_, path_);
    published_ = true;
    sync_folder_of(path_);
}

} // namespace balcao::db
