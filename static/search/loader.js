// Fetches the files of the index. They are classic scripts that call `__skillsite(key, value)`:
// this works from file:// and under a strict policy, where fetch, modules and workers do not.
(function (search) {
  "use strict";

  const script = document.currentScript;
  const base = new URL("../search/", script ? script.src : document.baseURI).href;
  const FORMAT = 1;
  // Milliseconds after which a file that neither comes nor fails is given up.
  const LIMIT = 20_000;
  const waiting = new Map();
  const loaded = new Map();

  // A file of the index could not be had.
  class Missing extends Error {}

  window.__skillsite = (key, value) => {
    const settle = waiting.get(key);
    if (settle) settle(value);
  };

  // The value of the file `key`; `query` gets past a cache.
  function load(key, query) {
    if (!loaded.has(key)) {
      const value = fetchScript(key, base + key + ".js" + (query || ""));
      value.catch(() => loaded.delete(key));
      loaded.set(key, value);
    }
    return loaded.get(key);
  }

  function fetchScript(key, address) {
    return new Promise((resolve, reject) => {
      const element = document.createElement("script");
      // Some hosts answer a missing file with a page of theirs: it loads and hands nothing over.
      // Where the value is there already, this changes nothing.
      const done = () => {
        clearTimeout(timer);
        element.remove();
        waiting.delete(key);
        reject(new Missing(key));
      };
      const timer = setTimeout(done, LIMIT);
      waiting.set(key, resolve);
      element.async = true;
      element.charset = "utf-8";
      element.src = address;
      element.onload = element.onerror = done;
      document.head.appendChild(element);
    });
  }

  // The root of the index that the site has now.
  async function root(query) {
    const found = await load("latest", query);
    if (found.v !== FORMAT) throw new Missing("format " + found.v);
    return found;
  }

  // Runs `work` on the index. When a file is gone, the page may be older than the site: the root
  // is asked for once more, and the work is done again if it names another generation.
  async function withIndex(work) {
    const first = await root();
    try {
      return await work(search.open(first));
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      loaded.delete("latest");
      const now = await root("?after=" + first.gen);
      if (now.gen === first.gen) throw error;
      return work(search.open(now));
    }
  }

  search.load = load;
  search.withIndex = withIndex;
  search.Missing = Missing;
  // Address of something of the site, given relative to the site's root.
  search.address = (path) => new URL("../" + path, base).href;
})(window.skillsiteSearch = window.skillsiteSearch || {});
