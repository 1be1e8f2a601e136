'use strict';

const http = require('http');
const { URL } = require('url');

/** A route matches a method and a path with :names in it. */
class Route {
  constructor(method, pattern, handler) {
    this.method = method;
    this.names = [];
    this.handler = handler;
    const source = pattern.replace(/:([a-z]+)/g, (whole, name) => {
      this.names.push(name);
      return '([^/]+)';
    });
    this.expression = new RegExp('^' + source + '$');
  }

  match(method, path) {
    if (method !== this.method) {
      return null;
    }
    const found = this.expression.exec(path);
    if (!found) {
      return null;
    }
    const params = {};
    this.names.forEach((name, i) => {
      params[name] = decodeURIComponent(found[i + 1]);
    });
    return params;
  }
}

class Router {
  constructor(options = {}) {
    this.routes = [];
    this.before = [];
    this.after = [];
    this.limit = options.limit || 1 << 20;
    this.log = options.log || (() => {});
  }

  use(step) {
    this.before.push(step);
    return this;
  }

  finally(step) {
    this.after.push(step);
    return this;
  }

  get(pattern, handler) {
    this.routes.push(new Route('GET', pattern, handler));
    return this;
  }

  post(pattern, handler) {
    this.routes.push(new Route('POST', pattern, handler));
    return this;
  }

  remove(pattern, handler) {
    this.routes.push(new Route('DELETE', pattern, handler));
    return this;
  }

  find(method, path) {
    for (const route of this.routes) {
      const params = route.match(method, path);
      if (params) {
        return { route, params };
      }
    }
    return null;
  }

  async handle(request, response) {
    const url = new URL(request.url, 'http://localhost');
    const found = this.find(request.method, url.pathname);
    const context = { request, response, query: url.searchParams, params: {}, started: Date.now() };
    try {
      for (const step of this.before) {
        if ((await step(context)) === false) {
          return;
        }
      }
      if (!found) {
        send(response, 404, { error: `nothing is at ${url.pathname}` });
        return;
      }
      context.params = found.params;
      if (request.method === 'POST') {
        context.body = await this.read(request);
      }
      const result = await found.route.handler(context);
      if (result !== undefined) {
        send(response, 200, result);
      }
    } catch (error) {
      // Errors carry the status that they want to be told with.
      send(response, error.status || 500, { error: error.message });
      this.log(error);
    } finally {
      for (const step of this.after) {
        await step(context);
      }
    }
  }

  read(request) {
    return new Promise((resolve, reject) => {
      const pieces = [];
      let size = 0;
      request.on('data', (piece) => {
        size += piece.length;
        if (size > this.limit) {
          reject(Object.assign(new Error('too large'), { status: 413 }));
          request.destroy();
          return;
        }
        pieces.push(piece);
      });
      request.on('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(pieces).toString('utf8') || 'null'));
        } catch (error) {
          reject(Object.assign(error, { status: 400 }));
        }
      });
      request.on('error', reject);
    });
  }

  listen(port) {
    const server = http.createServer((request, response) => this.handle(request, response));
    return new Promise((resolve) => server.listen(port, () => resolve(server)));
  }
}

function send(response, status, value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': typeof value === 'string' ? 'text/plain' : 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

module.exports = { Router, Route, send };
