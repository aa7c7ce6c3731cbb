// A catalog whose every field tries to run `ran(…)` in its reader's browser.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const shapes = [
  "<script>ran(1)</script>",
  '"><script>ran(2)</script>',
  "'><img src=x onerror=ran(3)>",
  "<img src=x onerror=ran(4)>",
  "<svg onload=ran(5)>",
  "<svg/onload=ran(6)//",
  '" onmouseover="ran(7)" autofocus onfocus="ran(7)',
  "' onfocus='ran(8)' autofocus='",
  "javascript:ran(9)",
  "JaVaScRiPt:ran(10)",
  "java\tscript:ran(11)",
  "&#106;avascript&colon;ran(12)",
  "data:text/html,<script>opener.ran(13)</script>",
  " vbscript:ran(14)",
  "</title><script>ran(15)</script>",
  "</script><script>ran(16)</script>",
  "</style><script>ran(17)</script>",
  "</textarea><script>ran(18)</script>",
  "--><script>ran(19)</script>",
  "<!--<script>ran(20)</script>",
  "]]><script>ran(21)</script>",
  '<iframe srcdoc="<script>parent.ran(22)</script>"></iframe>',
  "<details open ontoggle=ran(23)>x</details>",
  "<body onload=ran(24)>",
  "<input autofocus onfocus=ran(25)>",
  "<math><mtext><table><mglyph><style><img src=x onerror=ran(26)>",
  '<noscript><p title="</noscript><img src=x onerror=ran(27)>">',
  "<form><button formaction=javascript:ran(28)>x</button></form>",
  '<a href="javascript:ran(29)">x</a>',
  "{{constructor.constructor('ran(30)')()}}${ran(30)}<%= ran(30) %>",
  "\u2028ran(31)//",
  '<base href="https://elsewhere.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:ran(33)">',
  "<link rel=stylesheet href=https://elsewhere.example/x.css>",
  "<object data=javascript:ran(35)></object><embed src=javascript:ran(35)>",
  "<svg><script href=data:,ran(36)></script></svg>",
  "<svg><animate onbegin=ran(37) attributeName=x dur=1s></svg>",
  "<svg><a xlink:href=javascript:ran(38)><text y=20>x</text></a></svg>",
  "\"};ran(39);//'};ran(39);//`};ran(39);//",
  "<template><img src=x onerror=ran(40)></template><x-y is=z onclick=ran(40)>",
  "\\\"-ran(41)-\\\"//<",
  "<style>@import 'https://elsewhere.example/x.css';</style>",
];

// What may stand in the name of a file.
const fileName = (shape) => shape.replace(/[/\0\n]/g, "∕").slice(0, 100);

export function writeHostile(root) {
  const write = (path, text) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("skillsite.toml", `title = ${JSON.stringify(shapes[15])}\ndescription = ${JSON.stringify(shapes[1])}\n`);
  shapes.forEach((shape, at) => {
    const text = JSON.stringify(shape).replace(/\u2028/g, "\\u2028");
    write(`manifest-${at}/SKILL.toml`, `manifest_version = "1.0"

[skill]
name = ${text}
version = ${text}
description = ${JSON.stringify(`Use when ${shape}`)}
type = ${text}
category = ${text}
boundary = ${text}
maturity = ${text}
last_verified = ${text}
tags = [${text}, "one"]
topics = [${text}, "one"]
non_goals = [${text}]
requires = [${text}]
inputs = [${text}]
risk = ${text}
${text} = ${text}

[source]
repository = ${text}
homepage = ${text}
license = ${text}

[compat]
${text} = ${text}
`);
    write(`manifest-${at}/SKILL.md`, body(shape));
    write(`manifest-${at}/${fileName(shape)}.md`, body(shape));
    write(`manifest-${at}/${fileName(shape)}.py`, `"""${shape}"""\n${shape}\n`);
    write(`header-${at}/SKILL.md`, `---
name: header-${at}
description: ${text}
version: ${text}
license: ${text}
compatibility: ${text}
allowed-tools: [${text}]
tags: [${text}]
metadata:
  author: ${text}
  ${text}: ${text}
---
${body(shape)}`);
  });
}

function body(shape) {
  const line = shape.replace(/[\n\t]/g, " ");
  return `
# ${line}

${shape}

[${line}](${line})
[link](<${line}>)
![${line}](${line} "${line}")
<a href="${line}">a</a> <img src="${line}" alt="${line}"> <p title="${line}">p</p>
[ref][1] \`${line}\` **${line}** [^1]

[1]: ${line.replace(/ /g, "%20")} "${line}"
[^1]: ${line}

## ${line} {#${line.replace(/[\s}]/g, "")}}

| ${line.replaceAll("|", "")} | b |
| --- | --- |
| ${line.replaceAll("|", "")} | b |

\`\`\`${line}
${shape}
\`\`\`

> [!NOTE]
> ${line}

- [ ] ${line}

<details><summary>${line}</summary>

${shape}

</details>
`;
}
