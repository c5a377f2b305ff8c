// The charts of a session: one cursor for all of them, moved by keys, a tap on a chart, or the address.
import { read } from "../reading/reading.js";
import { entryAt, place, tell } from "./cursor.js";
import { offer } from "./downloads.js";

const dress = (page) => {
  const slider = page.querySelector("#at");
  if (!slider) return;
  const show = () => {
    const at = Number(slider.value);
    page.querySelector("output").textContent = at;
    const look = page.querySelector("[data-look]");
    look.querySelector("[data-at]").textContent = at;
    look.href = look.href.replace(/at=\d+/, `at=${at}`);
    for (const link of page.querySelectorAll('nav a[href*="at="], h2 a')) {
      link.href = link.href.replace(/at=\d+/, `at=${at}`);
    }
    for (const figure of page.querySelectorAll(".figure")) {
      const svg = figure.querySelector("svg.chart");
      if (svg) place(svg, at);
      tell(figure, at);
    }
  };
  const keep = () => {
    const address = new URL(location.href);
    address.searchParams.set("at", slider.value);
    history.replaceState(null, "", address);
  };
  slider.addEventListener("input", show);
  slider.addEventListener("change", keep);
  for (const svg of page.querySelectorAll("svg.chart")) {
    svg.addEventListener("click", ({ clientX, target }) => {
      if (target.closest("a")) return;
      slider.value = entryAt(svg, clientX);
      show();
      keep();
    });
  }
  offer(page);
};

read(dress);
