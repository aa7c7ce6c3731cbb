// Results → elements. Text only ever becomes text nodes.
(function (search) {
  "use strict";

  // A text of the interface with names in braces filled in; a list has forms for one and for more.
  function say(key, values = {}) {
    let text = (search.texts || {})[key];
    if (Array.isArray(text)) text = text[values.n === 1 ? 0 : 1];
    return Object.entries(values).reduce((all, [name, value]) =>
      all.replace("{" + name + "}", () => typeof value === "number" ? value.toLocaleString(document.documentElement.lang) : value),
    String(text || key));
  }

  // An element with attributes and children; a child that is a string becomes text.
  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child || child === 0));
    return element;
  }

  function marks(segments) {
    return segments.map(({ text, mark }) => mark ? make("mark", {}, text) : text);
  }

  // How many there are, or how many at least.
  function counted(found) {
    return say(found.partial ? "at_least" : "count", { n: found.total });
  }

  // Which filters of a query no skill meets, and what may be meant.
  async function unmet(found) {
    const filters = await found.unmet();
    return filters.flatMap(({ text, values }) =>
      [say("no_value", { filter: text }), values.length ? say("values", { values: values.join(say("comma")) }) : ""]).join(" ");
  }

  // Where the words of the query stand: "in name, tags".
  function why(found, hit) {
    if (found.apart.has(hit.document)) return say("why_apart");
    const places = search.places(found.words, hit.document);
    const names = ["name", "tags", "description", "inside", "body"].filter((place) => places[place]);
    return names.length ? say("why", { places: names.map((place) => say("in_" + place)).join(say("comma")) }) : "";
  }

  // What a result says, for a list of any kind.
  function skill(found, hit, hits) {
    const state = hit.maturity === "deprecated" ? say("deprecated") : "";
    return [
      make("span", { class: "hit-head" },
        make("b", { class: "name" }, marks(search.segments(hit.name, hits))),
        hit.title && make("span", { class: "hit-title" }, marks(search.segments(hit.title, hits))),
        make("small", {}, hit.category),
        state && make("small", { class: "hit-state" }, state)),
      make("span", { class: "hit-text" }, marks(search.excerpt(hit.description, hits))),
      make("small", { class: "hit-why" }, why(found, hit)),
    ];
  }

  function place(entry, hits) {
    return [
      make("span", { class: "hit-head" },
        make("b", {}, marks(search.segments(entry.text, hits))),
        make("small", {}, entry.skill.name)),
    ];
  }

  // The message for a search that failed: the data could not be had.
  function failed(error) {
    return say(error instanceof search.Missing ? "missing" : "broken");
  }

  // What `work` gives; `slow` is called when it takes longer than a moment.
  const MOMENT = 600;
  function patiently(work, slow) {
    const timer = setTimeout(slow, MOMENT);
    return work.finally(() => clearTimeout(timer));
  }

  // Searches of this browser, last first. They never leave it.
  const RECENT = "skillsite-searches";
  const recent = {
    get() {
      try {
        const kept = JSON.parse(localStorage.getItem(RECENT));
        return Array.isArray(kept) ? kept.filter((text) => typeof text === "string") : [];
      } catch {
        return [];
      }
    },
    add(text) {
      const all = [text, ...recent.get().filter((other) => other !== text)].slice(0, 8);
      try { localStorage.setItem(RECENT, JSON.stringify(all)); } catch { /* a private window */ }
    },
    clear() {
      try { localStorage.removeItem(RECENT); } catch { /* a private window */ }
    },
  };

  // Tells screen readers, once typing has paused.
  let telling;
  function tell(text) {
    clearTimeout(telling);
    telling = setTimeout(() => window.skillsite.say && window.skillsite.say(text), 500);
  }

  // Address of the result page for a query.
  function resultPage(query, mode) {
    const parameters = new URLSearchParams({ q: query });
    if (mode) parameters.set("mode", mode);
    return search.address("search.html") + "?" + parameters;
  }

  Object.assign(search, { say, make, marks, counted, unmetView: unmet, skillView: skill, placeView: place, failed, patiently, recent, tell, resultPage });
})(window.skillsiteSearch = window.skillsiteSearch || {});
