#include "nfce/cli.hpp"

#include <iostream>

int main(int argc, char** argv) {
    return balcao::nfce::nfce_main({argv + 1, argv + argc}, std::cin, std::cout, std::cerr);
}
