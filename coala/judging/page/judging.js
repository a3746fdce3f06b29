// The page on which somebody judges without COALA. An answer is kept under the fingerprint of its bag:
//   { verdict, who, changes: { key: verdict }, tags: [], note, time, seconds }
// "who" is an answer to "Who is who?" (judging_groups.js), or missing. That on a drawn link is kept under the
// fingerprint of its bag and its number.
// The bags and links are in compressed blocks (judging_page.py); the article of one is made when it is shown.
// The browser keeps the answers of this review in a database of their own. An answer counts as given when it is on the
// disk. Two pages of one browser share the database, and the newer answer counts.
(async () => {
  const FORMAT = "coala-answers/1";
  const LEAST_VISIBLE = 150; // milliseconds: a key that comes sooner was meant for the bag before
  const LONGEST_STORING = 3000; // milliseconds: a browser that is slower counts as one that keeps nothing
  const LONGEST_LINE = 1000000; // characters, as coala import has it
  const MOST_OPTIONS = 50; // groups to choose from; others are reached by the line above
  const MOST_EXAMPLES = 10; // lines that are named when a file is loaded
  const get = (name) => document.getElementById(name);
  const say = (text) => {
    get("message").textContent = text;
    get("message").hidden = !text;
  };
  if (typeof DecompressionStream === "undefined") {
    say("This browser is too old to open the bags. Update it, or use another one.");
    return;
  }
  const readBlock = async (block) => {
    const bytes = Uint8Array.from(atob(block.textContent), (sign) => sign.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  };
  const items = []; // bags and links: { number, fingerprint, title, html }, and the link of a link
  for (const block of document.querySelectorAll(".bags")) {
    items.push(...(await readBlock(block)));
    block.remove();
  }
  if (!items.length) {
    get("nothing").hidden = false;
    for (const part of document.querySelectorAll(".name, .files, .how, .walk, .answering")) part.remove();
    return;
  }
  const review = document.body.dataset.review;
  const sides = document.body.dataset.sides;
  // Pages with other sides have other answers.
  const place = `coala-answers/${review}${sides && `/${sides}`}`;
  const sideNames = { [document.body.dataset.first]: "first", [document.body.dataset.second]: "second" };
  const { mention: mentionWord } = document.body.dataset; // "mention" or "record"
  const isBlind = document.body.dataset.first === "left";
  const buttons = Array.from(document.querySelectorAll("[data-answer]"));
  const titles = new Map(buttons.map((button) => [button.dataset.answer, button.textContent.replace(/\d\s*$/, "").trim()]));
  const tagBoxes = Array.from(document.querySelectorAll("#why input[type=checkbox]"));
  let answers = {}; // by fingerprint
  let current = 0;
  let shownAt = 0;
  let lastAnswered = null; // the number of the item that the row "why?" is about
  const undone = []; // [number of the item, former answer or null]
  const unstored = new Set(); // the fingerprints of answers that the browser does not have yet
  let isKept = true; // false if the browser does not keep answers
  let isSaved = true;
  let isAnswering = false; // an answer is on its way to the disk

  const keyOf = ({ fingerprint, link }) => (link === undefined ? fingerprint : `${fingerprint} ${link}`);
  for (const item of items) item.key = keyOf(item);
  const fingerprintOf = (number) => items[number].key;
  const isLink = (number) => items[number].link !== undefined;
  const articles = []; // by the numbers of their items, those that were shown or read
  const articleOf = (number) => {
    if (!articles[number]) {
      const made = document.createElement("template");
      made.innerHTML = items[number].html;
      articles[number] = prepareArticle(made.content.querySelector("article"));
    }
    return articles[number];
  };
  const wordsFor = (what) => buttons.filter((button) => button.closest("[data-for]").dataset.for === what).map((button) => button.dataset.answer);
  const words = { bag: wordsFor("bag"), link: wordsFor("link") };
  const answerOf = (number) => answers[fingerprintOf(number)];
  const isAnswered = (answer) => Boolean(answer && (answer.verdict || Object.keys(answer.changes || {}).length));
  const countAnswered = () => items.filter(({ key }) => isAnswered(answers[key])).length;
  const nameOf = (number) => items[number].number + (isLink(number) ? `, link ${items[number].link}` : "");

  const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

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
    get("progress").textContent = `${answered.toLocaleString("en")} of ${items.length.toLocaleString("en")} answered`;
    const answer = answerOf(current);
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(Boolean(answer) && answer.verdict === button.dataset.answer));
    }
    for (const select of articleOf(current).querySelectorAll("[data-change]")) {
      select.value = (answer && answer.changes && answer.changes[select.dataset.change]) || "";
    }
    listItems([current]);
    get("previous").disabled = current === 0;
    get("next").disabled = current === items.length - 1;
    get("finished").hidden = answered < items.length;
    for (const group of document.querySelectorAll("[data-for]")) {
      group.hidden = group.dataset.for !== (placing ? "who" : isLink(current) ? "link" : "bag");
    }
    showWho();
    showLast();
  };
  // There may be 100,000 items, so the list has all of them only while it is used.
  const listItems = (numbers) => {
    const options = numbers.map((number) => {
      const given = answerOf(number);
      const sign = isAnswered(given) ? (given.verdict ? titles.get(given.verdict) : "changes") : "○";
      return new Option(`${nameOf(number)} ${sign} · ${items[number].title}`, String(number));
    });
    const list = document.createDocumentFragment();
    list.append(...options);
    get("jump").replaceChildren(list);
    get("jump").value = String(current);
  };
  const listAll = () => {
    if (get("jump").options.length < items.length) listItems(Array.from(items.keys()));
  };
  const showLast = () => {
    const answer = lastAnswered === null ? null : answerOf(lastAnswered);
    get("why").hidden = !isAnswered(answer) || isLink(lastAnswered);
    get("undo").hidden = !undone.length;
    if (!isAnswered(answer)) {
      get("last").textContent = "";
      return;
    }
    const verdict = answer.verdict ? titles.get(answer.verdict) : "changes judged";
    const how = answer.who ? ", by who is who" : "";
    get("last").textContent = `Bag ${nameOf(lastAnswered)}: ${verdict}${how}.${get("why").hidden ? "" : " Why?"}`;
    for (const box of tagBoxes) box.checked = (answer.tags || []).includes(box.value);
    if (document.activeElement !== get("note")) get("note").value = answer.note || "";
  };
  const show = (number, focus = true) => {
    closeWho(false);
    articleOf(current).hidden = true;
    current = Math.max(0, Math.min(items.length - 1, number));
    if (!articleOf(current).isConnected) get("finished").before(articleOf(current));
    articleOf(current).hidden = false;
    shownAt = performance.now();
    showState();
    window.scrollTo({ top: 0, behavior: "instant" });
    if (focus) get("judging").focus({ preventScroll: true });
  };
  const findOpen = () => {
    for (let step = 1; step <= items.length; step += 1) {
      const number = (current + step) % items.length;
      if (!isAnswered(answerOf(number))) return number;
    }
    return null;
  };
  const goOn = () => {
    const number = findOpen();
    if (number === null) {
      closeWho(false);
      showState();
      get("finished").focus();
    } else {
      show(number);
    }
  };

  // Who is who. "placing" is null, or the bag whose parts are placed: { article, details, parts, marks, state, lines, line }.
  const drafts = new Map(); // states that are not stored, by their articles
  let placing = null;
  let openedAt = 0;
  const detailsOf = (article) => article.querySelector(".who");
  const partsOf = (article) =>
    Array.from(article.querySelectorAll("[data-part]"), ({ dataset }) => ({
      name: dataset.part,
      first: dataset.first,
      second: dataset.second,
      size: dataset.mentions ? JSON.parse(dataset.mentions).length : 1,
    }));
  const VERDICTS = new Map([[-1, words.bag[0]], [0, words.bag[1]], [1, words.bag[2]], [null, words.bag[3]]]);
  const followOf = (article, state) => {
    const links = whoIsWho.countLinks(whoIsWho.place(partsOf(article), state));
    return VERDICTS.get(whoIsWho.findSide(links));
  };
  // "6 of the 7 new links are right", as the window says it; with both bounds where parts are not sure.
  const inDigits = (number) => number.toLocaleString("en");
  const sayRange = ([low, high]) => (low === high ? inDigits(low) : `${inDigits(low)} to ${inDigits(high)}`);
  const sayLinks = (total, [low, high], which, [what, other], [is, are]) => {
    if (total === 1) {
      return `the ${which} link ${low < high ? `may be ${what}` : `${is} ${low ? what : other}`}`;
    }
    if (total === 2 && low === 2) return `both ${which} links ${are} ${what}`;
    if (total === 2 && high === 0) return `neither ${which} link ${is} ${what}`;
    if (low === total) return `all ${inDigits(total)} ${which} links ${are} ${what}`;
    if (high === 0) return `none of the ${inDigits(total)} ${which} links ${is} ${what}`;
    const verb = low === 1 && high === 1 ? is : are;
    return `${sayRange([low, high])} of the ${inDigits(total)} ${which} links ${verb} ${what}`;
  };
  const sayRule = (links, verdict) => {
    const wrong = links.lostRight.map((right) => links.lost - right).reverse();
    const sayOnly = (side, right, total) =>
      `only on the ${side}: ${sayRange(right)} of ${inDigits(total)} links correct`;
    const clauses = [];
    if (links.made && isBlind) clauses.push(sayOnly("right", links.madeRight, links.made));
    else if (links.made) clauses.push(sayLinks(links.made, links.madeRight, "new", ["right", "wrong"], ["is", "are"]));
    if (links.lost && isBlind) clauses.push(sayOnly("left", links.lostRight, links.lost));
    else if (links.lost) clauses.push(sayLinks(links.lost, wrong, "lost", ["wrong", "right"], ["was", "were"]));
    const isSide = isBlind && (verdict === "left" || verdict === "right");
    const text = `${clauses.join(", ")} → ${isSide ? `The ${verdict} side is better` : titleOfVerdict(verdict)}`;
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  const titleOfVerdict = (verdict) => titles.get(verdict).replace(/^\S (?=\S)/, "");

  // The lines: parts, with the mentions of an opened one in its place. Each has a select for its group.
  const findLines = () => {
    const lines = Array.from(placing.details.querySelectorAll("[data-line]"));
    placing.lines = lines.filter((line) => !line.matches(".opened > .line-of-part"));
  };
  const selectOf = (line) => line.querySelector("select");
  const groupOf = (line) => placing.state.groups.get(line.dataset.line);
  const labelOf = (group) => ({ [whoIsWho.NO_MENTION]: "X", [whoIsWho.NOT_SURE]: "?" })[group] || String(group);
  const findFree = () => {
    const taken = new Set(placing.lines.map(groupOf));
    let free = 1;
    while (taken.has(free)) free += 1;
    return free;
  };
  const addOption = (parent, group) => parent.append(new Option(labelOf(group), String(group)));
  // The meaning is beside the choice, so that the line itself shows the sign alone.
  const addMeaning = (select, meaning, group) => {
    const options = document.createElement("optgroup");
    options.label = meaning;
    addOption(options, group);
    select.append(options);
  };
  // A list of all groups in each line would be long, so a line has it only while it is chosen.
  const fillOptions = (line) => {
    const select = selectOf(line);
    const numbers = placing.lines.map(groupOf).filter((group) => typeof group === "number");
    select.replaceChildren();
    const all = [...new Set(numbers)].sort((one, other) => one - other);
    for (const number of all) if (number <= MOST_OPTIONS || number === groupOf(line)) addOption(select, number);
    addMeaning(select, "new group", findFree());
    addMeaning(select, `no ${mentionWord}`, whoIsWho.NO_MENTION);
    addMeaning(select, "not sure", whoIsWho.NOT_SURE);
    select.value = String(groupOf(line));
  };
  const makeSelect = (line, words) => {
    const select = document.createElement("select");
    select.setAttribute("aria-label", `Group of ${words}`);
    select.tabIndex = -1;
    for (const name of ["focus", "pointerdown"]) {
      select.addEventListener(name, () => {
        if (!placing) return;
        choose(line, false);
        fillOptions(line);
      });
    }
    select.addEventListener("change", () => {
      if (!placing) return;
      placing.state.groups.set(line.dataset.line, Number(select.value) || select.value);
      showGroups();
    });
    return select;
  };
  // Puts the words of a part into an element of their own, behind the select.
  const prepareLines = (details) => {
    for (const item of details.querySelectorAll("[data-part]:not(.ready)")) {
      const line = document.createElement("div");
      line.className = "line-of-part";
      line.dataset.line = item.dataset.part;
      const more = item.querySelector(".more");
      line.append(...Array.from(item.childNodes).filter((node) => node !== more));
      item.prepend(line);
      const text = (name) => (line.querySelector(name) || { textContent: "" }).textContent;
      const words = `${item.dataset.part}, ${text(".name")}: ${text(".sentence")}`;
      line.prepend(makeSelect(line, words));
      line.addEventListener("click", (event) => {
        if (placing && !event.target.matches("select")) choose(line);
      });
      if (more) more.hidden = true;
      item.classList.add("ready");
    }
  };
  const showMore = (item, isShown) => {
    const more = item.querySelector(".more");
    if (more) more.hidden = !isShown;
  };
  const toggleMore = () => {
    const item = placing.line.closest("[data-part]");
    const more = item.querySelector(".more");
    showMore(item, Boolean(more) && more.hidden);
    choose(placing.line);
  };
  // Gives each mention of an opened part a line of its own.
  const openPart = (item) => {
    const list = document.createElement("ol");
    list.className = "mentions";
    const mentions = JSON.parse(item.dataset.mentions);
    const sentences = Array.from(item.querySelectorAll(".sentence"));
    for (const [number, words] of mentions.entries()) {
      const line = document.createElement("li");
      line.dataset.line = whoIsWho.keyOf({ name: item.dataset.part }, number);
      const name = document.createElement("span");
      name.className = "name words";
      name.dir = "auto";
      name.textContent = words;
      const sentence = sentences[number] ? sentences[number].cloneNode(true) : "";
      line.append(makeSelect(line, `${words}, a ${mentionWord} of ${item.dataset.part}: ${sentence && sentence.textContent}`), name, " ", sentence);
      line.addEventListener("click", (event) => {
        if (placing && !event.target.matches("select")) choose(line);
      });
      list.append(line);
    }
    item.append(list);
    item.classList.add("opened");
    item.querySelector("[data-line]").dataset.group = "";
    showMore(item, false);
  };
  const closePart = (item) => {
    const list = item.querySelector(".mentions");
    if (list) list.remove();
    item.classList.remove("opened");
  };
  const toggleOpened = (line) => {
    const item = line.closest("[data-part]");
    const { state } = placing;
    const { part } = item.dataset;
    if (!item.dataset.mentions) {
      say(`A part of one ${mentionWord} cannot be opened.`);
      return;
    }
    const { size } = placing.parts.find((each) => each.name === part);
    if (state.opened.delete(part)) {
      state.groups.set(part, state.groups.get(whoIsWho.keyOf({ name: part }, 0)));
      for (let number = 0; number < size; number += 1) state.groups.delete(whoIsWho.keyOf({ name: part }, number));
      closePart(item);
    } else {
      state.opened.add(part);
      for (let number = 0; number < size; number += 1) state.groups.set(whoIsWho.keyOf({ name: part }, number), state.groups.get(part));
      state.groups.delete(part);
      openPart(item);
    }
    findLines();
    showGroups();
    choose(placing.lines.find((each) => item.contains(each)));
  };
  const choose = (line, focus = true) => {
    for (const each of [placing.line, line]) {
      if (!each) continue;
      each.classList.toggle("chosen", each === line);
      selectOf(each).tabIndex = each === line ? 0 : -1;
    }
    placing.line = line;
    if (focus) {
      selectOf(line).focus({ preventScroll: true });
      // Not under the bars at the top and the bottom.
      line.scrollIntoView({ block: "nearest", behavior: "instant" });
    }
  };
  const walk = (step) => {
    const lines = placing.lines;
    choose(lines[Math.max(0, Math.min(lines.length - 1, lines.indexOf(placing.line) + step))]);
  };
  const putInto = (group) => {
    if (isKept) say("");
    placing.state.groups.set(placing.line.dataset.line, group);
    showGroups();
    walk(1);
  };
  const putAlone = () => {
    const group = groupOf(placing.line);
    const others = placing.lines.filter((line) => line !== placing.line);
    putInto(typeof group === "number" && !others.some((line) => groupOf(line) === group) ? group : findFree());
  };
  const putAbove = () => {
    const lines = placing.lines;
    const above = lines[lines.indexOf(placing.line) - 1];
    if (above) putInto(groupOf(above));
  };
  const putIntoNumber = (number) => {
    const free = findFree();
    const isTaken = placing.lines.some((line) => groupOf(line) === number);
    if (isTaken || number === free) putInto(number);
    else say(`There is no group ${number} yet. The next new one is ${free}.`);
  };
  // Shows what was placed: in the lines, in the evidence, and in the line of the rule.
  const showGroups = () => {
    const { article, details, parts, state } = placing;
    drafts.set(article, state);
    for (const part of parts) {
      const group = state.opened.has(part.name) ? "" : labelOf(state.groups.get(part.name));
      for (const mark of placing.marks.get(part.name) || []) mark.dataset.group = group;
    }
    for (const line of placing.lines) {
      const label = labelOf(groupOf(line));
      const select = selectOf(line);
      if (document.activeElement === select) fillOptions(line);
      // A line that was not moved stays as it is: there may be thousands.
      else if (line.dataset.group !== label || select.options.length !== 1) select.replaceChildren(new Option(label, String(groupOf(line))));
      line.dataset.group = label;
    }
    const links = whoIsWho.countLinks(whoIsWho.place(parts, state));
    const follows = VERDICTS.get(whoIsWho.findSide(links));
    const moved = state.start ? ` · ${count(whoIsWho.countMoved(parts, state), "part")} moved` : "";
    details.querySelector(".things").textContent = count(whoIsWho.countThings(parts, state), "thing") + moved;
    for (const button of details.querySelectorAll("[data-as]")) button.setAttribute("aria-pressed", String(button.dataset.as === state.start));
    get("rule").textContent = sayRule(links, follows);
    get("store-words").textContent = `Store: ${titleOfVerdict(follows).toLowerCase()}`;
    get("store").dataset.verdict = follows;
  };
  const groupMarks = (article) => {
    const found = new Map();
    for (const mark of article.querySelectorAll("[data-in]")) {
      if (!found.has(mark.dataset.in)) found.set(mark.dataset.in, []);
      found.get(mark.dataset.in).push(mark);
    }
    return found;
  };
  // The first line with other words than the first line of its group: most likely the odd one.
  const findOdd = (lines) => {
    const wordsOf = (line) => line.querySelector(".words").textContent.toLowerCase();
    const firsts = new Map();
    for (const line of lines) if (!firsts.has(groupOf(line))) firsts.set(groupOf(line), wordsOf(line));
    return lines.find((line) => typeof groupOf(line) === "number" && wordsOf(line) !== firsts.get(groupOf(line))) || lines[0];
  };
  const startPlacing = (state) => {
    const { details } = placing;
    placing.state = state;
    for (const line of details.querySelectorAll(".chosen")) line.classList.remove("chosen");
    for (const item of details.querySelectorAll("[data-part]")) {
      closePart(item);
      if (state.opened.has(item.dataset.part)) openPart(item);
    }
    findLines();
    showGroups();
    choose(findOdd(placing.lines));
  };
  const openWho = () => {
    const article = articleOf(current);
    const details = detailsOf(article);
    if (!details || placing) return;
    prepareLines(details);
    details.open = true;
    openedAt = performance.now();
    article.classList.add("placing");
    const parts = partsOf(article);
    placing = { article, details, parts, marks: groupMarks(article), state: null, lines: [], line: null };
    const answer = answerOf(current);
    const isDraft = drafts.has(article);
    const stored = answer && answer.who ? whoIsWho.fromAnswer(parts, answer.who) : whoIsWho.groupAs(parts, "second");
    startPlacing(isDraft ? drafts.get(article) : stored);
    // What nobody has placed yet is no draft.
    if (!isDraft) drafts.delete(article);
    showState();
  };
  const closeWho = (focus = true) => {
    if (!placing) return;
    const { details } = placing;
    placing.article.classList.remove("placing");
    placing = null;
    details.open = false;
    // The 150 ms count again: a digit now answers the bag.
    openedAt = performance.now();
    showState();
    if (focus) details.querySelector("summary").focus();
  };
  const showWho = () => {
    const details = detailsOf(articleOf(current));
    if (!details) return;
    const answer = answerOf(current);
    const state = drafts.has(articleOf(current)) ? "placed, not stored" : answer && answer.who ? "stored" : "";
    const parts = count(details.querySelectorAll("[data-part]").length, "part");
    details.querySelector(".state").textContent = state ? `${parts} · ${state}` : parts;
  };
  const storeWho = (verdict) => {
    const who = whoIsWho.toAnswer(placing.parts, placing.state);
    return answerBag(verdict, who);
  };
  // Returns true if the key was meant for the lines.
  const placeByKey = (event) => {
    const { key } = event;
    const isButton = event.target instanceof HTMLElement && event.target.matches("button, summary, input");
    if (isButton && (key === "Enter" || key === " ")) return false;
    if (performance.now() - openedAt < LEAST_VISIBLE && key !== "Escape") return key !== "Tab";
    const overrule = Array.from(document.querySelectorAll("[data-overrule]")).find((button) => button.getAttribute("aria-keyshortcuts") === key);
    const actions = {
      ArrowDown: () => walk(1),
      ArrowUp: () => (event.shiftKey ? putAbove() : walk(-1)),
      j: () => walk(1),
      k: () => walk(-1),
      n: putAlone,
      x: () => putInto(whoIsWho.NO_MENTION),
      "?": () => putInto(whoIsWho.NOT_SURE),
      o: () => toggleOpened(placing.line),
      m: toggleMore,
      Enter: () => get("store").click(),
      Escape: () => closeWho(),
    };
    const walks = ["ArrowDown", "ArrowUp", "j", "k"].includes(key);
    if (event.repeat && !walks) return key !== "Tab";
    if (/^[1-9]$/.test(key)) putIntoNumber(Number(key));
    else if (overrule) overrule.click();
    else if (actions[key]) actions[key]();
    else return false;
    return true;
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
  const answerBag = async (verdict, who = null) => {
    if (isAnswering) {
      say("Ignored: your last answer is still being stored.");
      return;
    }
    if (performance.now() - Math.max(shownAt, openedAt) < LEAST_VISIBLE) {
      say("Ignored: the bag had only just appeared.");
      return;
    }
    if (isKept) say("");
    const before = answerOf(current) || { changes: {}, tags: [], note: "" };
    const seconds = Math.round((performance.now() - shownAt) / 100) / 10;
    isAnswering = true;
    if (who) drafts.delete(articleOf(current));
    await store(current, { ...before, verdict, ...(who && { who }), seconds });
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
    drafts.delete(articleOf(number));
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
      get("how").open ||= get("how").contains(get("reviewer"));
      get("reviewer").focus();
      return;
    }
    const lines = [{ format: FORMAT, review, reviewer, kind: "person", sides }];
    items.forEach((item, number) => {
      const answer = answerOf(number);
      if (!isAnswered(answer)) return;
      const line = { fingerprint: item.fingerprint, bag: item.number };
      if (answer.time) line.time = answer.time;
      if (isLink(number)) line.link = item.link;
      if (answer.verdict) line.verdict = answer.verdict;
      if (answer.who) {
        const { start, ...groups } = answer.who;
        // All parts are named, so "rest" only says from where the reviewer started.
        Object.assign(line, groups, start && { rest: document.body.dataset[start] });
      }
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
  const WHO_IS_WHO = ["groups", "no_mention", "not_sure", "mixed", "rest"];
  const readWho = (values, article) => {
    const parts = partsOf(article);
    if (!parts.length) throw new Error("the page has no groups of this bag");
    return whoIsWho.readAnswer(parts, values, sideNames);
  };
  // Returns the key of a change that the page lists, from its key or its number.
  const keyOfChange = (article, name) => {
    const selects = [...article.querySelectorAll("[data-change]")].map((select) => select.dataset);
    const found = selects.find((each) => each.change === name || each.number === name);
    return found && found.change;
  };
  // Returns the key and the answer of a line, or throws an error that says why it is left out.
  const readAnswer = (values, known) => {
    const number = known.get(keyOf(values));
    if (number === undefined) throw new Error("no bag of this page");
    const own = words[isLink(number) ? "link" : "bag"];
    if (!isText(values.verdict) || (values.verdict && !own.includes(values.verdict))) throw new Error("unknown verdict");
    const who = WHO_IS_WHO.some((key) => key in values) ? readWho(values, articleOf(number)) : undefined;
    if (!isText(values.note)) throw new Error("the note is not a text");
    const tags = values.tags || [];
    if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === "string")) throw new Error("the tags are not texts");
    const given = values.changes || [];
    if (!Array.isArray(given)) throw new Error("the changes are not a list");
    const changes = new Map();
    for (const each of given) {
      const change = each && each.change;
      if (!(typeof change === "string" || Number.isSafeInteger(change)) || !words.bag.includes(each.verdict)) throw new Error("unknown change");
      const key = keyOfChange(articleOf(number), String(change));
      if (!key) throw new Error("a change about mentions, or one that the page lacks: say who is who, or judge the bag");
      if ((changes.get(key) || each.verdict) !== each.verdict) throw new Error("a change has two verdicts");
      changes.set(key, each.verdict);
    }
    const verdict = values.verdict || (who && followOf(articleOf(number), whoIsWho.fromAnswer(partsOf(articleOf(number)), who))) || null;
    if (!verdict && !changes.size) throw new Error("no verdict");
    if (isLink(number) && (changes.size || tags.length || values.note)) throw new Error("a link takes a verdict only");
    const moment = isText(values.time) ? Date.parse(values.time || 0) : NaN;
    if (Number.isNaN(moment)) throw new Error("the time is not ISO 8601");
    // A time that is still to come counts as now. An answer without a time is older than any other.
    const time = values.time ? new Date(Math.min(moment, Date.now())).toISOString() : "";
    const seconds = Number.isFinite(values.seconds) ? values.seconds : 0;
    const answer = { verdict, changes: Object.fromEntries(changes), tags, note: values.note || "", time, seconds };
    return [items[number].key, { ...answer, ...(who && { who }) }];
  };
  const load = async (text) => {
    const known = new Map(items.map(({ key }, number) => [key, number]));
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
    drafts.clear();
    closeWho(false);
    await keep();
    showState();
    const more = leftOut.length > MOST_EXAMPLES ? `; and ${leftOut.length - MOST_EXAMPLES} more` : "";
    say(`${count(taken.length, "answer")} loaded${leftOut.length ? `; left out: ${leftOut.slice(0, MOST_EXAMPLES).join("; ")}${more}` : ""}.`);
  };

  // Connects what an article holds, and returns it.
  const prepareArticle = (article) => {
    for (const select of article.querySelectorAll("[data-change]")) select.addEventListener("change", () => answerChange(select));
    const details = detailsOf(article);
    if (!details) return article;
    details.addEventListener("toggle", () => {
      const isPlaced = placing !== null && placing.details === details;
      if (details.open && !isPlaced) openWho();
      else if (!details.open && isPlaced) closeWho();
    });
    for (const button of details.querySelectorAll("[data-as]")) {
      button.addEventListener("click", () => startPlacing(whoIsWho.groupAs(placing.parts, button.dataset.as)));
    }
    return article;
  };

  // A phone has room for the bag only: what is needed once is below it.
  if (matchMedia("(max-width: 600px)").matches) get("how").firstElementChild.after(get("name"), get("load"));
  for (const name of ["focus", "pointerdown"]) get("jump").addEventListener(name, listAll);
  for (const button of buttons) button.addEventListener("click", () => answerBag(button.dataset.answer));
  for (const box of tagBoxes) box.addEventListener("change", explain);
  get("note").addEventListener("change", explain);
  get("answering").addEventListener("submit", (event) => event.preventDefault());
  get("jump").addEventListener("change", () => show(Number(get("jump").value), false));
  get("previous").addEventListener("click", () => show(current - 1, false));
  get("next").addEventListener("click", () => show(current + 1, false));
  get("open").addEventListener("click", goOn);
  get("undo").addEventListener("click", undo);
  get("store").addEventListener("click", () => storeWho(get("store").dataset.verdict));
  get("back").addEventListener("click", () => closeWho());
  for (const button of document.querySelectorAll("[data-overrule]")) button.addEventListener("click", () => storeWho(button.dataset.overrule));
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
    if (placing && (!isTyping || target.matches(".who select"))) {
      if (placeByKey(event)) event.preventDefault();
      return;
    }
    if (event.key === "Escape" && isTyping) target.blur();
    if (isTyping) return;
    const button = buttons.find((each) => !each.closest("[hidden]") && each.getAttribute("aria-keyshortcuts") === event.key);
    const actions = { n: goOn, j: () => show(current + 1), k: () => show(current - 1), u: undo, e: openWho };
    if (button && !event.repeat) button.click();
    else if (actions[event.key]) actions[event.key]();
    else return;
    event.preventDefault();
  });
  // Another page may have stored answers meanwhile.
  window.addEventListener("focus", async () => {
    await keep();
    showState();
  });
  window.addEventListener("beforeunload", (event) => {
    if (!isKept && !isSaved) event.preventDefault();
  });

  keep().then(() => {
    show(Math.max(0, items.findIndex(({ key }) => !isAnswered(answers[key]))), false);
  });
})();
