"use strict";
// Who is who in a bag: groups of its parts, and the verdict that follows, as coala/verdicts/groups.py has it.
//
// A part is { name, first, second, size }: the signs of its chains on the two sides ("" on a side that lacks it), and
// the number of its mentions. A state has the group of each part: { groups: Map, opened: Set, start }. A group is a
// number from 1, NO_MENTION or NOT_SURE. An opened part has a group for each of its mentions in its place ("E1#0").
// An answer is what coala import reads: { groups, no_mention, not_sure, mixed, start }.
const whoIsWho = (() => {
  const NO_MENTION = "x";
  const NOT_SURE = "?";
  const keyOf = (part, mention) => `${part.name}#${mention}`;
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const groupBy = (items, find) => {
    const found = new Map();
    for (const item of items) {
      const name = find(item);
      if (!found.has(name)) found.set(name, []);
      found.get(name).push(item);
    }
    return found;
  };

  // The groups as a side has them; a part that it lacks is no mention.
  const groupAs = (parts, side) => {
    const numbers = new Map();
    const groups = new Map();
    for (const part of parts) {
      const sign = part[side];
      if (sign && !numbers.has(sign)) numbers.set(sign, numbers.size + 1);
      groups.set(part.name, sign ? numbers.get(sign) : NO_MENTION);
    }
    return { groups, opened: new Set(), start: side };
  };

  // The pieces of an opened part, each with the numbers of its mentions and its group: mentions of one group are one
  // piece, each one that is not sure is by itself. A part that is not opened, or of one group only, is one piece.
  const listPieces = (part, state) => {
    const every = [...Array(part.size).keys()];
    if (!state.opened.has(part.name)) return [{ numbers: every, group: state.groups.get(part.name) }];
    const names = groupBy(every, (number) => {
      const group = state.groups.get(keyOf(part, number));
      return group === NOT_SURE ? `${NOT_SURE}${number}` : group;
    });
    // In the order of their first mentions, since they were met so.
    return [...names.values()].map((numbers) => ({ numbers, group: state.groups.get(keyOf(part, numbers[0])) }));
  };
  const place = (parts, state) =>
    parts.flatMap((part) =>
      listPieces(part, state).map(({ numbers, group }) => ({
        first: part.first,
        second: part.second,
        size: numbers.length,
        isSure: group !== NOT_SURE,
        // A piece that is not sure has a group of its own.
        group: group === NOT_SURE ? keyOf(part, numbers[0]) : group,
      })),
    );

  // The right links of one class: its mentions, less its groups, less those that are no mention.
  const countRight = (own) => {
    const counted = own.filter((part) => part.group !== NO_MENTION);
    return sum(counted.map((part) => part.size)) - new Set(counted.map((part) => part.group)).size;
  };
  const countLinks = (placed) => {
    const [lost, made] = ["first", "second"].map((side) => {
      const classes = [...groupBy(placed.filter((part) => part[side]), (part) => part[side]).values()];
      const other = side === "first" ? "second" : "first";
      return {
        links: sum(classes.map((own) => own.length - 1)) + sum(placed.map((part) => (part[other] ? 0 : part.size - 1))),
        right: sum(classes.map(countRight)),
        unsure: sum(classes.map((own) => (own.length > 1 ? own.filter((part) => !part.isSure).length : 0))),
      };
    });
    const isSharedRight = (part) => part.first && part.second && part.group !== NO_MENTION;
    const shared = sum(placed.map((part) => (isSharedRight(part) ? part.size - 1 : 0)));
    const bound = ({ links, right, unsure }) => [right - shared, Math.min(links, right - shared + unsure)];
    return { made: made.links, lost: lost.links, madeRight: bound(made), lostRight: bound(lost) };
  };
  // 1 if most links speak for the second side, -1 for the first, 0 if as many; null if that is open.
  const findSide = ({ made, lost, madeRight, lostRight }) => {
    const changes = [madeRight[0] - lostRight[1], madeRight[1] - lostRight[0]];
    const [low, high] = changes.map((change) => Math.sign(2 * (change + lost) - made - lost));
    return low === high ? low : null;
  };

  const countThings = (parts, state) =>
    new Set(place(parts, state).map((part) => part.group).filter((group) => typeof group === "number")).size;
  const countMoved = (parts, state) => {
    const start = groupAs(parts, state.start);
    return parts.filter((part) => {
      const pieces = listPieces(part, state);
      return pieces.length > 1 || pieces[0].group !== start.groups.get(part.name);
    }).length;
  };

  const toAnswer = (parts, state) => {
    const answer = { groups: [], no_mention: [], not_sure: [], mixed: {}, start: state.start };
    const together = new Map();
    for (const part of parts) {
      const pieces = listPieces(part, state);
      if (pieces.length > 1) answer.mixed[part.name] = pieces.map(({ numbers }) => numbers);
      for (const [number, { group }] of pieces.entries()) {
        const name = pieces.length > 1 ? `${part.name}/${number + 1}` : part.name;
        if (group === NO_MENTION) answer.no_mention.push(name);
        else if (group === NOT_SURE) answer.not_sure.push(name);
        else if (together.has(group)) together.get(group).push(name);
        else together.set(group, [name]);
      }
    }
    answer.groups = [...together.entries()].sort(([one], [other]) => one - other).map(([, names]) => names);
    return answer;
  };

  // The state of an answer; a group keeps the number that most of its parts have at the start.
  const fromAnswer = (parts, answer) => {
    const start = answer.start ? groupAs(parts, answer.start).groups : new Map();
    const taken = new Set();
    const numbers = new Map();
    for (const group of [...answer.groups].sort((one, other) => other.length - one.length)) {
      const counts = groupBy(group.map((name) => start.get(name)).filter((each) => typeof each === "number" && !taken.has(each)), (each) => each);
      const [found] = [...counts].sort(([, one], [, other]) => other.length - one.length)[0] || [null];
      numbers.set(group, found);
      if (found !== null) taken.add(found);
    }
    const groupOf = new Map();
    for (const group of answer.groups) {
      let number = numbers.get(group);
      if (number === null) {
        number = 1;
        while (taken.has(number)) number += 1;
        taken.add(number);
      }
      for (const name of group) groupOf.set(name, number);
    }
    for (const name of answer.no_mention) groupOf.set(name, NO_MENTION);
    for (const name of answer.not_sure) groupOf.set(name, NOT_SURE);
    const groups = new Map();
    const opened = new Set();
    for (const part of parts) {
      const pieces = answer.mixed[part.name];
      if (!pieces) groups.set(part.name, groupOf.get(part.name));
      else opened.add(part.name);
      for (const [number, mentions] of (pieces || []).entries()) {
        for (const mention of mentions) groups.set(keyOf(part, mention), groupOf.get(`${part.name}/${number + 1}`));
      }
    }
    return { groups, opened, start: answer.start };
  };

  const isList = (value) => Array.isArray(value);
  const readPieces = (part, listed) => {
    const left = new Set(Array(part.size).keys());
    if (!isList(listed) || listed.length < 2) throw new Error(`part ${part.name} is not mixed`);
    const pieces = listed.map((piece) => {
      if (!isList(piece) || !piece.length || !piece.every((number) => left.delete(number))) {
        throw new Error(`the pieces of part ${part.name} are wrong`);
      }
      return [...piece].sort((one, other) => one - other);
    });
    if (left.size) throw new Error(`a mention of part ${part.name} is in no piece`);
    if (pieces.some(([first], place) => place && first < pieces[place - 1][0])) {
      throw new Error(`the pieces of part ${part.name} are not in the order of their first mentions`);
    }
    return pieces;
  };
  // The answer in a line of a file; an error says what is wrong, as coala import does.
  const readAnswer = (parts, values, sideNames) => {
    const { groups = [], no_mention = [], not_sure = [], mixed = {}, rest = null } = values;
    if (!isList(groups) || !groups.every(isList) || !isList(no_mention) || !isList(not_sure)) throw new Error("the groups are not lists of parts");
    if (!mixed || typeof mixed !== "object" || isList(mixed)) throw new Error("mixed is no object");
    if (rest !== null && !Object.hasOwn(sideNames, rest)) throw new Error("unknown rest");
    const byName = new Map(parts.map((part) => [part.name, part]));
    const owners = new Map(byName);
    const opened = {};
    for (const [name, listed] of Object.entries(mixed)) {
      if (!byName.has(name)) throw new Error(`no part ${name.slice(0, 40)}`);
      opened[name] = readPieces(byName.get(name), listed);
      owners.delete(name);
      opened[name].forEach((_, number) => owners.set(`${name}/${number + 1}`, byName.get(name)));
    }
    const left = new Map(owners);
    for (const name of [...groups.flat(), ...no_mention, ...not_sure]) {
      if (!left.delete(name)) throw new Error(owners.has(name) ? `part ${name} is named twice` : `no part ${String(name).slice(0, 40)}`);
    }
    if (left.size && rest === null) throw new Error(`part ${[...left.keys()][0]} is left out`);
    const start = rest === null ? null : sideNames[rest];
    const others = groupBy(left.keys(), (name) => left.get(name)[start]);
    const missing = others.get("") || [];
    others.delete("");
    return {
      groups: [...groups.filter((group) => group.length).map((group) => [...group]), ...others.values()],
      no_mention: [...no_mention, ...missing],
      not_sure: [...not_sure],
      mixed: opened,
      start,
    };
  };

  return { NO_MENTION, NOT_SURE, keyOf, groupAs, place, countLinks, findSide, countThings, countMoved, toAnswer, fromAnswer, readAnswer };
})();
