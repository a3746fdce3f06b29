"use strict";
(() => {
  const form = document.querySelector(".controls");
  if (!form) return;
  const query = document.getElementById("query");
  const verdict = document.getElementById("verdict");
  const status = document.getElementById("status");
  const articles = Array.from(document.querySelectorAll("article"));
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  let texts = null;
  let waiting = 0;
  const show = () => {
    texts ??= articles.map((article) => fold(article.textContent));
    const words = fold(query.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    articles.forEach((article, place) => {
      const fits =
        (!verdict.value || article.dataset.verdict.split(" ").includes(verdict.value)) &&
        words.every((word) => texts[place].includes(word));
      if (article.hidden === fits) article.hidden = !fits;
      shown += fits;
    });
    const bags = articles.length === 1 ? "bag" : "bags";
    status.textContent = `${shown.toLocaleString("en")} of ${articles.length.toLocaleString("en")} ${bags} shown`;
  };
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 120);
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  query.addEventListener("input", later);
  verdict.addEventListener("change", show);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== query && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      query.focus();
    } else if (event.key === "Escape" && document.activeElement === query) {
      query.value = "";
      show();
    }
  });
})();
