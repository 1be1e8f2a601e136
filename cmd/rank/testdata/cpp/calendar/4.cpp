#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

// an appointment, times are minutes of one day
struct Entry {
    int start;
    int end;
    string title;
};

vector<Entry> entries;

// "9:30" gives 570, wrong text gives -1
int readTime(string text) {
    int h, m;
    char colon;
    istringstream in(text);
    if (!(in >> h >> colon >> m)) {
        return -1;
    }
    if (colon != ':' || h < 0 || h > 24 || m < 0 || m > 59 || h * 60 + m > 1440) {
        return -1;
    }
    return h * 60 + m;
}

string showTime(int t) {
    string text = "";
    if (t / 60 < 10) {
        text = text + "0";
    }
    text = text + to_string(t / 60) + ":";
    if (t % 60 < 10) {
        text = text + "0";
    }
    text = text + to_string(t % 60);
    return text;
}

// bubble sort by the start
void sortEntries(vector<Entry> &list) {
    for (size_t i = 0; i < list.size(); i++) {
        for (size_t j = 0; j + 1 < list.size(); j++) {
            if (list[j].start > list[j + 1].start) {
                Entry help = list[j];
                list[j] = list[j + 1];
                list[j + 1] = help;
            }
        }
    }
}

// all busy times without overlapping
vector<Entry> merged() {
    vector<Entry> result;
    sortEntries(entries);
    for (size_t i = 0; i < entries.size(); i++) {
        if (result.size() == 0) {
            result.push_back(entries[i]);
        } else if (entries[i].start <= result[result.size() - 1].end) {
            if (entries[i].end > result[result.size() - 1].end) {
                result[result.size() - 1].end = entries[i].end;
            }
        } else {
            result.push_back(entries[i]);
        }
    }
    return result;
}

int main() {
    string line;
    while (getline(cin, line)) {
        istringstream in(line);
        string command, a, b;
        if (!(in >> command)) {
            continue;
        }
        if (command == "book" || command == "free") {
            in >> a >> b;
            int start = readTime(a);
            int end = readTime(b);
            if (start < 0 || end < 0 || start >= end) {
                cout << "bad time" << endl;
                continue;
            }
            if (command == "book") {
                Entry e;
                e.start = start;
                e.end = end;
                getline(in >> ws, e.title);
                // tell about conflicts but book anyway
                for (size_t i = 0; i < entries.size(); i++) {
                    if (entries[i].start < end && start < entries[i].end) {
                        cout << "conflict with " << entries[i].title << endl;
                    }
                }
                entries.push_back(e);
            } else {
                // cut the time out of all entries
                vector<Entry> rest;
                for (size_t i = 0; i < entries.size(); i++) {
                    Entry e = entries[i];
                    if (e.end <= start || e.start >= end) {
                        rest.push_back(e);
                    } else {
                        if (e.start < start) {
                            Entry left = e;
                            left.end = start;
                            rest.push_back(left);
                        }
                        if (e.end > end) {
                            Entry right = e;
                            right.start = end;
                            rest.push_back(right);
                        }
                    }
                }
                entries = rest;
            }
        } else if (command == "cancel") {
            string title;
            getline(in >> ws, title);
            int removed = 0;
            size_t i = 0;
            while (i < entries.size()) {
                if (entries[i].title == title) {
                    entries.erase(entries.begin() + i);
                    removed++;
                } else {
                    i++;
                }
            }
            cout << removed << " cancelled" << endl;
        } else if (command == "slot") {
            // slot MINUTES FROM TO
            int minutes = 0;
            in >> minutes >> a >> b;
            int from = readTime(a);
            int to = readTime(b);
            if (minutes <= 0 || from < 0 || to < 0) {
                cout << "bad time" << endl;
                continue;
            }
            int t = from;
            vector<Entry> busy = merged();
            for (size_t i = 0; i < busy.size(); i++) {
                if (busy[i].start < t + minutes && busy[i].end > t) {
                    t = busy[i].end;
                }
            }
            if (t + minutes <= to) {
                cout << "free " << showTime(t) << " - " << showTime(t + minutes) << endl;
            } else {
                cout << "no free time" << endl;
            }
        } else if (command == "conflicts") {
            sortEntries(entries);
            for (size_t i = 0; i < entries.size(); i++) {
                for (size_t j = i + 1; j < entries.size(); j++) {
                    if (entries[j].start < entries[i].end) {
                        cout << entries[i].title << " and " << entries[j].title << endl;
                    }
                }
            }
        } else if (command == "busy" || command == "list") {
            vector<Entry> list = merged();
            if (command == "list") {
                list = entries;
            }
            for (size_t i = 0; i < list.size(); i++) {
                cout << showTime(list[i].start) << " - " << showTime(list[i].end);
                if (command == "list") {
                    cout << " " << list[i].title;
                }
                cout << endl;
            }
        } else {
            cout << "unknown command " << command << endl;
        }
    }
    return 0;
}
