// Reads a zip as a careful unpacker does: by its central directory, complaining about everything
// that some unpacker takes for something else.

import { inflateRawSync } from "node:zlib";

/** The files of `zip` by path, and what is wrong with it. */
export function unzip(zip) {
  const files = new Map();
  const faults = [];
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0) return { files, faults: ["not a zip"] };
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
    const [date, packed] = [zip.readUInt16LE(at + 14), zip.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const mode = zip.readUInt32LE(at + 38) >>> 16;
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + packed);
    if ((mode & 0o170000) !== 0o100000) faults.push(`${name} is no plain file`);
    if (flags & 1) faults.push(`${name} is encrypted`);
    if (/[^\x20-\x7e]/.test(name) && !(flags & 0x800)) faults.push(`${name} lacks the flag for UTF-8`);
    if (date !== 0x21) faults.push(`${name} has a time of its own`);
    if (name.split("/").some((part) => ["", ".", ".."].includes(part)) || /[\\:\0]/.test(name)) faults.push(`${name} is unsafe`);
    if (files.has(name)) faults.push(`${name} is there twice`);
    if (method === 0) files.set(name, bytes);
    else if (method === 8) files.set(name, inflateRawSync(bytes));
    else faults.push(`${name} is packed in a way that few know`);
    at += 46 + nameLength + extra + comment;
  }
  return { files, faults };
}
