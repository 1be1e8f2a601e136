// A sortable table over an array of rows, without any library.

export function compare(a, b) {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

export class Table {
  constructor(element, columns, rows) {
    this.element = element;
    this.columns = columns;
    this.rows = rows.slice();
    this.order = { column: null, ascending: true };
    this.filter = '';
    this.page = 0;
    this.size = 50;
    this.listeners = new Map();
  }

  on(name, listener) {
    if (!this.listeners.has(name)) this.listeners.set(name, []);
    this.listeners.get(name).push(listener);
  }

  emit(name, ...args) {
    for (const listener of this.listeners.get(name) || []) listener(...args);
  }

  sort(column) {
    if (this.order.column === column) {
      this.order.ascending = !this.order.ascending;
    } else {
      this.order = { column, ascending: true };
    }
    const sign = this.order.ascending ? 1 : -1;
    this.rows.sort((x, y) => sign * compare(x[column], y[column]));
    this.page = 0;
    this.draw();
    this.emit('sort', column, this.order.ascending);
  }

  search(text) {
    this.filter = text.trim().toLowerCase();
    this.page = 0;
    this.draw();
  }

  visible() {
    if (!this.filter) return this.rows;
    return this.rows.filter((row) =>
      this.columns.some((c) => String(row[c.key]).toLowerCase().includes(this.filter)));
  }

  pages() {
    return Math.max(1, Math.ceil(this.visible().length / this.size));
  }

  turn(by) {
    const wanted = this.page + by;
    if (wanted < 0 || wanted >= this.pages()) return false;
    this.page = wanted;
    this.draw();
    return true;
  }

  header() {
    const row = document.createElement('tr');
    for (const column of this.columns) {
      const cell = document.createElement('th');
      cell.textContent = column.title;
      if (this.order.column === column.key) {
        cell.className = this.order.ascending ? 'up' : 'down';
      }
      cell.addEventListener('click', () => this.sort(column.key));
      row.appendChild(cell);
    }
    return row;
  }

  body() {
    const fragment = document.createDocumentFragment();
    const start = this.page * this.size;
    for (const data of this.visible().slice(start, start + this.size)) {
      const row = document.createElement('tr');
      for (const column of this.columns) {
        const cell = document.createElement('td');
        const value = data[column.key];
        cell.textContent = column.format ? column.format(value) : String(value ?? '');
        if (typeof value === 'number') cell.style.textAlign = 'right';
        row.appendChild(cell);
      }
      row.addEventListener('dblclick', () => this.emit('open', data));
      fragment.appendChild(row);
    }
    return fragment;
  }

  draw() {
    const table = document.createElement('table');
    table.appendChild(this.header());
    table.appendChild(this.body());
    this.element.replaceChildren(table, this.footer());
  }

  footer() {
    const footer = document.createElement('p');
    const total = this.visible().length;
    footer.textContent = `page ${this.page + 1} of ${this.pages()}, ${total} rows`;
    for (const [label, by] of [['<', -1], ['>', 1]]) {
      const button = document.createElement('button');
      button.textContent = label;
      button.disabled = this.page + by < 0 || this.page + by >= this.pages();
      button.addEventListener('click', () => this.turn(by));
      footer.appendChild(button);
    }
    return footer;
  }

  toCSV() {
    const quote = (value) => {
      const text = String(value ?? '');
      return /[",\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
    };
    const lines = [this.columns.map((c) => quote(c.title)).join(',')];
    for (const row of this.visible()) {
      lines.push(this.columns.map((c) => quote(row[c.key])).join(','));
    }
    return lines.join('\n');
  }
}
