#include "app/server_address.hpp"

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <boost/asio/ip/tcp.hpp>

namespace balcao::app {

namespace {

std::filesystem::path file_in(std::filesystem::path const& data_folder) { return data_folder / "servidor.endereco"; }

} // namespace

ServerAddress::ServerAddress(std::filesystem::path const& data_folder, std::string const& listen_address,
                             std::uint16_t port)
    : file_(file_in(data_folder)) {
    auto const host = listen_address == "0.0.0.0" ? "127.0.0.1" : listen_address == "::" ? "::1" : listen_address;
    std::ofstream output(file_, std::ios::trunc);
    output << host << ' ' << port << '\n';
    output.close();
    if (!output) {
        throw std::runtime_error("O arquivo " + file_.string() +
                                 " não pôde ser gravado. Confira a permissão e o espaço em disco.");
    }
}

ServerAddress::~ServerAddress() {
    std::error_code ignored; // status asks the address anyway
    std::filesystem::remove(file_, ignored);
}

std::optional<Address> server_address(std::filesystem::path const& data_folder) {
    std::ifstream input(file_in(data_folder));
    Address address;
    if (!(input >> address.host >> address.port)) return std::nullopt;
    return address;
}

int ask_readyz(Address const& address) {
    boost::asio::ip::tcp::iostream stream;
    stream.expires_after(std::chrono::seconds{3});
    stream.connect(address.host, std::to_string(address.port));
    stream << "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" << std::flush;
    std::string version;
    int status = 0;
    if (!(stream >> version >> status) || !version.starts_with("HTTP/1.")) return 0;
    return status;
}

} // namespace balcao::app
