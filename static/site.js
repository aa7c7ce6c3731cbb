/* Behaviour of the pages. Everything works without this file; it adds comfort. Loaded deferred. */
(function () {
  "use strict";
  var script = document.currentScript;
  var words = JSON.parse(script.dataset.strings || "{}");
  var root = document.documentElement;
  var all = function (selector, from) { return Array.prototype.slice.call((from || document).querySelectorAll(selector)); };
  var remember = {
    get: function (key) { try { return localStorage.getItem("skillsite-" + key); } catch (e) { return null; } },
    set: function (key, value) { try { if (value === null) localStorage.removeItem("skillsite-" + key); else localStorage.setItem("skillsite-" + key, value); } catch (e) { /* private mode */ } }
  };

  /* What other scripts of the site build on. */
  var skillsite = window.skillsite = window.skillsite || {};
  skillsite.words = words;
  skillsite.root = script.dataset.root || "";
  skillsite.say = function (text) {
    var status = document.querySelector("[data-status]");
    if (!status) return;
    status.textContent = "";
    setTimeout(function () { status.textContent = text; }, 30);
  };
  skillsite.load = function (source, then) {
    var tag = document.createElement("script");
    tag.src = source;
    tag.onload = then || null;
    document.head.appendChild(tag);
    return tag;
  };

  /* Colours: as the system, light, dark. */
  all("[data-theme-switch]").forEach(function (button) {
    var states = ["auto", "light", "dark"];
    var show = function () {
      var state = root.dataset.theme || "auto";
      button.setAttribute("aria-label", button.dataset[state]);
      button.title = button.dataset[state];
    };
    button.addEventListener("click", function () {
      var next = states[(states.indexOf(root.dataset.theme || "auto") + 1) % 3];
      if (next === "auto") delete root.dataset.theme; else root.dataset.theme = next;
      remember.set("theme", next === "auto" ? null : next);
      show();
      skillsite.say(button.dataset[next]);
    });
    show();
  });

  /* Copying. */
  var copyText = function (text) {
    if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
    var area = document.createElement("textarea");
    area.value = text;
    area.className = "sr";
    document.body.appendChild(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    return Promise.resolve();
  };
  var copyOn = function (button, text) {
    button.addEventListener("click", function () {
      copyText(text()).then(function () {
        button.textContent = words.copied;
        skillsite.say(words.copied);
        setTimeout(function () { button.textContent = words.copy; }, 1600);
      });
    });
  };
  all("[data-copy]").forEach(function (button) { copyOn(button, function () { return button.dataset.copy; }); });
  all(".prose pre").forEach(function (pre) {
    var code = pre.querySelector("code") || pre;
    var box = pre.parentNode;
    if (!box.classList.contains("code")) return;
    var button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = words.copy;
    button.setAttribute("aria-label", words.copy_code);
    copyOn(button, function () { return code.textContent; });
    box.appendChild(button);
  });

  /* Tabs, one choice for the whole site. */
  all("[data-tabs]").forEach(function (box, number) {
    var key = "tab-" + box.dataset.tabs;
    var panels = all("[data-tab]", box);
    if (panels.length < 2) return;
    var list = document.createElement("div");
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", box.dataset.label);
    var tabs = panels.map(function (panel, at) {
      var tab = document.createElement("button");
      tab.type = "button";
      tab.textContent = panel.dataset.tab;
      tab.id = "s:tab-" + number + "-" + at;
      panel.id = "s:panel-" + number + "-" + at;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      list.appendChild(tab);
      return tab;
    });
    var choose = function (at, focus) {
      tabs.forEach(function (tab, other) {
        tab.setAttribute("aria-selected", String(other === at));
        tab.tabIndex = other === at ? 0 : -1;
        panels[other].hidden = other !== at;
      });
      if (focus) { tabs[at].focus(); remember.set(key, panels[at].dataset.tab); }
    };
    list.addEventListener("click", function (event) {
      var at = tabs.indexOf(event.target);
      if (at >= 0) choose(at, true);
    });
    list.addEventListener("keydown", function (event) {
      var at = tabs.indexOf(document.activeElement);
      var step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (event.key === "Home") choose(0, true);
      else if (event.key === "End") choose(tabs.length - 1, true);
      else if (step) choose((at + step + tabs.length) % tabs.length, true);
      else return;
      event.preventDefault();
    });
    box.insertBefore(list, box.firstChild);
    box.classList.add("tabbed");
    var wanted = remember.get(key);
    choose(Math.max(0, panels.findIndex(function (panel) { return panel.dataset.tab === wanted; })));
  });

  /* "On this page" marks the section that is read. */
  var entries = all("[data-contents] a");
  if (entries.length && "IntersectionObserver" in window) {
    var targets = entries.map(function (entry) { return document.getElementById(decodeURIComponent(entry.hash.slice(1))); });
    var mark = function () {
      var current = 0;
      targets.forEach(function (target, at) { if (target && target.getBoundingClientRect().top < 120) current = at; });
      entries.forEach(function (entry, at) {
        if (at === current) entry.setAttribute("aria-current", "true"); else entry.removeAttribute("aria-current");
      });
    };
    var observer = new IntersectionObserver(mark, { rootMargin: "-100px 0px -60% 0px" });
    targets.forEach(function (target) { if (target) observer.observe(target); });
    mark();
  }

  /* Lines of a file: #L10 and #L10-L20. */
  var source = document.querySelector("[data-source]");
  if (source) {
    var showLines = function () {
      all(".marked", source).forEach(function (line) { line.classList.remove("marked"); });
      var range = /^#L(\d+)(?:-L(\d+))?$/.exec(location.hash);
      if (!range) return;
      var from = Math.min(+range[1], +(range[2] || range[1])), to = Math.max(+range[1], +(range[2] || range[1]));
      for (var at = from; at <= to; at++) {
        var line = document.getElementById("L" + at);
        if (line) line.classList.add("marked");
      }
      var first = document.getElementById("L" + from);
      if (first && range[2]) first.scrollIntoView({ block: "center" });
    };
    var last = null;
    source.addEventListener("click", function (event) {
      var line = event.target.closest("a[id^=L]");
      if (!line) return;
      if (event.shiftKey && last) {
        event.preventDefault();
        location.hash = last + "-" + line.id;
      }
      last = line.id;
    });
    addEventListener("hashchange", showLines);
    showLines();
  }

  /* Findings by level, rule and category. */
  var filters = document.querySelector("[data-filter-findings]");
  var findings = document.querySelector("[data-findings]");
  if (filters && findings) {
    var lines = all("tbody tr", findings);
    var selects = all("[data-filter]", filters);
    selects.forEach(function (select) {
      var values = lines.map(function (line) { return line.dataset[select.dataset.filter]; }).filter(Boolean);
      values = values.filter(function (value, at) { return values.indexOf(value) === at; });
      if (select.dataset.filter !== "level") values.sort();
      values.forEach(function (value) { select.add(new Option(value, value)); });
      select.parentNode.hidden = values.length < 2;
    });
    filters.addEventListener("change", function () {
      var shown = 0;
      lines.forEach(function (line) {
        line.hidden = selects.some(function (select) { return select.value && line.dataset[select.dataset.filter] !== select.value; });
        if (!line.hidden) shown++;
      });
      filters.querySelector("[data-filter-count]").textContent = shown + " / " + lines.length;
    });
  }

  /* The search is a script of its own, loaded when it is wanted. */
  var field = document.querySelector("[data-search-input]");
  if (script.dataset.search) {
    var loading = null;
    var want = function () {
      loading = loading || new Promise(function (done, failed) {
        skillsite.load(script.dataset.search, done).onerror = function () { loading = null; failed(new Error(words.search_failed)); };
      });
      return loading;
    };
    var search = skillsite.search = function (query, options) {
      return want().then(function () {
        if (skillsite.search === search) throw new Error(words.search_failed);
        return skillsite.search(query, options);
      });
    };
    if (document.querySelector("[data-search-page]") || document.activeElement === field) want();
  }
  if (field && script.dataset.search) {
    field.addEventListener("focus", want);
    addEventListener("keydown", function (event) {
      var typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
      var slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
      var letter = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!slash && !letter) return;
      event.preventDefault();
      field.focus();
      field.select();
    });
  }
})();
