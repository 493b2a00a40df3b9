"use strict";
(() => {
  const trace = JSON.parse(document.getElementById("trace").textContent);
  const figures = {
    K: "\u2654", Q: "\u2655", R: "\u2656", B: "\u2657", N: "\u2658", P: "\u2659",
    k: "\u265a", q: "\u265b", r: "\u265c", b: "\u265d", n: "\u265e", p: "\u265f",
  };
  const byId = (id) => document.getElementById(id);
  let chosen = null;

  // The board of a FEN's first field; squares of the last move have a frame.
  function drawBoard(placement, squares) {
    const board = byId("board");
    board.replaceChildren();
    placement.split("/").forEach((rank, down) => {
      const row = board.insertRow();
      let file = 0;
      const put = (letter) => {
        const cell = row.insertCell();
        const name = "abcdefgh"[file] + (8 - down);
        cell.className = (file + down) % 2 ? "dark" : "light";
        if (squares.includes(name)) cell.classList.add("last");
        cell.textContent = trace.variant === "chess" ? figures[letter] || "" : letter;
        file += 1;
      };
      for (const c of rank) {
        if (c === "~") continue;
        if (c >= "1" && c <= "8") for (let i = 0; i < Number(c); i += 1) put("");
        else put(c);
      }
    });
  }

  function choose(node, element) {
    if (chosen) chosen.classList.remove("chosen");
    chosen = element;
    chosen.classList.add("chosen");
    if (node.board) drawBoard(node.board, node.move ? [node.move.slice(0, 2), node.move.slice(2, 4)] : []);
    byId("line").textContent = node.line;
    byId("because").textContent = node.because;
    const facts = byId("facts");
    facts.replaceChildren();
    for (const [name, value] of node.facts) {
      facts.append(Object.assign(document.createElement("dt"), { textContent: name }));
      facts.append(Object.assign(document.createElement("dd"), { textContent: value }));
    }
    byId("rest").replaceChildren(
      ...node.rest.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
    );
  }

  function label(node) {
    const element = document.createElement(node.children.length ? "summary" : "span");
    element.className = node.class;
    const name = Object.assign(document.createElement("b"), { textContent: node.name });
    element.append(name, " " + node.score + "  " + node.verdict);
    element.addEventListener("click", () => choose(node, element));
    return element;
  }

  // Children are made when they are first wanted, so that large trees open at once.
  function show(node, parent) {
    const element = label(node);
    if (!node.children.length) {
      element.classList.add("leaf");
      parent.append(element);
      return element;
    }
    const details = document.createElement("details");
    details.append(element);
    let made = false;
    const make = () => {
      if (made || !details.open) return;
      made = true;
      for (const child of node.children) show(child, details);
      if (node.more) {
        const more = Object.assign(document.createElement("span"), { className: "leaf more", textContent: node.more });
        details.append(more);
      }
    };
    details.addEventListener("toggle", make);
    if (node.open) {
      details.open = true;
      make();
    }
    parent.append(details);
    return element;
  }

  const root = show(trace.root, byId("tree"));
  choose(trace.root, root);
})();
