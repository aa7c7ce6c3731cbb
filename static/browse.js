/* Facets over the list of all skills. The data is one file, loaded when a reader first asks for
   something that the page itself does not show. State is in the address, so it can be sent on. */
(function () {
  "use strict";
  var box = document.querySelector("[data-browse]");
  if (!box || !window.URLSearchParams) return;
  var form = box.querySelector("[data-facets]");
  var place = box.querySelector("[data-rows]");
  var count = box.querySelector("[data-count]");
  var part = box.querySelector("[data-part]");
  var chips = box.querySelector("[data-chips]");
  var sort = box.querySelector("[data-sort]");
  var skillsite = window.skillsite;
  var still = Array.prototype.slice.call(place.childNodes);
  var stillCount = count.textContent;
  var PIECE = 60;
  /* Cells of a row, as the data file has them. */
  var NAME = 0, ID = 1, LABEL = 2, TEXT = 3, BEFORE = 4, ANSWERS = 5, COST = 6, REQUIRED_BY = 7, VERSION = 8, VERIFIED = 9,
    CHANGED = 10, REQUIRES = 11, ERRORS = 12, FOLDER = 13, LANG = 14, REPLACED = 15, REPLACED_HREF = 16;
  var data = null, facets = [];

  function element(name, attributes, children) {
    var made = document.createElement(name);
    for (var key in attributes) if (attributes[key] !== null && attributes[key] !== undefined) made.setAttribute(key, attributes[key]);
    (children || []).forEach(function (child) { if (child) made.append(child); });
    return made;
  }
  function number(value) { return value.toLocaleString(document.documentElement.lang); }
  function counted(word, value) {
    var form = Array.isArray(word) ? word[value === 1 ? 0 : 1] : word;
    return form.replace("{n}", number(value));
  }

  /* ---- state: key → set of values, and the order */
  function read() {
    var query = new URLSearchParams(location.search);
    var orders = sort ? Array.from(sort.options, function (option) { return option.value; }) : [];
    var state = { sort: orders.indexOf(query.get("sort")) >= 0 ? query.get("sort") : "name", chosen: {} };
    Array.prototype.forEach.call(form.querySelectorAll("[data-facet]"), function (field) {
      var key = field.dataset.facet;
      state.chosen[key] = new Set(query.getAll(key));
    });
    return state;
  }
  function isPlain(state) {
    return state.sort === "name" && Object.keys(state.chosen).every(function (key) { return !state.chosen[key].size; });
  }
  function write(state) {
    var query = new URLSearchParams();
    Object.keys(state.chosen).forEach(function (key) {
      state.chosen[key].forEach(function (value) { query.append(key, value); });
    });
    if (state.sort !== "name") query.set("sort", state.sort);
    var text = query.toString();
    history.pushState(null, "", location.pathname + (text ? "?" + text : ""));
    shown = location.search;
  }

  /* ---- data */
  skillsite.catalog = function (loaded) {
    data = loaded;
    facets = data.facets.map(function (facet, at) {
      var place = new Map();
      facet.values.forEach(function (value, number) { place.set(value[0], number); });
      return { key: facet.key, label: facet.label, values: facet.values, place: place, at: at };
    });
  };
  var ready = skillsite.data(box.dataset.browse, place, function () { return data; });

  /* ---- which rows, and how many there would be for each value */
  function narrow(state) {
    var chosen = facets.map(function (facet) {
      var wanted = [];
      state.chosen[facet.key].forEach(function (value) { if (facet.place.has(value)) wanted.push(facet.place.get(value)); });
      return state.chosen[facet.key].size ? wanted : null;
    });
    var counts = facets.map(function (facet) { return new Uint32Array(facet.values.length); });
    var rows = data.skills.filter(function (skill) {
      var misses = -1;
      for (var at = 0; at < facets.length; at++) {
        if (chosen[at] && !skill[ANSWERS][at].some(function (value) { return chosen[at].indexOf(value) >= 0; })) {
          if (misses >= 0) return false;
          misses = at;
        }
      }
      /* A row that fails one question still counts for the other answers to that question. */
      for (at = 0; at < facets.length; at++) {
        if (misses < 0 || misses === at) skill[ANSWERS][at].forEach(function (value) { counts[at][value]++; });
      }
      return misses < 0;
    });
    return { rows: order(rows, state.sort), counts: counts };
  }
  function order(rows, sort) {
    var latest = function (cell) { return function (a, b) { return (b[cell] || "") < (a[cell] || "") ? -1 : (b[cell] || "") > (a[cell] || "") ? 1 : 0; }; };
    var by = {
      verified: latest(VERIFIED), changed: latest(CHANGED),
      cost: function (a, b) { return a[COST] - b[COST]; },
      required: function (a, b) { return (b[REQUIRED_BY] || 0) - (a[REQUIRED_BY] || 0); }
    }[sort];
    return by ? rows.slice().sort(by) : rows;
  }

  /* ---- rows, in the same form as templates/row.html */
  function value(skill, key) {
    var facet = facets.find(function (facet) { return facet.key === key; });
    return facet && skill[ANSWERS][facet.at].length ? facet.values[skill[ANSWERS][facet.at][0]] : null;
  }
  function address(folder, name) { return skillsite.root + folder + "/" + encodeURIComponent(name) + ".html"; }
  function row(skill) {
    var words = data.words;
    var maturity = value(skill, "maturity"), risk = value(skill, "risk");
    var tagFacet = facets.find(function (facet) { return facet.key === "tag"; });
    var tags = tagFacet ? skill[ANSWERS][tagFacet.at].slice(0, 6).map(function (at) {
      var tag = tagFacet.values[at];
      return element("a", { class: "chip", href: address("tags", tag[0]) }, [tag[1]]);
    }) : [];
    var name = skill[REPLACED] && element("code", {}, [skill[REPLACED]]);
    var replaced = name && element("span", { class: "replaced" }, [" " + words.replaced_by + " ",
      skill[REPLACED_HREF] ? element("a", { href: skillsite.root + skill[REPLACED_HREF] }, [name]) : name]);
    var facts = [
      maturity && element("span", { class: "state " + maturity[0] }, [maturity[1]]),
      skill[ERRORS] && element("span", { class: "risk high" }, [counted(words.errors, skill[ERRORS])]),
      risk && risk[0] !== "low" && element("span", { class: "risk " + risk[0] }, [risk[1]]),
      skill[VERSION] && element("span", {}, [skill[VERSION]]),
      skill[VERIFIED] && element("span", {}, [words.verified_on + " ", element("time", { datetime: skill[VERIFIED] }, [skill[VERIFIED]])]),
      skill[COST] && element("span", {}, [counted(words.tokens_n, skill[COST])]),
      skill[REQUIRES] && element("span", {}, [counted(words.requires_n, skill[REQUIRES])])
    ];
    return element("li", { class: "row" + (maturity ? " " + maturity[0] : ""), lang: skill[LANG] || null }, [
      element("h3", { dir: "auto" }, [element("a", { href: address("skills", skill[ID]) }, [skill[NAME]]), skill[FOLDER] && element("small", {}, [skill[FOLDER]])]),
      element("p", { dir: "auto" }, [skill[LABEL] && element("span", { class: "when" }, [skill[LABEL]]), skill[LABEL] ? " " : null, skill[TEXT] || null,
        skill[BEFORE] && " ", skill[BEFORE] && element("span", { class: "soft" }, [skill[BEFORE]]), replaced]),
      tags.length ? element("div", { class: "tags" }, tags) : null,
      element("div", { class: "facts" }, facts)
    ]);
  }

  /* ---- what is shown: piece by piece, so that thousands of rows stay light; `least` rows at once */
  function show(rows, least) {
    made = 0;
    if (!rows.length) {
      place.replaceChildren(element("p", { class: "note" }, [data.words.nothing_found]));
      return;
    }
    var list = element("ul", { class: "list" });
    var button = element("button", { type: "button", class: "show-more" }, [data.words.show_more]);
    var more = function () {
      var piece = document.createDocumentFragment();
      rows.slice(made, made + PIECE).forEach(function (skill) { piece.append(row(skill)); });
      list.append(piece);
      made += PIECE;
      button.hidden = made >= rows.length;
    };
    button.addEventListener("click", function () {
      var first = made;
      more();
      var link = list.children[first] && list.children[first].querySelector("a");
      if (link) link.focus({ preventScroll: true });
    });
    do more(); while (made < least && made < rows.length);
    place.replaceChildren(list, button);
    if ("IntersectionObserver" in window) {
      new IntersectionObserver(function (seen) {
        if (seen[0].isIntersecting && !button.hidden) more();
      }, { rootMargin: "600px" }).observe(button);
    }
  }

  /* ---- facets: what the server wrote is kept, the rest is added when it is wanted */
  var fields = Array.prototype.map.call(form.querySelectorAll("[data-facet]"), function (field) {
    var known = new Map();
    Array.prototype.forEach.call(field.querySelectorAll("label"), function (label) { known.set(label.firstChild.value, label); });
    var own = { key: field.dataset.facet, field: field, known: known, first: Array.from(known.keys()), button: field.querySelector("[data-more]"), open: false, search: null };
    if (own.button) own.button.addEventListener("click", function () {
      ready(function () {
        own.open = !own.open;
        update(read(), false);
      });
    });
    return own;
  });
  function label(own, facet, value) {
    if (!own.known.has(value[0])) {
      var made = element("label", {}, [
        element("input", { type: "checkbox", name: own.key, value: value[0], autocomplete: "off" }),
        element("span", { class: "text" }, [value[1]]), element("span", { class: "count" })
      ]);
      own.known.set(value[0], made);
      own.field.insertBefore(made, own.button);
    }
    return own.known.get(value[0]);
  }
  function fill(own, state, counts) {
    var facet = facets.find(function (facet) { return facet.key === own.key; });
    if (!facet) return;
    var needle = own.search ? own.search.value.trim().toLowerCase() : "";
    facet.values.forEach(function (value, at) {
      var chosen = state.chosen[own.key].has(value[0]);
      var shown = own.open ? !needle || chosen || value[1].toLowerCase().indexOf(needle) >= 0 : chosen || own.first.indexOf(value[0]) >= 0;
      if (!shown && !own.known.has(value[0])) return;
      var made = label(own, facet, value);
      made.hidden = !shown;
      made.firstChild.checked = chosen;
      made.lastChild.textContent = number(counts[facet.at][at]);
      made.classList.toggle("none", !counts[facet.at][at]);
    });
    if (!own.button) return;
    own.button.setAttribute("aria-expanded", String(own.open));
    own.button.textContent = own.open ? data.words.fewer_values : counted(data.words.more_values, facet.values.length - own.first.length);
    if (own.open && !own.search && facet.values.length > 20) {
      own.search = element("input", { type: "search", "aria-label": data.words.filter_values + ": " + facet.label, placeholder: data.words.filter_values, autocomplete: "off" });
      own.search.addEventListener("input", function (event) { event.stopPropagation(); update(read(), false); });
      own.field.insertBefore(own.search, own.field.querySelector("label"));
      own.search.focus();
    }
    if (own.search) {
      own.search.hidden = !own.open;
      if (!own.open) own.search.value = "";
    }
  }

  function chip(state, key, text, value) {
    var button = element("button", { type: "button", "aria-label": data.words.remove_filter + " " + text }, [text]);
    button.addEventListener("click", function () {
      state.chosen[key].delete(value);
      write(state);
      update(state, true);
      var next = chips.querySelector("button") || sort;
      if (next) next.focus();
    });
    return button;
  }
  function showChips(state) {
    chips.replaceChildren();
    var number = facets.reduce(function (sum, facet) { return sum + state.chosen[facet.key].size; }, 0);
    box.querySelector("[data-active]").textContent = number ? "(" + number + ")" : "";
    facets.forEach(function (facet) {
      state.chosen[facet.key].forEach(function (value) {
        var text = facet.place.has(value) ? facet.values[facet.place.get(value)][1] : value;
        chips.append(chip(state, facet.key, text, value));
      });
    });
    if (chips.children.length > 1) {
      var clear = element("button", { type: "button", class: "clear" }, [data.words.clear_filters]);
      clear.addEventListener("click", function () {
        Object.keys(state.chosen).forEach(function (key) { state.chosen[key].clear(); });
        write(state);
        update(state, true);
        if (sort) sort.focus();
      });
      chips.append(clear);
    }
  }

  /* How far a reader has come stands in the entry of the history, for the way back from a skill. */
  var made = 0, keeping = 0;
  function keep() {
    clearTimeout(keeping);
    if (made) history.replaceState({ rows: made, top: scrollY }, "");
  }
  function comeBack(aloud) {
    var kept = history.state || {};
    update(read(), aloud, kept.rows);
    if (kept.rows) scrollTo({ top: kept.top, behavior: "instant" });
  }
  addEventListener("scroll", function () {
    clearTimeout(keeping);
    keeping = setTimeout(keep, 100);
  });
  place.addEventListener("click", keep);

  function update(state, aloud, least) {
    var found = narrow(state);
    fields.forEach(function (own) { fill(own, state, found.counts); });
    showChips(state);
    if (sort) sort.value = state.sort;
    if (isPlain(state)) {
      made = 0;
      place.replaceChildren.apply(place, still);
      count.textContent = stillCount;
    } else {
      show(found.rows, least || 0);
      count.textContent = data.words.count_of.replace("{n}", number(found.rows.length)).replace("{total}", number(data.skills.length));
    }
    if (part) part.hidden = !isPlain(state);
    if (aloud) skillsite.say(count.textContent);
  }

  form.addEventListener("change", function (event) {
    var input = event.target;
    if (input.type !== "checkbox") return;
    var state = read();
    if (input.checked) state.chosen[input.name].add(input.value); else state.chosen[input.name].delete(input.value);
    write(state);
    ready(function () { update(read(), true); });
  });
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  if (sort) sort.addEventListener("change", function () {
    var state = read();
    state.sort = sort.value;
    write(state);
    ready(function () { update(read(), true); });
  });
  /* The query that the list shows: a link within the page, such as that past the header, changes nothing. */
  var shown = location.search;
  addEventListener("popstate", function () {
    if (location.search === shown) return;
    shown = location.search;
    ready(function () { comeBack(true); });
  });

  var narrowScreen = window.matchMedia && matchMedia("(max-width: 56rem)").matches;
  if (narrowScreen) box.querySelector("[data-facets-box]").open = false;
  if (!isPlain(read())) ready(function () { comeBack(false); });
})();
