#include "sefaz/simulator_folder.hpp"

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace balcao::sefaz {

namespace {

std::filesystem::path lock_of(std::filesystem::path const& folder) { return folder / "simulador.lock"; }
std::filesystem::path address_of(std::filesystem::path const& folder) { return folder / "endereco"; }

} // namespace

SimulatorLock::SimulatorLock(std::filesystem::path folder) : folder_(std::move(folder)) {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    file_ = ::open(lock_of(folder_).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) == 0) {
        std::filesystem::remove(address_of(folder_), error); // of the one before
        return;
    }
    auto const reason = errno;
    if (file_ >= 0) ::close(file_);
    if (reason == EWOULDBLOCK) {
        throw std::runtime_error(
            fmt::format("Outro simulador já usa a pasta {}. Feche-o primeiro ou escolha outra.", folder_.string()));
    }
    throw std::runtime_error(fmt::format("Não foi possível gravar na pasta {}: {}.", folder_.string(),
                                         std::generic_category().message(reason)));
}

SimulatorLock::~SimulatorLock() { ::close(file_); }

void SimulatorLock::publish(SimulatorAddress const& address) const {
    auto const partial = folder_ / "endereco.novo";
    std::ofstream output(partial, std::ios::trunc);
    output << address.services << '\n' << address.control << '\n';
    output.close();
    std::error_code error;
    if (output) std::filesystem::rename(partial, address_of(folder_), error);
    if (!output || error)
        throw std::runtime_error(fmt::format("Não foi possível gravar na pasta {}.", folder_.string()));
}

std::optional<SimulatorAddress> running_simulator(std::filesystem::path const& folder) {
    auto const file = ::open(lock_of(folder).c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) return std::nullopt;
    // Shared: that others look at the same time does not make them believe that one runs.
    bool const is_held = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(file);
    if (!is_held) return std::nullopt;
    SimulatorAddress address;
    std::ifstream input(address_of(folder));
    std::getline(input, address.services);
    std::getline(input, address.control);
    return address;
}

} // namespace balcao::sefaz
