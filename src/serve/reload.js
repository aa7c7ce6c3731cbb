// Keeps a page of the preview up to date. It is part of responses only, never of a built site.
"use strict";
(() => {
  const script = document.currentScript;
  const generation = new URL(script.src).searchParams.get("g");
  const events = new URL("events?g=" + generation, script.src);
  const key = "skillsite-scroll";
  let source = null;

  // The place in the page outlives a reload, also where the browser would not keep it.
  try {
    const kept = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    if (kept && kept.path === location.pathname) {
      scrollTo(0, kept.top);
      addEventListener("load", () => scrollTo(0, kept.top), { once: true });
    }
  } catch {
    // Without storage the page begins at its top.
  }

  function reload() {
    try {
      sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, top: scrollY }));
    } catch {
      // See above.
    }
    location.reload();
  }

  // The new sheet is there before the old one goes, so nothing flashes.
  function swapStyles(mark) {
    for (const old of document.querySelectorAll('link[rel="stylesheet"]')) {
      const address = new URL(old.href);
      if (address.origin !== location.origin) continue;
      address.searchParams.set("g", mark);
      const next = old.cloneNode();
      next.href = address;
      next.addEventListener("load", () => old.remove(), { once: true });
      next.addEventListener("error", () => next.remove(), { once: true });
      old.after(next);
    }
  }

  const OLD_SITE = "The site could not be made again; this is the last good one.";
  const OLD_PAGE = "This page could not be made; it is shown with the templates from before.";

  function overlay() {
    return document.getElementById("skillsite-failure");
  }

  function hide() {
    overlay()?.remove();
  }

  // What is closed comes back with the next failure.
  function show(what, message) {
    hide();
    const box = document.createElement("div");
    box.id = "skillsite-failure";
    box.setAttribute("role", "alert");
    box.style.cssText =
      "position:fixed;inset:auto 0 0 0;z-index:2147483647;max-height:60vh;overflow:auto;padding:1rem 1.5rem;" +
      "background:#2a0f12;color:#ffe9ea;border-top:4px solid #ff5c67;font:14px/1.5 ui-monospace,monospace;" +
      "white-space:pre-wrap;overflow-wrap:anywhere";
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.style.cssText =
      "position:sticky;top:0;float:inline-end;margin-inline-start:1rem;min-height:32px;padding:0 .75rem;" +
      "background:#2a0f12;color:inherit;border:1px solid;border-radius:4px;font:inherit;cursor:pointer";
    close.addEventListener("click", hide);
    box.append(close, what + "\n\n" + message);
    document.body.append(box);
  }

  // Of the page itself, when nothing is wrong with the whole site.
  function showFault() {
    hide();
    if (script.dataset.fault) show(OLD_PAGE, script.dataset.fault);
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) hide();
  });

  // A hidden page gives up its connection: a browser has few of them for one server. When it is
  // seen again it hears at once whether it is still the newest.
  function listen() {
    if (document.hidden) {
      source?.close();
      source = null;
      return;
    }
    if (source) return;
    source = new EventSource(events);
    source.addEventListener("reload", reload);
    source.addEventListener("styles", (event) => {
      swapStyles(event.data);
      events.searchParams.set("g", event.data);
      showFault();
    });
    source.addEventListener("failure", (event) => show(OLD_SITE, event.data));
    source.addEventListener("mended", showFault);
    source.addEventListener("open", () => document.documentElement.setAttribute("data-preview", "on"));
  }

  showFault();
  document.addEventListener("visibilitychange", listen);
  addEventListener("pagehide", () => source?.close());
  listen();
})();
