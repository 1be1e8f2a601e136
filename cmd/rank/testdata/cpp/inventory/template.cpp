#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

class Inventory;
void execute(Inventory &inventory, const std::vector<std::string> &words, std::ostream &out);

std::vector<std::string> split(const std::string &line) {
    std::istringstream in(line);
    std::vector<std::string> words;
    std::string word;
    while (in >> word) {
        words.push_back(word);
    }
    return words;
}

int parseCount(const std::string &text) {
    std::size_t used = 0;
    int value = std::stoi(text, &used);
    if (used != text.size() || value < 0) {
        throw std::invalid_argument("bad count " + text);
    }
    return value;
}
