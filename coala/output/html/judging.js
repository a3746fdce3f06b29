"use strict";
// The page on which somebody judges without COALA. An answer is kept under the fingerprint of its bag:
//   { verdict, changes: { key: verdict }, tags: [], note, time, seconds }
// The browser keeps the answers of this review in a database of their own. An answer counts as given when it is on the
// disk. Two pages of one browser share the database, and the newer answer counts.
(() => {
  const FORMAT = "coala-answers/1";
  const LEAST_VISIBLE = 150; // milliseconds: a key that comes sooner was meant for the bag before
  const LONGEST_STORING = 3000; // milliseconds: a browser that is slower counts as one that keeps nothing
  const LONGEST_LINE = 1000000; // characters, as coala import has it
  const MOST_EXAMPLES = 10; // lines that are named when a file is loaded
  const get = (name) => document.getElementById(name);
  const articles = Array.from(document.querySelectorAll("article"));
  const review = document.body.dataset.review;
  const sides = document.body.dataset.sides;
  // Pages with other sides have other answers.
  const place = `coala-answers/${review}${sides && `/${sides}`}`;
  const buttons = Array.from(document.querySelectorAll("[data-answer]"));
  const titles = new Map(buttons.map((button) => [button.dataset.answer, button.textContent.replace(/\d\s*$/, "").trim()]));
  const tagBoxes = Array.from(document.querySelectorAll("#why input[type=checkbox]"));
  let answers = {}; // by fingerprint
  let current = 0;
  let shownAt = 0;
  let lastAnswered = null; // the number of the article that the row "why?" is about
  const undone = []; // [article, former answer or null]
  const unstored = new Set(); // the fingerprints of answers that the browser does not have yet
  let isKept = true; // false if the browser does not keep answers
  let isSaved = true;
  let isAnswering = false; // an answer is on its way to the disk

  const fingerprintOf = (number) => articles[number].dataset.fingerprint;
  const answerOf = (number) => answers[fingerprintOf(number)];
  const isAnswered = (answer) => Boolean(answer && (answer.verdict || Object.keys(answer.changes || {}).length));
  const countAnswered = () => articles.filter((_, number) => isAnswered(answerOf(number))).length;
  const titleOf = (number) => articles[number].querySelector(".title").textContent;

  const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
  const say = (text) => {
    get("message").textContent = text;
    get("message").hidden = !text;
  };

  // Keeping: what another page of this browser stored meanwhile is merged, and the newer answer counts.
  const merge = (others) => {
    for (const [name, answer] of Object.entries(others)) {
      if (!answers[name] || answer.time > answers[name].time) answers[name] = answer;
    }
  };
  const openDatabase = () =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(place);
      request.onupgradeneeded = () => request.result.createObjectStore("answers");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const mergeInto = (database) =>
    new Promise((resolve, reject) => {
      // One transaction reads and writes, so that no page overwrites what another has just stored.
      const transaction = database.transaction("answers", "readwrite", { durability: "strict" });
      const kept = transaction.objectStore("answers");
      const names = kept.getAllKeys();
      const values = kept.getAll();
      const stored = new Map();
      values.onsuccess = () => {
        const { reviewer, ...others } = Object.fromEntries(names.result.map((name, row) => [name, values.result[row]]));
        merge(others);
        if (!get("reviewer").value) get("reviewer").value = reviewer || "";
        kept.put(get("reviewer").value, "reviewer");
        for (const fingerprint of unstored) {
          stored.set(fingerprint, answers[fingerprint]);
          kept.put(answers[fingerprint], fingerprint);
        }
      };
      transaction.oncomplete = () => {
        // An answer that was given meanwhile is not in this transaction.
        for (const [fingerprint, answer] of stored) if (answers[fingerprint] === answer) unstored.delete(fingerprint);
        resolve();
      };
      transaction.onabort = () => reject(transaction.error);
    });
  const mergeWithKept = async () => {
    const database = await openDatabase();
    try {
      await mergeInto(database);
    } finally {
      database.close();
    }
  };
  const refuseLater = () =>
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error("The browser did not answer.")), LONGEST_STORING);
    });
  const keep = async () => {
    try {
      await Promise.race([mergeWithKept(), refuseLater()]);
      if (!isKept) say("");
      isKept = true;
    } catch {
      isKept = false;
      say("This browser does not keep your answers. Save them as a file before you close the page.");
    }
  };

  const showState = () => {
    const answered = countAnswered();
    get("progress").textContent = `${answered.toLocaleString("en")} of ${articles.length.toLocaleString("en")} answered`;
    const answer = answerOf(current);
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(Boolean(answer) && answer.verdict === button.dataset.answer));
    }
    for (const select of articles[current].querySelectorAll("[data-change]")) {
      select.value = (answer && answer.changes && answer.changes[select.dataset.change]) || "";
    }
    const option = get("jump").options;
    articles.forEach((_, number) => {
      const given = answerOf(number);
      const sign = isAnswered(given) ? (given.verdict ? titles.get(given.verdict) : "changes") : "○";
      const label = `${number + 1} ${sign} · ${titleOf(number)}`;
      if (option[number].text !== label) option[number].text = label;
    });
    get("jump").value = String(current);
    get("previous").disabled = current === 0;
    get("next").disabled = current === articles.length - 1;
    get("finished").hidden = answered < articles.length;
    showLast();
  };
  const showLast = () => {
    const answer = lastAnswered === null ? null : answerOf(lastAnswered);
    get("why").hidden = !isAnswered(answer) || articles[lastAnswered].dataset.repeated === "yes";
    if (!isAnswered(answer)) {
      get("last").textContent = "";
      return;
    }
    const verdict = answer.verdict ? titles.get(answer.verdict) : "changes judged";
    get("last").textContent = `Bag ${lastAnswered + 1}: ${verdict}. Why?`;
    for (const box of tagBoxes) box.checked = (answer.tags || []).includes(box.value);
    if (document.activeElement !== get("note")) get("note").value = answer.note || "";
  };
  const show = (number, focus = true) => {
    articles[current].hidden = true;
    current = Math.max(0, Math.min(articles.length - 1, number));
    articles[current].hidden = false;
    shownAt = performance.now();
    showState();
    window.scrollTo(0, 0);
    if (focus) get("judging").focus({ preventScroll: true });
  };
  const findOpen = () => {
    for (let step = 1; step <= articles.length; step += 1) {
      const number = (current + step) % articles.length;
      if (!isAnswered(answerOf(number))) return number;
    }
    return null;
  };
  const goOn = () => {
    const number = findOpen();
    if (number === null) {
      showState();
      get("finished").focus();
    } else {
      show(number);
    }
  };

  // The newer answer counts, so a new one is later than the one that it replaces, also if the clock was set back.
  const stamp = (replaced) => {
    const before = Date.parse(replaced ? replaced.time : "");
    return new Date(Number.isNaN(before) ? Date.now() : Math.max(Date.now(), before + 1)).toISOString();
  };
  const store = async (number, answer) => {
    const replaced = answerOf(number) || null;
    undone.push([number, replaced]);
    answers[fingerprintOf(number)] = { ...answer, time: stamp(replaced) };
    unstored.add(fingerprintOf(number));
    lastAnswered = number;
    isSaved = false;
    await keep();
  };
  const answerBag = async (verdict) => {
    if (isAnswering) {
      say("Ignored: your last answer is still being stored.");
      return;
    }
    if (performance.now() - shownAt < LEAST_VISIBLE) {
      say("Ignored: the bag had only just appeared.");
      return;
    }
    if (isKept) say("");
    const before = answerOf(current) || { changes: {}, tags: [], note: "" };
    isAnswering = true;
    await store(current, { ...before, verdict, seconds: Math.round((performance.now() - shownAt) / 100) / 10 });
    isAnswering = false;
    goOn();
  };
  const answerChange = async (select) => {
    const before = answerOf(current) || { changes: {}, tags: [], note: "" };
    const changes = { ...before.changes };
    if (select.value) changes[select.dataset.change] = select.value;
    else delete changes[select.dataset.change];
    await store(current, { ...before, changes });
    showState();
  };
  const explain = async () => {
    if (lastAnswered === null) return;
    const tags = tagBoxes.filter((box) => box.checked).map((box) => box.value);
    const former = undone[undone.length - 1];
    const stored = store(lastAnswered, { ...answerOf(lastAnswered), tags, note: get("note").value });
    // A reason belongs to its answer: undo takes both back.
    if (former && former[0] === lastAnswered) undone.pop();
    await stored;
    showState();
  };
  const undo = async () => {
    const step = undone.pop();
    if (!step) return;
    const [number, former] = step;
    // An empty answer is kept with its time, so that another page does not bring the old one back.
    answers[fingerprintOf(number)] = { ...(former || { verdict: null, changes: {}, tags: [], note: "" }), time: stamp(answerOf(number)) };
    unstored.add(fingerprintOf(number));
    lastAnswered = former ? number : null;
    isSaved = false;
    await keep();
    show(number);
  };

  const save = async () => {
    const reviewer = get("reviewer").value.trim();
    if (!reviewer) {
      say("Type your name first, so that your answers can be told from those of others.");
      get("reviewer").focus();
      return;
    }
    const lines = [{ format: FORMAT, review, reviewer, kind: "person", sides }];
    articles.forEach((article, number) => {
      const answer = answerOf(number);
      if (!isAnswered(answer)) return;
      const line = { fingerprint: fingerprintOf(number), bag: number + 1, time: answer.time };
      if (answer.verdict) line.verdict = answer.verdict;
      const changes = Object.entries(answer.changes || {}).map(([change, verdict]) => ({ change, verdict }));
      if (changes.length) line.changes = changes;
      if ((answer.tags || []).length) line.tags = answer.tags;
      if (answer.note) line.note = answer.note;
      if (answer.seconds) line.seconds = answer.seconds;
      lines.push(line);
    });
    const text = lines.map((line) => JSON.stringify(line)).join("\n") + "\n";
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
    link.download = `answers-${reviewer.replace(/[^\p{L}\p{N}]+/gu, "-")}.jsonl`;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    isSaved = true;
    await keep();
    if (isKept) say("");
  };
  // JSON.parse keeps the last value of a key that an object has twice. In valid JSON, a string before a colon is a key.
  const findRepeatedKey = (json) => {
    const objects = []; // the keys of each object or list that is open
    for (const [token, text, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{[\]}]/g)) {
      if (token === "{" || token === "[") objects.push(new Set());
      else if (token === "}" || token === "]") objects.pop();
      else if (colon) {
        const keys = objects[objects.length - 1];
        const key = JSON.parse(text);
        if (keys.has(key)) return key;
        keys.add(key);
      }
    }
    return null;
  };
  const isText = (value) => value === undefined || value === null || typeof value === "string";
  // Returns the fingerprint and the answer of a line, or throws an error that says why it is left out.
  const readAnswer = (values, known) => {
    if (!known.has(values.fingerprint)) throw new Error("no bag of this page");
    if (!isText(values.verdict) || (values.verdict && !titles.has(values.verdict))) throw new Error("unknown verdict");
    if (!isText(values.note)) throw new Error("the note is not a text");
    const tags = values.tags || [];
    if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === "string")) throw new Error("the tags are not texts");
    const given = values.changes || [];
    if (!Array.isArray(given)) throw new Error("the changes are not a list");
    const changes = new Map();
    for (const each of given) {
      const change = each && each.change;
      if (!(typeof change === "string" || Number.isSafeInteger(change)) || !titles.has(each.verdict)) throw new Error("unknown change");
      if ((changes.get(String(change)) || each.verdict) !== each.verdict) throw new Error("a change has two verdicts");
      changes.set(String(change), each.verdict);
    }
    if (!values.verdict && !changes.size) throw new Error("no verdict");
    const moment = isText(values.time) ? Date.parse(values.time || 0) : NaN;
    if (Number.isNaN(moment)) throw new Error("the time is not ISO 8601");
    // A time that is still to come counts as now. An answer without a time is older than any other.
    const time = values.time ? new Date(Math.min(moment, Date.now())).toISOString() : "";
    const seconds = Number.isFinite(values.seconds) ? values.seconds : 0;
    return [values.fingerprint, { verdict: values.verdict || null, changes: Object.fromEntries(changes), tags, note: values.note || "", time, seconds }];
  };
  const load = async (text) => {
    const known = new Set(articles.map((article) => article.dataset.fingerprint));
    const taken = [];
    const leftOut = [];
    for (const [index, line] of text.split("\n").entries()) {
      if (!line.trim()) continue;
      try {
        if (line.length > LONGEST_LINE) throw new Error("too long");
        let values = null;
        try {
          values = JSON.parse(line);
        } catch {
          throw new Error("not JSON");
        }
        if (!values || typeof values !== "object" || Array.isArray(values)) throw new Error("not a JSON object");
        const repeated = findRepeatedKey(line);
        if (repeated !== null) throw new Error(`the key ${repeated.slice(0, 40)} twice`);
        if (values.format) {
          if (values.format !== FORMAT) throw new Error("another format");
          if ((values.sides || "") !== sides) {
            say("These answers were given on a page with other sides, so they were not loaded.");
            return;
          }
          if (typeof values.reviewer === "string" && !get("reviewer").value) get("reviewer").value = values.reviewer;
          continue;
        }
        taken.push(readAnswer(values, known));
      } catch (error) {
        leftOut.push(`line ${index + 1} (${error.message})`);
      }
    }
    for (const [fingerprint, answer] of taken) {
      merge({ [fingerprint]: answer });
      unstored.add(fingerprint);
    }
    await keep();
    showState();
    const more = leftOut.length > MOST_EXAMPLES ? `; and ${leftOut.length - MOST_EXAMPLES} more` : "";
    say(`${count(taken.length, "answer")} loaded${leftOut.length ? `; left out: ${leftOut.slice(0, MOST_EXAMPLES).join("; ")}${more}` : ""}.`);
  };

  for (const article of articles) get("jump").append(new Option("", String(Number(article.dataset.number) - 1)));
  for (const button of buttons) button.addEventListener("click", () => answerBag(button.dataset.answer));
  for (const select of document.querySelectorAll("[data-change]")) select.addEventListener("change", () => answerChange(select));
  for (const box of tagBoxes) box.addEventListener("change", explain);
  get("note").addEventListener("change", explain);
  get("answering").addEventListener("submit", (event) => event.preventDefault());
  get("jump").addEventListener("change", () => show(Number(get("jump").value), false));
  get("previous").addEventListener("click", () => show(current - 1, false));
  get("next").addEventListener("click", () => show(current + 1, false));
  get("open").addEventListener("click", goOn);
  get("undo").addEventListener("click", undo);
  get("save").addEventListener("click", save);
  get("load").addEventListener("click", () => get("file").click());
  get("file").addEventListener("change", async () => {
    const file = get("file").files[0];
    try {
      if (file) await load(await file.text());
    } catch (error) {
      say(`The file cannot be loaded (${error.message}).`);
    }
    get("file").value = "";
  });
  get("reviewer").addEventListener("change", keep);
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    const isTyping = target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && isTyping) target.blur();
    if (isTyping) return;
    const button = buttons[Number(event.key) - 1];
    const actions = { n: goOn, j: () => show(current + 1), k: () => show(current - 1), u: undo };
    if (button && !event.repeat) button.click();
    else if (actions[event.key]) actions[event.key]();
    else return;
    event.preventDefault();
  });
  // Another page may have stored answers meanwhile.
  window.addEventListener("focus", async () => {
    await keep();
    if (articles.length) showState();
  });
  window.addEventListener("beforeunload", (event) => {
    if (!isKept && !isSaved) event.preventDefault();
  });

  keep().then(() => {
    if (articles.length) show(Math.max(0, articles.findIndex((_, number) => !isAnswered(answerOf(number)))), false);
  });
})();
