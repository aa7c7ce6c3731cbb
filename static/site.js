/* Behaviour of the pages. Everything works without this file; it adds comfort. Loaded deferred. */
(function () {
  "use strict";
  var script = document.currentScript;
  var root = document.documentElement;
  var all = function (selector, from) { return Array.prototype.slice.call((from || document).querySelectorAll(selector)); };
  var remember = {
    get: function (key) { try { return localStorage.getItem("skillsite-" + key); } catch (e) { return null; } },
    set: function (key, value) { try { if (value === null) localStorage.removeItem("skillsite-" + key); else localStorage.setItem("skillsite-" + key, value); } catch (e) { /* private mode */ } }
  };

  /* What other scripts of the site build on. The build puts the words of the interface before this file. */
  var skillsite = window.skillsite = window.skillsite || {};
  var words = skillsite.words = skillsite.words || {};
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
  /* A file of data that is loaded when it is first asked for: calls what it is given once the data is there. Where it
     does not come, that is said above `place`, with a button to try again. `there` looks whether the file said what it
     has to say: some hosts answer with a page for what is missing. */
  skillsite.data = function (source, place, there) {
    var waiting = [], loading = false, note = null;
    var end = function () {
      loading = false;
      if (there()) {
        if (note) note.remove();
        waiting.splice(0).forEach(function (then) { then(); });
        return;
      }
      waiting = waiting.slice(-1);
      if (!note) {
        note = document.createElement("p");
        var button = document.createElement("button");
        note.className = "note bad";
        button.type = "button";
        button.className = "more";
        button.textContent = words.try_again;
        button.addEventListener("click", function () { ask(waiting.pop()); });
        note.append(words.load_failed + " ", button);
        place.before(note);
      }
      skillsite.say(words.load_failed);
    };
    var ask = function (then) {
      if (there()) return then();
      waiting.push(then);
      if (loading) return;
      loading = true;
      skillsite.load(source, end).onerror = end;
    };
    return ask;
  };

  /* True while keys are letters of a text. */
  var typing = function (event) { return /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable; };

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
  var copyByHand = function (text) {
    var area = document.createElement("textarea");
    area.value = text;
    area.className = "sr";
    document.body.appendChild(area);
    var focus = document.activeElement;
    area.select();
    var copied = document.execCommand("copy");
    area.remove();
    if (focus) focus.focus();
    return copied ? Promise.resolve() : Promise.reject(new Error("not copied"));
  };
  /* A frame or a browser's settings may refuse the clipboard to scripts and still let a selection be copied. */
  var copyText = function (text) {
    if (!navigator.clipboard) return copyByHand(text);
    return navigator.clipboard.writeText(text).catch(function () { return copyByHand(text); });
  };
  var copyOn = function (button, text) {
    button.addEventListener("click", function () {
      copyText(text()).then(function () {
        button.textContent = words.copied;
        skillsite.say(words.copied);
        setTimeout(function () { button.textContent = words.copy; }, 1600);
      }, function () { /* The text can still be selected. */ });
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
  if (entries.length) {
    var targets = entries.map(function (entry) { return document.getElementById(decodeURIComponent(entry.hash.slice(1))); });
    var box = entries[0].closest("[data-contents]");
    var marked = null;
    var mark = function () {
      /* Where a heading stands after a jump to it. */
      var top = (parseFloat(getComputedStyle(root).scrollPaddingTop) || 0) + 8;
      var current = 0;
      targets.forEach(function (target, at) { if (target && target.getBoundingClientRect().top < top) current = at; });
      /* At the end of the page the last headings cannot come up: the one that was asked for counts, or the last. */
      if (innerHeight + scrollY >= root.scrollHeight - 2) {
        var asked = entries.findIndex(function (entry) { return entry.hash === location.hash; });
        if (asked >= current) current = asked;
        else if (scrollY > 0) current = entries.length - 1;
      }
      if (marked === entries[current]) return;
      if (marked) marked.removeAttribute("aria-current");
      marked = entries[current];
      marked.setAttribute("aria-current", "true");
      /* Brings the entry into view in its own box; the page stays where it is. */
      var entry = marked.getBoundingClientRect(), frame = box.getBoundingClientRect();
      if (entry.top < frame.top || entry.bottom > frame.bottom) box.scrollTop += entry.top - frame.top - (frame.height - entry.height) / 2;
    };
    var waiting = false;
    var markSoon = function () {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(function () { waiting = false; mark(); });
    };
    ["scroll", "scrollend", "resize", "hashchange"].forEach(function (event) { addEventListener(event, markSoon); });
    mark();
  }

  /* A link to the files of a skill unfolds them. */
  var files = document.querySelector("[data-files]");
  if (files) {
    var unfold = function () {
      if (location.hash === "#" + files.id) all("details", files).forEach(function (folder) { folder.open = true; });
    };
    addEventListener("hashchange", unfold);
    unfold();
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
    all("[data-go-to-line]").forEach(function (form) {
      form.addEventListener("submit", function (event) {
        event.preventDefault();
        var lines = form.querySelector("input").value.split("-").filter(Boolean);
        if (lines.length) location.hash = lines.map(function (line) { return "L" + line; }).join("-");
      });
    });
  }

  /* The keys that the pages know, on `?`. */
  addEventListener("keydown", function (event) {
    if (event.key !== "?" || typing(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    var keys = [["/", words.keys_search], ["Ctrl K", words.keys_search], ["↓ ↑", words.keys_move], ["Enter", words.keys_open], ["Esc", words.keys_leave], ["?", words.keys_list]];
    var dialog = document.createElement("dialog");
    var title = document.createElement("h2");
    var list = document.createElement("dl");
    var close = document.createElement("button");
    title.textContent = words.keys_title;
    title.id = "s:keys";
    dialog.className = "keys";
    dialog.setAttribute("aria-labelledby", title.id);
    keys.forEach(function (key) {
      var term = list.appendChild(document.createElement("dt"));
      term.appendChild(document.createElement("kbd")).textContent = key[0];
      list.appendChild(document.createElement("dd")).textContent = key[1];
    });
    close.type = "button";
    close.className = "copy";
    close.textContent = words.keys_close;
    close.addEventListener("click", function () { dialog.close(); });
    dialog.addEventListener("close", function () { dialog.remove(); });
    dialog.append(title, list, close);
    document.body.appendChild(dialog);
    dialog.showModal();
  });

  /* The search is a script of its own, loaded when it is wanted. */
  var field = document.querySelector("[data-search-input]");
  if (script.dataset.search) {
    var loading = null;
    var want = function () {
      loading = loading || new Promise(function (done, failed) {
        var fail = function () { loading = null; failed(new Error(words.search_failed)); };
        var late = setTimeout(fail, 20000);
        skillsite.load(script.dataset.search, function () { clearTimeout(late); notice.remove(); done(); }).onerror = fail;
      });
      return loading;
    };
    /* What is the matter while the script is not there: on the page of results, else below the header. */
    var notice = document.createElement("p");
    notice.className = "note";
    var tell = function (text) {
      notice.textContent = text;
      (document.querySelector("[data-search-page]") || document.querySelector("header") || document.body).append(notice);
      skillsite.say(text);
    };
    var open = function () {
      var slow = setTimeout(function () { tell(words.search_loading); }, 1000);
      var stop = function () { clearTimeout(slow); };
      want().then(stop, function (error) { stop(); tell(error.message); });
    };
    var search = skillsite.search = function (query, options) {
      return want().then(function () {
        if (skillsite.search === search) throw new Error(words.search_failed);
        return skillsite.search(query, options);
      });
    };
    if (document.querySelector("[data-search-page]") || document.activeElement === field) open();
  }
  if (field && script.dataset.search) {
    field.addEventListener("focus", open);
    /* Where the search opens as a dialog, it does so for a press alone, also for one from before its script came. */
    field.addEventListener("click", function () { field.dataset.pressed = ""; });
    addEventListener("keydown", function (event) {
      var slash = event.key === "/" && !typing(event) && !event.ctrlKey && !event.metaKey && !event.altKey;
      var letter = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!slash && !letter) return;
      event.preventDefault();
      field.focus();
      field.select();
    });
  }
})();
