#pragma once
// Files that appear whole or not at all.

#include <string>

namespace balcao::db {

// All of these throw Away with a sentence for the operator.

/// Makes an empty file that only its owner may read. False when there is one already.
bool create_private(std::string const& path);
void sync_file(std::string const& path);
/// Makes renames and new names in the folder of `path` durable.
void sync_folder_of(std::string const& path);
void rename_file(std::string const& from, std::string const& to);
/// Puts `from` in the place of `path`, whose file goes on under the new name `kept`. At no moment is there nothing
/// under `path`, except on file systems without hard links.
void replace_keeping(std::string const& from, std::string const& path, std::string const& kept);

/// Claims a name, lets a half-made file grow beside it under another name, and puts it in place at the end. Without
/// publish() nothing is left. Throws Error when the name is taken.
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
