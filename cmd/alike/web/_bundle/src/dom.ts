// Elements without markup: text is only ever set as text, styles through the object model.

export type Child = Node | string | false | null | undefined;

type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

// set sets attributes. Functions become listeners, true an empty attribute; false and
// undefined leave the attribute out.
export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value === false || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}

// h makes an element of HTML.
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, attributes);
  append(element, children);
  return element;
}

export function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (child) parent.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
  }
}

// fill replaces the children of an element.
export function fill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

// later calls a function once calls have ceased for a while.
export function later(milliseconds: number, f: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(f, milliseconds);
  };
}

// announce tells screen readers something that happened elsewhere on the page.
export function announce(text: string): void {
  const status = document.getElementById("announcer");
  if (status) status.textContent = text;
}

export const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
