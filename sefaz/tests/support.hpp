#pragma once
// What several test files need.

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "sefaz/client.hpp"
#include "sefaz/simulator.hpp"

namespace balcao::sefaz::test {

/// A folder that goes with it.
class Folder {
public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "balcao-sefaz-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
        path_ = pattern;
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;
    std::filesystem::path const& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// A simulator that serves on a thread of its own.
class Running {
public:
    explicit Running(SimulatorOptions options = {.port = 0}) : simulator(with_folder(std::move(options), folder)) {
        thread_ = std::thread([this] { simulator.run(); });
    }
    ~Running() {
        simulator.stop();
        thread_.join();
    }
    Running(Running const&) = delete;
    Running& operator=(Running const&) = delete;

    std::string url(std::string const& service, std::string const& host = "127.0.0.1") const {
        return "https://" + host + ":" + std::to_string(simulator.port()) + "/ws/" + service;
    }

    Folder folder;
    Simulator simulator;

private:
    static SimulatorOptions with_folder(SimulatorOptions options, Folder const& folder) {
        options.folder = folder.path();
        return options;
    }
    std::thread thread_;
};

inline constexpr auto cnpj = "11222333000181";
inline constexpr auto other_cnpj = "12ABC34501DE35";
inline constexpr std::int64_t day = 24 * 60 * 60;

inline nfce::Certificate issued(TestAuthority const& authority, std::string const& to = cnpj, std::int64_t from = -day,
                                std::int64_t until = 365 * day) {
    auto const now = static_cast<std::int64_t>(std::time(nullptr));
    return authority.issue(
        {.name = "Lajes São José Ltda", .cnpj = to, .valid_from = now + from, .valid_to = now + until});
}

inline std::string status_message() { return nfce::status_message(2, "35"); }

} // namespace balcao::sefaz::test
