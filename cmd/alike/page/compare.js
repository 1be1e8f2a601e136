"use strict";
(() => {
  const sides = ["a", "b"].map((id) => document.getElementById(id));
  const boxes = sides.map((side) => side.querySelector(".rows"));
  const nav = document.querySelector("nav");
  const body = nav && nav.querySelector("tbody");
  let current = null;

  // rowsOf returns the rows of a region on a side.
  const rowsOf = (side, n) => {
    const marked = side.querySelectorAll(`[data-r="${n}"], [data-k="${n}"]`);
    return [...new Set([...marked].map((e) => e.closest(".r")))];
  };
  const top = (e) => e.getBoundingClientRect().top;

  // place scrolls a file until a row is y pixels below its top edge.
  const place = (box, row, y) => {
    y = Math.max(0, Math.min(y, box.clientHeight - row.offsetHeight));
    box.scrollTop += top(row) - top(box) - y;
  };

  const mark = (n) => {
    for (const e of document.querySelectorAll(".on")) e.classList.remove("on");
    current = n;
    if (n === null) return;
    for (const e of document.querySelectorAll(`[data-r="${n}"], [data-k="${n}"]`)) e.classList.add("on");
    const item = body && body.querySelector(".on");
    if (!item) return;
    const below = item.offsetTop + item.offsetHeight - nav.clientHeight;
    nav.scrollTop = Math.max(below, Math.min(nav.scrollTop, item.offsetTop - item.offsetHeight));
  };

  // show marks a region on both sides and scrolls to it: if a row was clicked, its
  // counterpart moves beside it; otherwise both sides go to the start.
  const show = (n, from, row) => {
    mark(n);
    const rows = sides.map((side) => rowsOf(side, n));
    if (rows.some((r) => r.length === 0)) return;
    if (from === undefined) {
      boxes.forEach((box, i) => place(box, rows[i][0], box.clientHeight / 6));
    } else {
      const k = Math.max(0, rows[from].indexOf(row));
      const other = rows[1 - from];
      const last = rows[from].length - 1;
      const same = last === other.length - 1 ? k : Math.round(k * (other.length - 1) / Math.max(1, last));
      place(boxes[1 - from], other[same], top(row) - top(boxes[from]));
    }
    try {
      history.replaceState(null, "", `#a${n}`);
    } catch {
      // Where the address may not be changed, the page does without.
    }
  };

  const numberOf = (e) => e && (e.dataset.r || e.dataset.k);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sort]");
    if (button) return sort(button);
    const n = numberOf(event.target.closest("[data-r], [data-k]"));
    if (!n) return;
    const row = event.target.closest(".r");
    if (row && !event.target.closest("a") && !getSelection().isCollapsed) return; // text is being selected
    event.preventDefault();
    if (row) {
      show(n, sides.findIndex((side) => side.contains(row)), row);
    } else {
      show(n);
      document.querySelector("main").scrollIntoView({block: "nearest"});
    }
  });

  // sort puts the list in the order of a key of its rows.
  const sort = (button) => {
    const key = button.dataset.sort;
    body.append(...[...body.rows].sort((x, y) => x.dataset[key] - y.dataset[key]));
    for (const b of nav.querySelectorAll("[data-sort]")) b.setAttribute("aria-pressed", b === button);
    mark(current);
  };

  const step = (by) => {
    const all = [...body.rows];
    const at = all.findIndex((e) => e.dataset.r === current);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
    show(all[next].dataset.r);
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !body) return;
    if (event.key === "n") step(1);
    else if (event.key === "p") step(-1);
    else if (event.key === "Escape") mark(null);
  });

  const fromAddress = () => {
    const n = /^#[ab](\d+)$/.exec(location.hash);
    if (n) show(n[1]);
  };
  addEventListener("hashchange", fromAddress);
  fromAddress();
  if (body) {
    document.querySelector(".keys").hidden = false;
    nav.querySelector("[data-sort]").setAttribute("aria-pressed", true);
  }
})();
