#pragma once
// Atomic creation and replacement of files.

#include <string>

namespace balcao::db {

// All of these throw Away with a sentence for the operator.

/// Creates an empty file readable by its owner only. False if it exists.
bool create_private(std::string const& path);
void sync_file(std::string const& path);
/// Syncs the folder of `path`, so that renames and new names are durable.
void sync_folder_of(std::string const& path);
void rename_file(std::string const& from, std::string const& to);
/// Renames `from` to `path`; the old file keeps the new name `kept`. `path` exists at every moment, except on file
/// systems without hard links.
void replace_keeping(std::string const& from, std::string const& path, std::string const& kept);

/// Claims a name, writes to a temporary file beside it, and publishes it at the end; without publish() nothing stays.
/// Throws Error if the name is taken.
class NewFile {
public:
    explicit NewFile(std::string path);
    ~NewFile();
    NewFile(NewFile const&) = delete;
    NewFile& operator=(NewFile const&) = delete;

    std::string const& partial() const { return partial_; }
    void publish();

private:
    std::string const path_;
    std::string const partial_;
    bool published_ = false;
};

} // namespace balcao::db
