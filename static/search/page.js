// The result page, search.html?q=…: all matches with facets, or "try a task" (mode=task). What is
// asked stands in the address, so that a result can be linked. Starts the search on every page.
(function (search) {
  "use strict";

  const { make, say } = search;
  const SHOWN = 20;
  // Values of a facet that are shown at once.
  const VALUES = 8;
  const FACETS = ["category", "topic", "tag", "type", "maturity", "risk", "has"];

  function page(place, form, field) {
    const state = read();
    const mode = make("div", { class: "hits-modes", role: "group", "aria-label": say("mode") });
    const summary = make("p", { class: "bar" });
    const facets = make("aside", { class: "facets", "aria-label": say("filter"), hidden: true });
    const results = make("div", { class: "results" });
    place.replaceChildren(mode, make("div", { class: "browse" }, facets, make("div", {}, summary, results)));
    let asked = 0;

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

    function write() {
      const parameters = new URLSearchParams();
      if (state.q) parameters.set("q", state.q);
      if (state.task) parameters.set("mode", "task");
      if (state.full) parameters.set("full", "1");
      for (const { field: name, text } of state.filters) parameters.append(name, text);
      const query = String(parameters);
      history.replaceState(null, "", location.pathname + (query ? "?" + query : ""));
    }

    function showModes() {
      mode.replaceChildren(...[false, true].map((task) => {
        const button = make("button", { type: "button", "aria-pressed": String(task === state.task) }, say(task ? "task" : "search"));
        button.addEventListener("click", () => change({ task }));
        return button;
      }), state.task ? "" : fullText());
    }

    function fullText() {
      const input = make("input", { type: "checkbox" });
      input.checked = state.full;
      input.addEventListener("change", () => change({ full: input.checked }));
      return make("label", {}, input, " " + say("full"));
    }

    function change(values) {
      Object.assign(state, values);
      write();
      update();
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
        facets.hidden = true;
        results.replaceChildren();
        summary.replaceChildren(search.failed(error));
        search.tell(search.failed(error));
      }
    }

    async function showSearch(current) {
      if (!state.q.trim() && !state.filters.length) {
        facets.hidden = true;
        results.replaceChildren();
        summary.replaceChildren(say("hint"));
        return;
      }
      const found = await search.find(state.q, { limit: SHOWN, full: state.full, filters: state.filters });
      const groups = await found.facets();
      if (!current()) return;
      // What was done without being asked for is not offered.
      for (const box of mode.querySelectorAll("label")) box.hidden = found.full && !state.full;
      const hits = search.marked(found.words);
      const list = make("ol", { class: "list" });
      const add = (skills) => list.append(...skills.map((hit) =>
        make("li", { class: "row hit-row " + hit.maturity },
          make("a", { class: "hit", href: search.address(hit.url) }, search.skillView(found, hit, hits)))));
      add(found.hits);
      const text = found.total ? search.counted(found) : say("nothing", { query: state.q.trim() });
      summary.replaceChildren(make("strong", {}, text), ...chips(found), found.full && !state.full ? say("in_full_text") : "");
      results.replaceChildren(list, more(found, add));
      search.tell(text);
      showFacets(groups);
      const inside = await search.inside(found);
      if (!current()) return;
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
      const button = make("button", { type: "button", class: "hits-more", hidden: shown >= found.total }, say("more"));
      button.addEventListener("click", async () => {
        const next = await found.page(shown, SHOWN);
        add(next);
        shown += next.length;
        button.hidden = shown >= found.total;
      });
      return button;
    }

    // What is chosen, each with a way to take it back.
    function chips(found) {
      return found.query.filters.filter((filter) => filter.own).map((filter) => {
        const label = say("remove_filter", { filter: filter.text });
        const chip = make("button", { type: "button", class: "chip", "aria-label": label }, filter.text + " ×");
        chip.addEventListener("click", () => toggle(filter));
        return chip;
      });
    }

    function toggle({ field: name, key, text }) {
      const others = state.filters.filter((filter) => filter.field !== name || filter.key !== key);
      const chosen = others.length < state.filters.length;
      change({ filters: chosen ? others : others.concat({ field: name, key, text }) });
    }

    function showFacets(groups) {
      facets.hidden = groups.length === 0;
      facets.replaceChildren(...groups.map(({ field: name, values }) => {
        const labels = values.map((value) => {
          const input = make("input", { type: "checkbox" });
          input.checked = value.chosen;
          input.addEventListener("change", () => toggle({ field: name, ...value }));
          return make("label", {}, input, make("span", {}, value.text), make("small", {}, String(value.count)));
        });
        const rest = labels.filter((_, at) => at >= VALUES && !values[at].chosen);
        return make("fieldset", {}, make("legend", {}, say("facet_" + name)), labels.filter((label) => !rest.includes(label)),
          rest.length > 0 && make("details", {}, make("summary", {}, say("facet_more", { n: rest.length })), rest));
      }));
    }

    async function showTask(current) {
      facets.hidden = true;
      if (!state.q.trim()) {
        results.replaceChildren();
        summary.replaceChildren(say("task_hint"));
        return;
      }
      const routed = await search.route(state.q, { limit: 10 });
      if (!current()) return;
      const best = routed.skills.length ? routed.skills[0].score : 1;
      const text = routed.total === 0 ? say("nothing", { query: state.q.trim() })
        : routed.total === 1 ? say("task_alone")
          : say("task_lead", { name: routed.skills[0].name, percent: Math.round(routed.lead * 100) });
      summary.replaceChildren(make("strong", {}, text));
      search.tell(text);
      const marked = (hit) => new Set(hit.matches.map((match) => match.found));
      results.replaceChildren(
        make("p", { class: "note" }, say("task_note")),
        make("ol", { class: "list" }, routed.skills.map((hit) => make("li", { class: "row hit-row " + hit.maturity },
          make("a", { class: "hit", href: search.address(hit.url) },
            make("span", { class: "hit-head" }, make("b", { class: "name" }, hit.name), make("small", {}, hit.category)),
            make("span", { class: "hit-text" }, search.marks(search.segments(hit.description, marked(hit)))),
            make("small", { class: "hit-why" }, say("task_words", { words: hit.matches.map(({ asked: word, found }) =>
              word === found ? word : word + " → " + found).join(", ") }))),
          make("meter", { min: "0", max: "1", value: String(hit.score / best), "aria-label": say("task_fit") })))));
    }

    field.value = state.q;
    field.addEventListener("input", () => change({ q: field.value }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (state.q.trim()) search.recent.add(state.q.trim());
    });
    addEventListener("popstate", () => {
      Object.assign(state, read());
      field.value = state.q;
      update();
    });
    update();
  }

  const form = document.querySelector("[data-search-form]");
  const field = document.querySelector("[data-search-input]");
  if (form && field) {
    document.head.append(make("link", { rel: "stylesheet", href: search.address("assets/search.css") + search.version }));
    const place = document.querySelector("[data-search-page]");
    if (place) page(place, form, field); else search.box(form, field);
  }
})(window.skillsiteSearch = window.skillsiteSearch || {});
