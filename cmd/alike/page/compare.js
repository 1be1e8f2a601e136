"use strict";
(() => {
  const sides = ["a", "b"].map((id) => document.getElementById(id));
  const boxes = sides.map((side) => side.querySelector(".rows"));
  const list = document.querySelector(".list");
  const body = list && list.querySelector("tbody");
  const at = document.querySelector(".at");
  const total = at && at.textContent;
  let current = null;

  // rowsOf returns the rows of a region in a file.
  const rowsOf = (box, n) => {
    const marked = box.querySelectorAll(`[data-r="${n}"], [data-k="${n}"]`);
    return [...new Set([...marked].map((e) => e.closest(".r")))];
  };
  const top = (e) => e.getBoundingClientRect().top;

  // place scrolls a box until an element is y pixels below its top edge.
  const place = (box, e, y) => {
    y = Math.max(0, Math.min(y, box.clientHeight - e.offsetHeight));
    box.scrollTop += top(e) - top(box) - y;
  };

  const mark = (n) => {
    for (const e of document.querySelectorAll(".on")) e.classList.remove("on");
    for (const e of document.querySelectorAll("[aria-current]")) e.removeAttribute("aria-current");
    current = n;
    if (at) at.textContent = n === null ? total : `${n} of ${total}`;
    if (n === null) return;
    for (const e of document.querySelectorAll(`[data-r="${n}"], [data-k="${n}"]`)) e.classList.add("on");
    const item = body && body.querySelector(".on");
    if (!item) return;
    item.setAttribute("aria-current", "true");
    const y = top(item) - top(list);
    const least = 2 * item.offsetHeight; // below the head of the table
    if (y < least || y > list.clientHeight - item.offsetHeight) place(list, item, y < least ? least : list.clientHeight);
  };

  // show marks a region on both sides and scrolls to it: if a row was clicked, its
  // counterpart moves beside it; otherwise both sides go to the start.
  const show = (n, from, row) => {
    mark(n);
    const rows = boxes.map((box) => rowsOf(box, n));
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
    const target = event.target;
    const button = target.closest("[data-sort]");
    if (button) return sort(button);
    const step = target.closest("[data-step]");
    if (step) return go(Number(step.dataset.step));
    const n = numberOf(target.closest("[data-r], [data-k]"));
    if (!n) return jump(target.closest(".map"), event.clientY);
    const row = target.closest(".r");
    if (row && !target.closest("a") && !getSelection().isCollapsed) return; // text is being selected
    event.preventDefault();
    if (row) show(n, boxes.findIndex((box) => box.contains(row)), row);
    else reach(n);
  });

  // reach shows a region, with the files on the screen.
  const reach = (n) => {
    show(n);
    document.querySelector("main").scrollIntoView({block: "nearest"});
  };

  // go shows the next region in the order of the list.
  const go = (by) => {
    const all = [...body.rows];
    const here = all.findIndex((e) => e.dataset.r === current);
    const next = here < 0 ? (by > 0 ? 0 : all.length - 1) : (here + by + all.length) % all.length;
    reach(all[next].dataset.r);
  };

  // jump scrolls a file to the place of a click in its map.
  const jump = (map, y) => {
    if (!map) return;
    const frame = map.getBoundingClientRect();
    const box = boxes[sides.findIndex((side) => side.contains(map))];
    box.scrollTop = (y - frame.top) / frame.height * box.scrollHeight - box.clientHeight / 2;
  };

  // sort puts the list in the order of a key of its rows.
  const sort = (button) => {
    const key = button.dataset.sort;
    body.append(...[...body.rows].sort((x, y) => x.dataset[key] - y.dataset[key]));
    for (const b of list.querySelectorAll("[data-sort]")) b.setAttribute("aria-pressed", b === button);
    mark(current);
  };

  document.addEventListener("keydown", (event) => {
    // On many keyboards, brackets need AltGr.
    if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph")) return;
    const page = {"[": "prev", "]": "next", u: "up"}[event.key];
    const link = page && document.querySelector(`.pages [rel=${page}]`);
    if (link) link.click();
    if (!body) return;
    if (event.key === "n") go(1);
    else if (event.key === "p") go(-1);
    else if (event.key === "Escape") mark(null);
  });

  // see shows in a map which part of its file is on the screen.
  const see = (box, i) => {
    const seen = sides[i].querySelector(".seen");
    seen.setAttribute("y", 1000 * box.scrollTop / box.scrollHeight);
    seen.setAttribute("height", 1000 * box.clientHeight / box.scrollHeight);
  };
  boxes.forEach((box, i) => {
    box.addEventListener("scroll", () => see(box, i), {passive: true});
    new ResizeObserver(() => see(box, i)).observe(box);
  });

  const fromAddress = () => {
    const n = /^#[ab](\d+)$/.exec(location.hash);
    if (n) show(n[1]);
  };
  addEventListener("hashchange", fromAddress);
  if (matchMedia("(max-width: 60rem)").matches) { // the files need the screen
    for (const e of document.querySelectorAll("details")) e.open = false;
  }
  addEventListener("beforeprint", () => {
    for (const e of document.querySelectorAll("details")) e.open = true;
  });
  if (body) {
    document.querySelector(".steps").hidden = false;
    list.querySelector("[data-sort]").setAttribute("aria-pressed", true);
  }
  fromAddress();
})();
