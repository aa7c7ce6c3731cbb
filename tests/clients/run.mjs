// Serves a built site and checks it with clients; see README.md.

import { clients } from "./skills.mjs";
import { published } from "./published.mjs";
import { serve } from "./server.mjs";

const [folder, given = "/"] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node run.mjs DIR [SUBPATH]");
  process.exit(2);
}
const subpath = `/${given.split("/").filter(Boolean).join("/")}/`.replace("//", "/");
let failed = 0;
const report = (name, faults, detail = "") => {
  if (faults.length) failed++;
  const more = faults.length > 5 ? ` (and ${faults.length - 5} more)` : "";
  console.log(`${faults.length ? "FAIL" : "ok  "} ${name}${faults.length ? `: ${faults.slice(0, 5).join("; ")}${more}` : detail && `: ${detail}`}`);
};

const site = await serve(folder, subpath);
try {
  const skills = await published(site.base, report);
  if (skills.size) await clients(site, skills, report);
} finally {
  site.close();
}
process.exit(failed ? 1 : 0);
