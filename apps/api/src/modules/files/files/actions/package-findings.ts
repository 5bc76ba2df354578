import type { PackageFinding } from "../../../../schema/json.ts";

/** Bytes of one script or page, and of all of them, that are searched: courses store their media next to their scripts. */
const mostOfOne = 2 * 1024 * 1024;
const mostOfAll = 40 * 1024 * 1024;
const mostHosts = 3;

const plugin = /\.(swf|dcr|jar)$/i;
/** The driver that several authoring tools add to their course, which calls it by its frame. */
const driver = /(^|\/)scormdriver\//i;
const hasFrame = /<i?frame(?:set)?[\s>]|createElement\(["']iframe["']\)/i;
const callsAround =
  /\bwindow\.parent\.(?!postMessage\b|API|document\b|location\b)[A-Za-z_$][\w$]*\(|\bparent\.[A-Z][\w$]+\(/;
const loadsFrom = /\bsrc=["']?(?:https?:)?\/\/([\w.-]+)/gi;

/** Reviews the files of a package as they are unpacked, one after the other. */
export function openPackageReview() {
  const hosts = new Set<string>();
  let [frame, call, isDriven, looked, player] = [false, false, false, 0, ""];
  let open: { isPage: boolean; parts: Buffer[]; bytes: number } | null = null;

  function endFile(): void {
    if (open === null || open.bytes > mostOfOne) return;
    const text = Buffer.concat(open.parts).toString("latin1");
    looked += open.bytes;
    frame ||= hasFrame.test(text);
    call ||= callsAround.test(text);
    if (!open.isPage) return;
    for (const [, host = ""] of text.matchAll(loadsFrom)) if (hosts.size < mostHosts) hosts.add(host.toLowerCase());
  }

  return {
    begin(path: string, bytes: number): void {
      endFile();
      if (plugin.test(path)) player ||= path;
      isDriven ||= driver.test(path);
      const isPage = /\.x?html?$/i.test(path);
      const isLooked = (isPage || /\.m?js$/i.test(path)) && bytes <= mostOfOne && looked + bytes <= mostOfAll;
      open = isLooked ? { isPage, parts: [], bytes: 0 } : null;
    },
    take(chunk: Buffer): void {
      if (open === null || open.bytes > mostOfOne) return;
      open.bytes += chunk.length;
      open.parts.push(chunk);
    },
    findings(): PackageFinding[] {
      endFile();
      open = null;
      const found: PackageFinding[] = [];
      if (frame && (call || isDriven)) found.push({ kind: "frames", detail: "" });
      if (hosts.size > 0) found.push({ kind: "elsewhere", detail: [...hosts].join(", ") });
      if (player !== "") found.push({ kind: "plugin", detail: player.slice(0, 200) });
      return found;
    },
  };
}
