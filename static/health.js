/* Findings by level, rule and category: those on the page, and where it does not have all, those of
   a file that is loaded when a filter is first used. The filters stand in the address. */
(function () {
  "use strict";
  var filters = document.querySelector("[data-filter-findings]");
  var findings = document.querySelector("[data-findings]");
  var skillsite = window.skillsite;
  if (!filters || !findings || !skillsite) return;
  var body = findings.tBodies[0];
  var cut = document.querySelector("[data-cut]");
  var selects = Array.prototype.slice.call(filters.querySelectorAll("[data-filter]"));
  var still = Array.prototype.slice.call(body.rows);
  var lines = still.map(function (line) {
    return { level: line.dataset.level, rule: line.dataset.rule, category: line.dataset.category, make: function () { return line; } };
  });
  var complete = !filters.dataset.filterFindings;
  var moreLines = document.createElement("button");
  moreLines.type = "button";
  moreLines.className = "show-more";
  moreLines.hidden = true;
  findings.parentNode.after(moreLines);
  skillsite.findings = function (data) {
    complete = true;
    moreLines.textContent = data.show_more;
    lines = data.rows.map(function (row) {
      return { level: data.texts[row[1]], rule: data.texts[row[2]], category: data.texts[row[3]], make: function () { return findingLine(data, row); } };
    });
  };
  /* The row as templates/findings.html has it. */
  var findingLine = function (data, row) {
    var line = still[0].cloneNode(true);
    var cells = line.cells;
    var text = function (at) { return row[at] === null ? "" : data.texts[row[at]]; };
    var level = cells[0].firstElementChild;
    var rule = cells[1].querySelector("a.soft");
    level.className = "level " + row[0];
    level.textContent = text(1);
    rule.firstElementChild.textContent = text(2);
    rule.setAttribute("href", "health/" + encodeURIComponent(text(2)) + ".html");
    cells[1].replaceChildren.apply(cells[1], ticks(text(4)).concat(made("br")));
    if (row[5] !== null) {
      var help = made("span", "soft");
      help.append.apply(help, ticks(text(5)));
      cells[1].append(help, made("br"));
    }
    cells[1].append(rule);
    cells[2].replaceChildren();
    if (row[6] !== null) {
      var skill = made("a", "name", data.skills[row[6]][0]);
      skill.href = data.skills[row[6]][1];
      cells[2].append(skill, made("br"));
    }
    var place = made("code", "", row[7]);
    if (row[8]) {
      var link = made("a", "soft");
      link.href = row[8];
      link.append(place);
      place = link;
    }
    cells[2].append(place);
    return line;
  };
  var made = function (name, kind, text) {
    var element = document.createElement(name);
    if (kind) element.className = kind;
    if (text) element.textContent = text;
    return element;
  };
  /* What stands between two backticks is code. */
  var ticks = function (text) {
    var parts = text.split("`");
    return parts.map(function (part, at) {
      if (at % 2 === 0) return part;
      return at + 1 < parts.length ? made("code", "", part) : "`" + part;
    });
  };
  var showFindings = function () {
    var wanted = selects.filter(function (select) { return select.value; });
    var found = lines.filter(function (line) {
      return wanted.every(function (select) { return line[select.name] === select.value; });
    });
    var shown = 0;
    var next = function () {
      found.slice(shown, shown + 200).forEach(function (line) { body.append(line.make()); });
      shown += 200;
      moreLines.hidden = shown >= found.length;
    };
    body.replaceChildren();
    if (wanted.length) next(); else { body.append.apply(body, still); moreLines.hidden = true; }
    moreLines.onclick = next;
    if (cut) cut.hidden = wanted.length > 0;
    filters.querySelector("[data-filter-count]").textContent = wanted.length ? found.length + " / " + filters.dataset.total : "";
  };
  var ready = skillsite.data(filters.dataset.filterFindings, findings.parentNode, function () { return complete; });
  var filterFindings = function () { ready(showFindings); };
  filters.addEventListener("change", function () {
    var query = new URLSearchParams();
    selects.forEach(function (select) { if (select.value) query.set(select.name, select.value); });
    var text = query.toString();
    history.replaceState(null, "", location.pathname + (text ? "?" + text : ""));
    filterFindings();
  });
  var asked = new URLSearchParams(location.search);
  selects.forEach(function (select) { select.value = asked.get(select.name) || ""; });
  if (selects.some(function (select) { return select.value; })) filterFindings();
})();
