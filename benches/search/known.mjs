// Queries whose right answer is known without a judge: made from the texts of the skill that is to be found.
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const COMMON = new Set(("about after also and any are been before but can could does for from have how into just like " +
  "make more most must need not off only other our over should skill skills some such than that the their them then " +
  "there these they this those too use used user users uses using want was well were what when where which while who " +
  "will with within without would you your").split(" "));

// Numbers that are the same on every run.
function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function words(text) {
  const all = text.toLowerCase().match(/[a-z][a-z0-9]{3,}/g) || [];
  return Array.from(new Set(all)).filter((word) => !COMMON.has(word));
}

// One letter left out, doubled up with another, replaced, or swapped with its neighbour; not the first.
function mistyped(word, below) {
  const at = 1 + below(word.length - 2);
  const letter = LETTERS[below(26)];
  const [head, tail] = [word.slice(0, at), word.slice(at)];
  return [
    head + tail.slice(1),
    head + letter + tail,
    head + letter + tail.slice(1),
    head + tail[1] + tail[0] + tail.slice(2),
  ][below(4)];
}

// Up to `count` queries of each kind.
export function knownItems(skills, count, seed = 7) {
  const below = random(seed);
  const kinds = { words: [], typo: [], "cut off": [], "name typo": [] };
  const add = (kind, q, skill) => {
    if (kinds[kind].length < count) kinds[kind].push({ kind: "known: " + kind, q, relevant: [skill.name] });
  };
  const english = skills.filter((skill) => (skill.lang || "en") === "en");
  for (let tries = 0; kinds.words.length < count && tries < 50 * count; tries++) {
    const skill = english[below(english.length)];
    const all = words(skill.description);
    if (all.length < 6) continue;
    const three = Array.from({ length: 3 }, () => all.splice(below(all.length), 1)[0]);
    add("words", three.join(" "), skill);
    const longest = three.reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length >= 5) add("typo", three.map((word) => (word === longest ? mistyped(word, below) : word)).join(" "), skill);
    const [first, second, last] = three;
    if (last.length >= 6) add("cut off", [first, second, last.slice(0, Math.max(3, Math.floor(last.length * 0.6)))].join(" "), skill);
    const named = words(skill.name.replaceAll("-", " ")).slice(0, 3);
    const long = named.find((word) => word.length >= 5);
    if (named.length >= 2 && long) add("name typo", named.map((word) => (word === long ? mistyped(word, below) : word)).join(" "), skill);
  }
  return Object.values(kinds).flat();
}
