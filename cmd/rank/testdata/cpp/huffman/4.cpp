#include <cstdio>
#include <iostream>
#include <string>
using namespace std;

// the tree is kept in arrays: 0-255 are the bytes, after that the inner nodes
long weight[512];
int leftChild[512];
int rightChild[512];
bool used[512];
string code[256];
int nodes = 256;

// go through the tree and write the codes into the table
void makeCodes(int node, string soFar) {
    if (node < 256) {
        // only one symbol in the file: it needs one bit
        if (soFar == "") {
            soFar = "0";
        }
        code[node] = soFar;
        return;
    }
    makeCodes(leftChild[node], soFar + "0");
    makeCodes(rightChild[node], soFar + "1");
}

// the node with the smallest weight which has no parent
int smallest() {
    int best = -1;
    for (int i = 0; i < nodes; i++) {
        if (weight[i] > 0 && !used[i]) {
            if (best == -1 || weight[i] < weight[best]) {
                best = i;
            }
        }
    }
    return best;
}

void printSymbol(int c) {
    if (c == '\n') {
        printf("  \\n ");
    } else if (c == ' ') {
        printf("space");
    } else if (c > 32 && c < 127) {
        printf("  %c  ", c);
    } else {
        printf(" %3d ", c);
    }
}

int main() {
    string text = "";
    char ch;
    // read all bytes and count them
    while (cin.get(ch)) {
        text = text + ch;
        weight[(unsigned char)ch]++;
    }
    if (text.length() == 0) {
        cout << "no input" << endl;
        return 1;
    }

    // put the two smallest together until only one is left
    int root = 0;
    while (true) {
        int a = smallest();
        used[a] = true;
        int b = smallest();
        if (b == -1) {
            root = a;
            break;
        }
        used[b] = true;
        weight[nodes] = weight[a] + weight[b];
        leftChild[nodes] = a;
        rightChild[nodes] = b;
        nodes++;
    }
    makeCodes(root, "");

    // print the table, short codes first
    printf("symbol  count  code\n");
    for (int length = 1; length < 256; length++) {
        for (int i = 0; i < 256; i++) {
            if ((int)code[i].length() == length) {
                printSymbol(i);
                printf("%8ld  %s\n", weight[i], code[i].c_str());
            }
        }
    }

    // encode
    string bits = "";
    for (size_t i = 0; i < text.length(); i++) {
        bits += code[(unsigned char)text[i]];
    }
    if (bits.length() <= 200) {
        printf("%s\n", bits.c_str());
    } else {
        printf("%s...\n", bits.substr(0, 200).c_str());
    }

    // decode
    string again = "";
    if (root < 256) {
        for (size_t i = 0; i < bits.length(); i++) {
            again += (char)root;
        }
    } else {
        int node = root;
        for (size_t i = 0; i < bits.length(); i++) {
            if (bits[i] == '0') {
                node = leftChild[node];
            } else {
                node = rightChild[node];
            }
            if (node < 256) {
                again += (char)node;
                node = root;
            }
        }
    }
    if (again == text) {
        printf("decoded text is the same\n");
    } else {
        printf("decoded text is DIFFERENT\n");
    }
    printf("%ld bits instead of %ld, %.1f%%\n", (long)bits.length(), (long)text.length() * 8,
           100.0 * bits.length() / (text.length() * 8));
    return 0;
}
