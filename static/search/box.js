// The field in the header: a combobox with a list of results (WAI-ARIA 1.2). The keyboard stays in
// the field; Tab leaves it. On a small screen, the field and its list fill it as a dialog.
(function (search) {
  "use strict";

  const { make, say, recent } = search;
  const SMALL = "(max-width: 40rem)";
  const SHOWN = 8;
  // Milliseconds after the last letter before headings and files are looked at.
  const PAUSE = 150;

  function box(form, field) {
    const list = make("div", { id: "s:results", role: "listbox", "aria-label": say("results") });
    const note = make("p", { class: "hit-note" });
    const foot = make("p", { class: "hit-foot" });
    const panel = make("div", { class: "hits", hidden: true }, list, note, foot);
    let options = [];
    let active = -1;
    let asked = 0;
    let dialog = null;
    let closing = false;
    let leaving = false;
    form.append(panel);
    for (const [name, value] of Object.entries({
      role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id,
      "aria-haspopup": "listbox", autocapitalize: "off", enterkeyhint: "search",
    })) field.setAttribute(name, value);

    const isOpen = () => !panel.hidden;
    const isSmall = () => matchMedia(SMALL).matches;

    function open() {
      if (dialog === null && isSmall()) openDialog();
      panel.hidden = false;
      field.setAttribute("aria-expanded", String(options.length > 0));
    }

    function close() {
      panel.hidden = true;
      choose(-1);
      field.setAttribute("aria-expanded", "false");
      if (dialog) dialog.close();
    }

    // Moves the form into a modal dialog, and back when it closes. The field has the focus again, unless a place of
    // this page was gone to: the browser cannot give it back, as the field was moved.
    function openDialog() {
      const home = make("span", { hidden: true });
      const cancel = make("button", { type: "button", class: "hits-cancel" }, say("cancel"));
      dialog = make("dialog", { class: "hits-dialog", "aria-label": say("results") });
      form.replaceWith(home);
      dialog.append(form, cancel);
      document.body.append(dialog);
      cancel.addEventListener("click", close);
      dialog.addEventListener("close", () => {
        home.replaceWith(form);
        dialog.remove();
        dialog = null;
        close();
        if (!leaving) refocus();
        leaving = false;
      });
      dialog.showModal();
      field.focus();
    }

    function refocus() {
      closing = true;
      field.focus({ preventScroll: true });
      closing = false;
    }

    // A result may be a place of this very page; one that opens elsewhere leaves the list as it is.
    function follow(event) {
      remember();
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      leaving = dialog !== null;
      close();
    }

    function choose(at) {
      if (options[active]) options[active].setAttribute("aria-selected", "false");
      active = at;
      const option = options[at];
      if (option) {
        option.setAttribute("aria-selected", "true");
        option.scrollIntoView({ block: "nearest" });
        field.setAttribute("aria-activedescendant", option.id);
      } else {
        field.removeAttribute("aria-activedescendant");
      }
    }

    // Shows groups of `{title, entries: [{href, view, run}]}`; the chosen one stays chosen.
    function show(groups, message, links) {
      const kept = options[active] && options[active].dataset.key;
      options = [];
      list.replaceChildren(...groups.filter((group) => group.entries.length).map((group, number) => {
        const title = make("div", { class: "hit-group", id: "s:group-" + number }, group.title);
        const entries = group.entries.map((entry) => {
          const option = make("a", {
            role: "option", id: "s:option-" + options.length, href: entry.href, tabindex: "-1",
            "aria-selected": "false", class: "hit",
          }, entry.view);
          option.dataset.key = entry.href || entry.key;
          if (entry.run) option.addEventListener("click", (event) => { event.preventDefault(); entry.run(); });
          else option.addEventListener("click", follow);
          options.push(option);
          return option;
        });
        return make("div", { role: "group", "aria-labelledby": title.id }, title, entries);
      }));
      list.hidden = options.length === 0;
      note.textContent = message;
      note.hidden = !message;
      foot.replaceChildren(...links);
      foot.hidden = links.length === 0;
      active = -1;
      choose(options.findIndex((option) => option.dataset.key === kept));
      field.setAttribute("aria-expanded", String(isOpen() && options.length > 0));
    }

    // What was found before stays until there is something else.
    function wait() {
      note.textContent = say("loading");
      note.hidden = false;
      search.tell(say("loading"));
    }

    function remember() {
      const text = field.value.trim();
      if (text) recent.add(text);
    }

    function showRecent() {
      const clear = make("button", { type: "button" }, say("clear_recent"));
      clear.addEventListener("click", () => {
        recent.clear();
        field.focus();
        showRecent();
      });
      const entries = recent.get().map((text) => ({
        key: text, view: [make("span", { class: "hit-head" }, text)],
        run() {
          field.value = text;
          update();
        },
      }));
      const links = [make("a", { href: search.resultPage("", "task") }, say("task"))];
      show([{ title: say("recent"), entries }], entries.length ? "" : say("hint"), entries.length ? [clear, ...links] : links);
    }

    async function update() {
      const number = ++asked;
      const text = field.value;
      open();
      if (!worthAsking(text)) {
        showRecent();
        return;
      }
      try {
        const found = await search.patiently(search.find(text, { limit: SHOWN }), () => number === asked && wait());
        if (number !== asked) return;
        const hits = search.marked(found.words);
        const skills = {
          title: say("skills"),
          entries: found.hits.map((hit) => ({ href: search.address(hit.url), view: search.skillView(found, hit, hits) })),
        };
        const unmet = await search.unmetView(found).catch(() => "");
        if (number !== asked) return;
        const message = [found.total ? (found.full ? say("in_full_text") : "") : say("nothing", { query: text.trim() }), unmet]
          .filter(Boolean).join(" · ");
        const links = [
          found.total > 0 && make("a", { href: search.resultPage(text.trim()) }, found.partial ? search.counted(found) : say("all", { n: found.total })),
          make("a", { href: search.resultPage(text.trim(), "task") }, say("task")),
        ].filter(Boolean);
        show([skills], message, links);
        search.tell(found.total ? search.counted(found) : message);
        if (found.words.length === 0) return;
        await new Promise((done) => setTimeout(done, PAUSE));
        if (number !== asked) return;
        // The skills stay when what stands inside them cannot be had.
        const inside = await found.inside().catch((error) => ({ sections: [], files: [], fault: search.failed(error) }));
        if (number !== asked) return;
        const entries = (list) => list.map((entry) =>
          ({ href: search.address(entry.url), view: search.placeView(entry, hits) }));
        show([skills, { title: say("sections"), entries: entries(inside.sections) },
          { title: say("files"), entries: entries(inside.files) }], inside.fault || message, links);
      } catch (error) {
        if (number !== asked) return;
        show([], search.failed(error), []);
        search.tell(search.failed(error));
      }
    }

    field.addEventListener("input", update);
    // A dialog opens for whoever presses or types, and not for those who only come by with Tab.
    field.addEventListener("focus", () => { if (!isOpen() && !closing && !isSmall()) update(); });
    field.addEventListener("click", () => { if (!isOpen()) update(); });
    field.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && !isOpen() && !options.length) {
        event.preventDefault();
        update();
      } else if (step && options.length) {
        event.preventDefault();
        if (!isOpen()) open();
        const count = options.length + 1;
        choose((active + 1 + step + count) % count - 1);
      } else if (event.key === "Enter" && options[active] && isOpen()) {
        event.preventDefault();
        options[active].click();
      } else if (event.key === "Escape" && isOpen()) {
        event.preventDefault();
        close();
      }
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      remember();
      location.href = search.resultPage(field.value.trim());
    });
    document.addEventListener("pointerdown", (event) => { if (isOpen() && !dialog && !form.contains(event.target)) close(); });
    form.addEventListener("focusout", (event) => {
      if (isOpen() && !dialog && event.relatedTarget && !form.contains(event.relatedTarget)) close();
    });
    if (document.activeElement === field && (!isSmall() || field.value || "pressed" in field.dataset)) update();
  }

  // Two letters of an alphabet, one sign of any other script.
  function worthAsking(text) {
    const trimmed = text.trim();
    return Array.from(trimmed).length >= 2 || search.analysis.words(trimmed).some((word) => search.analysis.unspaced(word));
  }

  search.box = box;
})(window.skillsiteSearch = window.skillsiteSearch || {});
