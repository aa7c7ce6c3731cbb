// The result page, search.html?q=…: all matches with facets, or "try a task" (mode=task). What is
// asked stands in the address, so that a result can be linked. Starts the search on every page.
(function (search) {
  "use strict";

  const { make, say } = search;
  const SHOWN = 20;
  // Milliseconds after the last letter before it is searched.
  const PAUSE = 200;
  // Values of a facet that are shown at once.
  const VALUES = 8;
  const NARROW = "(max-width: 56rem)";
  const FACETS = ["category", "topic", "tag", "type", "maturity", "risk", "has"];

  function page(place, form, field) {
    const state = read();
    const mode = make("div", { class: "hits-modes", role: "group", "aria-label": say("mode") });
    const summary = make("p", { class: "bar" });
    // Beside the list on a wide screen, folded above it on a narrow one.
    const groups = make("div");
    const facets = make("details", { class: "facets", "aria-label": say("filter"), hidden: true, open: !matchMedia(NARROW).matches },
      make("summary", {}, say("filter")), groups);
    const results = make("div", { class: "results" });
    place.replaceChildren(mode, make("div", { class: "browse" }, facets, make("div", {}, summary, results)));
    // Made once, so that they keep the focus.
    const buttons = [false, true].map((task) => {
      const button = make("button", { type: "button" }, say(task ? "task" : "search"));
      button.addEventListener("click", () => change({ task }));
      return button;
    });
    const full = make("input", { type: "checkbox" });
    full.addEventListener("change", () => change({ full: full.checked }));
    const fullText = make("label", {}, full, " " + say("full"));
    mode.append(...buttons, fullText);
    const opened = new Set();
    let asked = 0;
    // The timer that waits for the end of typing.
    let typing = 0;

    function read() {
      const parameters = new URLSearchParams(location.search);
      return {
        q: parameters.get("q") || "",
        task: parameters.get("mode") === "task",
        full: parameters.get("full") === "1",
        filters: FACETS.flatMap((name) => parameters.getAll(name).map((text) => ({
          field: name, text, key: search.analysis.filterKey(text),
        }))),
      };
    }

    // `step`: pushState makes a step of the history, replaceState changes the present one.
    function write(step) {
      const parameters = new URLSearchParams();
      if (state.q) parameters.set("q", state.q);
      if (state.task) parameters.set("mode", "task");
      if (state.full) parameters.set("full", "1");
      for (const { field: name, text } of state.filters) parameters.append(name, text);
      const query = String(parameters);
      history[step](null, "", location.pathname + (query ? "?" + query : ""));
    }

    function showModes() {
      buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(state.task === (at === 1))));
      full.checked = state.full;
      if (state.task) hide(fullText, buttons[1]);
    }

    // Hides what may hold the focus, which then goes to `next`.
    function hide(element, next) {
      if (!element.hidden && element.contains(document.activeElement)) next.focus({ preventScroll: true });
      element.hidden = true;
    }

    // Fills a part of the page anew. The control that has the focus has it afterwards, or else `next()` has it.
    function fill(part, children, next) {
      const key = part.contains(document.activeElement) && document.activeElement.dataset.key;
      part.replaceChildren(...children);
      if (key === false) return;
      const again = Array.from(part.querySelectorAll("[data-key]")).find((control) => control.dataset.key === key) || next();
      const folded = again.closest("details");
      if (folded && again.tagName !== "SUMMARY") folded.open = true;
      again.focus({ preventScroll: true });
    }

    function sum(...children) {
      fill(summary, children.flat(), () => summary.querySelector("button") || field);
    }

    // Something was chosen: Back undoes it.
    function change(values) {
      if (typing) finishTyping();
      Object.assign(state, values);
      write("pushState");
      update();
    }

    function finishTyping() {
      clearTimeout(typing);
      typing = 0;
      write("replaceState");
    }

    async function update() {
      const number = ++asked;
      showModes();
      document.title = (state.q ? state.q + " · " : "") + document.title.split(" · ").slice(-2).join(" · ");
      const current = () => number === asked;
      try {
        await (state.task ? showTask(current) : showSearch(current));
      } catch (error) {
        if (!current()) return;
        clear();
        sum(search.failed(error));
        search.tell(search.failed(error));
      }
    }

    function clear() {
      hide(facets, field);
      if (results.contains(document.activeElement)) field.focus({ preventScroll: true });
      results.replaceChildren();
    }

    // Says that an answer takes its time.
    function wait(current) {
      if (!current()) return;
      sum(say("loading"));
      search.tell(say("loading"));
    }

    async function showSearch(current) {
      if (!state.q.trim() && !state.filters.length) {
        clear();
        fullText.hidden = false;
        sum(say("hint"));
        return;
      }
      const { q, full, filters } = state;
      const found = await search.patiently(search.find(q, { limit: SHOWN, full, filters }), () => wait(current));
      // The facets are waited for a moment, so that the list need not make room for them later.
      const counted = found.facets();
      await new Promise((ready) => search.patiently(counted, ready).then(ready, ready));
      if (!current()) return;
      // What was done without being asked for is not offered.
      if (found.full && !full) hide(fullText, buttons[0]); else fullText.hidden = false;
      const hits = search.marked(found.words);
      const list = make("ol", { class: "list" });
      // Adds skills to the list; gives the link of the first.
      const add = (skills) => {
        const links = skills.map((hit) => make("a", { class: "hit", href: search.address(hit.url) }, search.skillView(found, hit, hits)));
        list.append(...links.map((link, at) => make("li", { class: "row hit-row " + skills[at].maturity }, link)));
        return links[0];
      };
      add(found.hits);
      const text = found.total ? search.counted(found) : say("nothing", { query: q.trim() });
      sum(make("strong", {}, text), chips(found), found.full && !full ? say("in_full_text") : "");
      const missing = make("p", { class: "note", hidden: true });
      results.replaceChildren(list, more(found, add), missing);
      search.tell(text);
      // The list stays when the rest cannot be had.
      const failed = (error) => {
        if (!current()) return;
        missing.hidden = false;
        missing.textContent = search.failed(error);
        search.tell(search.failed(error));
      };
      await counted.then((groups) => { if (current()) showFacets(groups); }, (error) => {
        if (current()) hide(facets, field);
        failed(error);
      });
      await found.inside().then((inside) => { if (current()) showInside(inside, hits); }, failed);
      await search.unmetView(found).then((unmet) => {
        if (!current() || !unmet) return;
        summary.append(" " + unmet);
        search.tell(text + " · " + unmet);
      }, failed);
    }

    function showInside(inside, hits) {
      for (const [title, entries] of [["sections", inside.sections], ["files", inside.files]]) {
        if (!entries.length) continue;
        results.append(make("h2", { class: "shelf" }, say(title)), make("ul", { class: "list" }, entries.map((entry) =>
          make("li", { class: "row hit-row" },
            make("a", { class: "hit", href: search.address(entry.url) }, search.placeView(entry, hits))))));
      }
    }

    // A button for the next matches, while there are any.
    function more(found, add) {
      let shown = found.hits.length;
      let loading = false;
      const fault = make("p", { class: "note", hidden: true });
      const button = make("button", { type: "button", class: "hits-more", hidden: shown >= found.total }, say("more"));
      const tell = (text) => {
        fault.hidden = false;
        fault.textContent = text;
        search.tell(text);
      };
      button.addEventListener("click", async () => {
        if (loading) return;
        loading = true;
        try {
          const next = await search.patiently(found.page(shown, SHOWN), () => tell(say("loading")));
          fault.hidden = true;
          const first = add(next);
          shown += next.length;
          button.hidden = shown >= found.total || !first;
          if (first) first.focus({ preventScroll: true });
        } catch (error) {
          tell(search.failed(error));
        }
        loading = false;
      });
      return make("div", {}, button, fault);
    }

    // What is chosen, each with a way to take it back.
    function chips(found) {
      return found.query.filters.filter((filter) => filter.own).map((filter) => {
        const label = say("remove_filter", { filter: filter.text });
        const chip = make("button", { type: "button", class: "chip", "aria-label": label, "data-key": filter.field + ":" + filter.key },
          filter.text + " ×");
        chip.addEventListener("click", () => toggle(filter));
        return chip;
      });
    }

    function toggle({ field: name, key, text }) {
      const others = state.filters.filter((filter) => filter.field !== name || filter.key !== key);
      const chosen = others.length < state.filters.length;
      change({ filters: chosen ? others : others.concat({ field: name, key, text }) });
    }

    function showFacets(found) {
      if (!found.length) {
        hide(facets, field);
        return;
      }
      facets.hidden = false;
      fill(groups, found.map(({ field: name, values }) => {
        const labels = values.map((value) => {
          const input = make("input", { type: "checkbox", "data-key": name + ":" + value.key });
          input.checked = value.chosen;
          input.addEventListener("change", () => toggle({ field: name, ...value }));
          return make("label", {}, input, make("span", {}, value.text), make("small", {}, String(value.count)));
        });
        const rest = labels.filter((_, at) => at >= VALUES && !values[at].chosen);
        return make("fieldset", {}, make("legend", {}, say("facet_" + name)), labels.filter((label) => !rest.includes(label)),
          rest.length > 0 && folded(name, rest));
      }), () => field);
    }

    // The rarer values of a facet; they stay open once they were opened.
    function folded(name, labels) {
      const details = make("details", { open: opened.has(name) },
        make("summary", { "data-key": name }, say("facet_more", { n: labels.length })), labels);
      details.addEventListener("toggle", () => { if (details.open) opened.add(name); else opened.delete(name); });
      return details;
    }

    async function showTask(current) {
      hide(facets, field);
      if (!state.q.trim()) {
        clear();
        sum(say("task_hint"));
        return;
      }
      const routed = await search.patiently(search.route(state.q, { limit: 10 }), () => wait(current));
      if (!current()) return;
      const best = routed.skills.length ? routed.skills[0].score : 1;
      const text = routed.total === 0 ? say("nothing", { query: state.q.trim() })
        : routed.total === 1 ? say("task_alone")
          : say("task_lead", { name: routed.skills[0].name, percent: Math.round(routed.lead * 100) });
      sum(make("strong", {}, text));
      search.tell(text);
      const marked = (hit) => new Set(hit.matches.map((match) => match.found));
      results.replaceChildren(
        make("p", { class: "note" }, say("task_note")),
        make("ol", { class: "list" }, routed.skills.map((hit) => make("li", { class: "row hit-row " + hit.maturity },
          make("a", { class: "hit", href: search.address(hit.url) },
            make("span", { class: "hit-head" }, make("b", { class: "name" }, hit.name), make("small", {}, hit.category)),
            make("span", { class: "hit-text" }, search.marks(search.segments(hit.description, marked(hit)))),
            make("small", { class: "hit-why" }, say("task_words", { words: hit.matches.map(({ asked: word, found }) =>
              word === found ? word : word + " → " + found).join(say("comma")) }))),
          make("meter", { min: "0", max: "1", value: String(hit.score / best), "aria-label": say("task_fit") })))));
    }

    field.value = state.q;
    field.addEventListener("input", () => {
      state.q = field.value;
      clearTimeout(typing);
      typing = setTimeout(() => {
        finishTyping();
        update();
      }, PAUSE);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (typing) {
        finishTyping();
        update();
      }
      if (state.q.trim()) search.recent.add(state.q.trim());
    });
    addEventListener("popstate", () => {
      clearTimeout(typing);
      typing = 0;
      Object.assign(state, read());
      field.value = state.q;
      update();
    });
    update();
  }

  const form = document.querySelector("[data-search-form]");
  const field = document.querySelector("[data-search-input]");
  if (form && field) {
    document.head.append(make("link", { rel: "stylesheet", href: search.address(search.style) }));
    const place = document.querySelector("[data-search-page]");
    if (place) page(place, form, field); else search.box(form, field);
  }
})(window.skillsiteSearch = window.skillsiteSearch || {});
