/// The script of every page: sortable tables, filters, and a hint where something
/// scrolls. It is a constant, allowed by its hash. Without
/// scripts the page is complete but not sortable. What is added to a page later is given to `enhance`.
package enum PageScript {
  /// SHA-256 of ``text`` in Base64, verified by `Tests/EndToEnd/Pages/check.py` and by browsers.
  static let hash = "KjxUH79N/tgMsKq1UOvrjA4GYQneffZltjygfspoDSg="

  package static let text: StaticString = """
    "use strict";
    const enhance = (root) => {
      for (const table of root.querySelectorAll("table[data-sort]")) {
        const body = table.tBodies[0];
        const rows = [...body.rows];
        const heads = [...table.tHead.rows[0].cells];
        heads.forEach((head, column) => {
          if (head.hasAttribute("data-fixed")) return;
          const isNumber = head.classList.contains("num");
          const button = document.createElement("button");
          button.type = "button";
          button.append(...head.childNodes);
          head.append(button);
          const key = (row) => {
            const cell = row.cells[column];
            if (!isNumber) return cell.textContent.trim().toLowerCase();
            const figure = cell.querySelector("data");
            return figure ? Number(figure.value) : -1;
          };
          button.addEventListener("click", () => {
            const now = head.getAttribute("aria-sort");
            const isUp = now === "descending" || (now === null && !isNumber);
            for (const other of heads) other.removeAttribute("aria-sort");
            head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
            const keyed = rows.map((row, index) => ({ row, index, key: key(row) }));
            keyed.sort((a, b) => {
              const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
              return (isUp ? order : -order) || a.index - b.index;
            });
            body.append(...keyed.map((entry) => entry.row));
          });
        });
      }
      for (const filter of root.querySelectorAll("[data-filter]")) {
        const list = document.getElementById(filter.dataset.filter);
        const rows = [...(list.tBodies ? list.tBodies[0].rows : list.querySelectorAll(":scope > details"))];
        const texts = rows.map((row) => (row.querySelector("summary") || row).textContent.toLowerCase());
        const input = filter.querySelector("input");
        const output = filter.querySelector("output");
        const show = () => {
          const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
          let count = 0;
          rows.forEach((row, index) => {
            row.hidden = !words.every((word) => texts[index].includes(word));
            if (!row.hidden) count += 1;
          });
          output.value = words.length ? `${count} of ${rows.length} shown` : "";
        };
        input.addEventListener("input", show);
        filter.hidden = false;
      }
      // Observers call once at the start, when everything is laid out. All frames are measured before any is changed.
      const widths = new ResizeObserver((entries) => requestAnimationFrame(() => {
        const frames = entries.map((entry) => entry.target);
        const over = frames.map((frame) => frame.scrollWidth > frame.clientWidth + 1);
        frames.forEach((frame, index) => frame.classList.toggle("over", over[index]));
      }));
      for (const frame of root.querySelectorAll(".scroll")) widths.observe(frame);
    };
    enhance(document);
    const reveal = () => {
      const target = document.getElementById(location.hash.slice(1));
      if (target && target.tagName === "DETAILS") target.open = true;
    };
    addEventListener("hashchange", reveal);
    reveal();
    """
}
