// A catalog of what is longer, or more, than anybody thought of.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Nothing breaks it: neither a space nor a hyphen.
export const longWord = (first) => first + "w".repeat(99);

export function writeExtremes(root) {
  const write = (path, text) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("skillsite.toml", `title = "${longWord("t")}"\ndescription = "${longWord("d")}"\n`);
  // Two that require each other and what is not there.
  for (const [name, other] of [["a", "b"], ["b", "a"]].map((names) => names.map(longWord))) {
    const word = `"${longWord("x")}"`;
    write(`${name}/SKILL.toml`, `manifest_version = "1.0"

[skill]
name = "${name}"
version = ${word}
description = ${word}
type = ${word}
category = ${word}
boundary = ${word}
maturity = "draft"
last_verified = ${word}
tags = [${word}, "${longWord("y")}"]
topics = [${word}]
non_goals = [${word}]
requires = ["${other}", "${longWord("m")}"]
inputs = [${word}]
risk = ${word}
${longWord("k")} = ${word}

[source]
repository = ${word}
homepage = ${word}
license = ${word}

[compat]
${longWord("c")} = ${word}
`);
    const long = longWord("p");
    write(`${name}/SKILL.md`, `# ${long}\n\n${long} [${long}](${long}.md) \`${long}\`\n\n## ${long}\n\n- ${long}\n\n| ${long} |\n| --- |\n| ${long} |\n`);
    write(`${name}/${long}/${long}.md`, `# ${long}\n\n${long}\n`);
    write(`${name}/${long}.py`, `${long} = 1\n`);
  }
  const file = (at) => write(`many-files/${["references", "references/deep/er", "scripts"][at % 3]}/file-${at}.md`, `# File ${at}\n`);
  for (let at = 0; at < 120; at++) file(at);
  write("many-files/SKILL.md", `---\nname: many-files\ndescription: Use when there is much to read.\n---\n\n## All\n\nSee [references](references).\n\n## More\n\n${"Some words. ".repeat(40)}\n`);
  // The one of its kind in a catalog in English.
  write("arabic/SKILL.md", `---\nname: عربي\ndescription: مهارة لكتابة النصوص\n---\n\n# العنوان\n\nفقرة أولى مع كلمة git فيها.\n\n- بند\n\nA paragraph in English.\n\n\`\`\`\nnpm test\n\`\`\`\n`);
  const sections = Array.from({ length: 112 }, (_, at) => `${at % 4 ? "###" : "##"} Section ${at + 1}\n\n${"Some words. ".repeat((at * 13) % 60)}`);
  write("many-headings/SKILL.md", `---\nname: many-headings\ndescription: Use when there is much to say.\n---\n\n${sections.join("\n\n")}\n`);
}
