#include "app/simulator_command.hpp"

#include <iostream>
#include <stdexcept>

namespace balcao::app {

void run_simulator(sefaz::SimulatorOptions const& options, std::vector<std::string> const& behaviours) {
    sefaz::Simulator simulator(options);
    for (auto const& behaviour : behaviours) {
        if (auto const set = simulator.behaviours().set(behaviour); !set)
            throw std::runtime_error("--set: " + set.error());
    }
    if (simulator.control_port() != 0) {
        std::cout << "Comportamento do simulador em http://127.0.0.1:" << simulator.control_port()
                  << "/simulador/comportamento\n";
    }
    // Last: who reads this line may call.
    std::cout << "Simulador da SEFAZ em https://127.0.0.1:" << simulator.port() << std::endl;
    simulator.run_until_signal();
}

} // namespace balcao::app
