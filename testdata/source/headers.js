/**
 * Parsing of HTTP/1.1 message heads, byte by byte, for places where node's own
 * parser is not to be had. Written for old engines: no classes, no arrows.
 *
 *     var parser = new HeadParser({ maxSize: 16384 });
 *     var head = parser.push(chunk);   // null until the head is complete
 */
(function (root, factory) {
    if (typeof module === 'object' && module.exports) {
        module.exports = factory();
    } else {
        root.httpHeaders = factory();
    }
}(this, function () {
    'use strict';

    var TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
    var REQUEST = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) (\S+) HTTP\/(\d)\.(\d)$/;
    var STATUS = /^HTTP\/(\d)\.(\d) (\d{3})(?: (.*))?$/;

    // Headers whose values must not be joined with commas.
    var ALONE = { 'set-cookie': true, 'cookie': true };
    // Headers that may come once only.
    var ONCE = ['content-length', 'content-type', 'host', 'authorization', 'location', 'date'];

    function HttpError(status, message) {
        this.name = 'HttpError';
        this.status = status;
        this.message = message;
        this.stack = new Error(message).stack;
    }
    HttpError.prototype = Object.create(Error.prototype);
    HttpError.prototype.constructor = HttpError;

    /* Headers: names in any case, values in the order in which they came. */

    function Headers() {
        this._values = Object.create(null);
        this._names = [];
    }

    Headers.prototype.add = function (name, value) {
        var key = name.toLowerCase();
        if (!this._values[key]) {
            this._values[key] = [];
            this._names.push(name);
        } else if (ONCE.indexOf(key) >= 0 && this._values[key][0] !== value) {
            throw new HttpError(400, name + ' is given twice');
        }
        this._values[key].push(value);
        return this;
    };

    Headers.prototype.get = function (name) {
        var values = this._values[name.toLowerCase()];
        if (!values) { return undefined; }
        return ALONE[name.toLowerCase()] ? values[0] : values.join(', ');
    };

    Headers.prototype.all = function (name) {
        return (this._values[name.toLowerCase()] || []).slice();
    };

    Headers.prototype.has = function (name) {
        return name.toLowerCase() in this._values;
    };

    Headers.prototype.forEach = function (callback, self) {
        for (var i = 0; i < this._names.length; i++) {
            var values = this.all(this._names[i]);
            for (var j = 0; j < values.length; j++) {
                callback.call(self, values[j], this._names[i]);
            }
        }
    };

    Headers.prototype.toString = function () {
        var lines = [];
        this.forEach(function (value, name) {
            lines.push(name + ': ' + value + '\r\n');
        });
        return lines.join('');
    };

    /**
     * Splits a list at commas that are not inside of quotes.
     */
    function splitList(text, separator) {
        var items = [], start = 0, quoted = false;
        for (var i = 0; i <= text.length; i++) {
            var c = text.charAt(i);
            if (quoted && c === '\\') {
                i++;
            } else if (c === '"') {
                quoted = !quoted;
            } else if (i === text.length || (!quoted && c === separator)) {
                var item = text.slice(start, i).trim();
                if (item) { items.push(item); }
                start = i + 1;
            }
        }
        return items;
    }

    function unquote(text) {
        if (text.length < 2 || text.charAt(0) !== '"' || text.charAt(text.length - 1) !== '"') {
            return text;
        }
        return text.slice(1, -1).replace(/\\(.)/g, '$1');
    }

    /* RFC 8187: filename*=UTF-8''na%C3%AFve.txt */
    function decodeExtended(text) {
        var parts = /^([^']*)'[^']*'(.*)$/.exec(text);
        if (!parts) { return text; }
        if (parts[1].toLowerCase() === 'utf-8') {
            try {
                return decodeURIComponent(parts[2]);
            } catch (e) {
                return parts[2];
            }
        }
        return unescape(parts[2]);
    }

    /**
     * "text/html; charset=utf-8" becomes { value: "text/html", parameters: { charset: "utf-8" } }.
     */
    function parseParameters(text) {
        var pieces = splitList(text, ';');
        var result = { value: pieces.shift() || '', parameters: {} };
        var extended = {};
        pieces.forEach(function (piece) {
            var at = piece.indexOf('=');
            if (at < 0) {
                result.parameters[piece.toLowerCase()] = '';
                return;
            }
            var name = piece.slice(0, at).trim().toLowerCase();
            var value = unquote(piece.slice(at + 1).trim());
            if (name.charAt(name.length - 1) === '*') {
                extended[name.slice(0, -1)] = decodeExtended(value);
            } else if (!(name in result.parameters)) {
                result.parameters[name] = value;
            }
        });
        for (var key in extended) {
            if (Object.prototype.hasOwnProperty.call(extended, key)) {
                result.parameters[key] = extended[key];
            }
        }
        return result;
    }

    /**
     * Accept, Accept-Language and their kin, the most wanted first.
     */
    function parseAccept(text) {
        return splitList(text || '*', ',').map(function (item, i) {
            var parsed = parseParameters(item);
            var q = parseFloat(parsed.parameters.q);
            return { value: parsed.value.toLowerCase(), q: isNaN(q) ? 1 : Math.min(Math.max(q, 0), 1), i: i };
        }).filter(function (item) {
            return item.q > 0;
        }).sort(function (a, b) {
            return b.q - a.q || specificity(b.value) - specificity(a.value) || a.i - b.i;
        }).map(function (item) {
            return item.value;
        });
    }

    function specificity(value) {
        if (value === '*' || value === '*/*') { return 0; }
        return /\/\*$/.test(value) ? 1 : 2;
    }

    function negotiate(accept, offered) {
        var wanted = parseAccept(accept);
        for (var i = 0; i < wanted.length; i++) {
            for (var j = 0; j < offered.length; j++) {
                var prefix = wanted[i].replace(/\*(\/\*)?$/, '');
                var offer = offered[j].toLowerCase();
                if (offer === wanted[i] || (prefix !== wanted[i] && offer.indexOf(prefix) === 0)) {
                    return offered[j];
                }
            }
        }
        return null;
    }

    function parseCookies(text) {
        var cookies = {};
        splitList(text || '', ';').forEach(function (pair) {
            var at = pair.indexOf('=');
            if (at > 0 && !(pair.slice(0, at) in cookies)) {
                cookies[pair.slice(0, at)] = unquote(pair.slice(at + 1));
            }
        });
        return cookies;
    }

    /**
     * "bytes=0-99,-500" for a body of some size: a list of [first, last], or null
     * where nothing of it can be met.
     */
    function parseRange(text, size) {
        if (!/^bytes=/.test(text)) { return null; }
        var ranges = [];
        var bad = splitList(text.slice(6), ',').some(function (spec) {
            var m = /^(\d*)-(\d*)$/.exec(spec);
            if (!m || (m[1] === '' && m[2] === '')) { return true; }
            var first = m[1] === '' ? Math.max(0, size - Number(m[2])) : Number(m[1]);
            var last = m[1] === '' || m[2] === '' ? size - 1 : Math.min(Number(m[2]), size - 1);
            if (first <= last && first < size) { ranges.push([first, last]); }
            return false;
        });
        return bad || ranges.length === 0 ? null : ranges;
    }

    function HeadParser(options) {
        options = options || {};
        this.maxSize = options.maxSize || 8192;
        this.maxCount = options.maxCount || 100;
        this.rest = '';
        this.size = 0;
        this.lines = [];
    }

    /** Takes text in latin1. Returns the head when its empty line has come. */
    HeadParser.prototype.push = function (text) {
        this.size += text.length;
        this.rest += text;
        for (;;) {
            var end = this.rest.indexOf('\n');
            if (end < 0) { break; }
            var line = this.rest.slice(0, end).replace(/\r$/, '');
            this.rest = this.rest.slice(end + 1);
            if (line === '' && this.lines.length > 0) {
                return this.finish();
            }
            if (line !== '') { this.lines.push(line); }
        }
        if (this.size > this.maxSize) {
            throw new HttpError(431, 'the head is larger than ' + this.maxSize + ' bytes');
        }
        return null;
    };

    HeadParser.prototype.finish = function () {
        var head = this.firstLine(this.lines[0]);
        head.headers = new Headers();
        if (this.lines.length - 1 > this.maxCount) {
            throw new HttpError(431, 'more than ' + this.maxCount + ' headers');
        }
        for (var i = 1; i < this.lines.length; i++) {
            this.field(this.lines[i], head.headers);
        }
        head.rest = this.rest;
        head.body = bodyLength(head);
        head.keepAlive = keepsAlive(head);
        this.lines = [];
        this.rest = '';
        this.size = 0;
        return head;
    };

    HeadParser.prototype.firstLine = function (line) {
        var m = REQUEST.exec(line);
        if (m) {
            return { method: m[1], target: m[2], version: [+m[3], +m[4]] };
        }
        m = STATUS.exec(line);
        if (m) {
            return { status: +m[3], reason: m[4] || '', version: [+m[1], +m[2]] };
        }
        throw new HttpError(400, 'neither a request nor a response: ' + JSON.stringify(line.slice(0, 60)));
    };

    HeadParser.prototype.field = function (line, headers) {
        if (/^[ \t]/.test(line)) {
            throw new HttpError(400, 'a header goes on in a second line'); // request smuggling
        }
        var colon = line.indexOf(':');
        var name = line.slice(0, colon);
        if (colon < 1 || !TOKEN.test(name)) {
            throw new HttpError(400, 'no name of a header: ' + JSON.stringify(line.slice(0, 60)));
        }
        var value = line.slice(colon + 1).trim();
        if (/[\x00-\x08\x0a-\x1f\x7f]/.test(value)) {
            throw new HttpError(400, 'control characters in ' + name);
        }
        headers.add(name, value);
    };

    function bodyLength(head) {
        var encoding = head.headers.get('transfer-encoding');
        var length = head.headers.get('content-length');
        if (encoding !== undefined) {
            if (length !== undefined) { throw new HttpError(400, 'two lengths of the body'); }
            if (!/(^|,\s*)chunked$/i.test(encoding)) { throw new HttpError(501, 'unknown encoding ' + encoding); }
            return 'chunked';
        }
        if (length === undefined) {
            return head.method ? 0 : 'close';
        }
        if (!/^\d{1,15}$/.test(length.split(/,\s*/)[0])) {
            throw new HttpError(400, 'no length: ' + length);
        }
        return parseInt(length, 10);
    }

    function keepsAlive(head) {
        var wanted = splitList((head.headers.get('connection') || '').toLowerCase(), ',');
        var recent = head.version[0] > 1 || (head.version[0] === 1 && head.version[1] >= 1);
        return recent ? wanted.indexOf('close') < 0 : wanted.indexOf('keep-alive') >= 0;
    }

    return {
        HeadParser: HeadParser,
        Headers: Headers,
        HttpError: HttpError,
        negotiate: negotiate,
        parseAccept: parseAccept,
        parseCookies: parseCookies,
        parseParameters: parseParameters,
        parseRange: parseRange
    };
}));
