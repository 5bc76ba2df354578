import { buffer } from "node:stream/consumers";
import yazl from "yazl";

/** Small SCORM packages as authoring tools export them, and malformed or malicious ones. */

export type PackageFiles = Record<string, string | Buffer>;

/** Zips files. Media are stored, and everything else is compressed. */
export async function zipOf(files: PackageFiles): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(content as string), path, { compress: !/\.(mp4|png)$/.test(path) });
  }
  zip.end();
  return buffer(zip.outputStream as unknown as NodeJS.ReadableStream);
}

export const asZip = (bytes: Buffer, name = "course.zip") =>
  new File([new Uint8Array(bytes)], name, { type: "application/zip" });

type Part = { title: string; href: string; more?: string };

/** Returns a SCORM 1.2 manifest. */
export const manifest12 = (parts: readonly Part[], title = "Sideline safety") => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="course" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="org"><organization identifier="org"><title>${title}</title>
    ${parts
      .map(
        ({ title: own, more = "" }, index) =>
          `<item identifier="i${index}" identifierref="r${index}"><title>${own}</title>${more}</item>`,
      )
      .join("\n")}
  </organization></organizations>
  <resources>${parts
    .map(
      ({ href }, index) =>
        `<resource identifier="r${index}" type="webcontent" adlcp:scormtype="sco" href="${href}"><file href="${href}"/></resource>`,
    )
    .join("\n")}</resources>
</manifest>`;

/** Returns a SCORM 2004 manifest whose only part requires a score. */
export const manifest2004 = (href: string, edition = "2004 4th Edition") => `<?xml version="1.0"?>
<manifest identifier="course" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>${edition}</schemaversion></metadata>
  <organizations default="org"><organization identifier="org"><title>Concussion basics</title>
    <item identifier="i0" identifierref="r0" parameters="?lang=en"><title>Concussion basics</title>
      <adlcp:dataFromLMS>start=1</adlcp:dataFromLMS>
      <imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="main" satisfiedByMeasure="true">
        <imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure>
      </imsss:primaryObjective></imsss:objectives></imsss:sequencing>
    </item>
  </organization></organizations>
  <resources xml:base="pages/"><resource identifier="r0" type="webcontent" adlcp:scormType="sco" href="${href}"/></resources>
</manifest>`;

const page = (title: string, body: string, script: string) => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<link rel="stylesheet" href="look.css"></head><body>${body}<script src="${script}"></script></body></html>`;

/** Scripts by which courses find the SCORM API: in their own window, in those above, and in the one that opened them. */
const finding = `function find(win, name) {
  while (win && !win[name] && win.parent && win.parent !== win) win = win.parent;
  return win ? win[name] : null;
}
`;

/** A SCORM 1.2 course of three slides and a question, which reports the current slide. */
export const course12: PackageFiles = {
  "imsmanifest.xml": manifest12([{ title: "Sideline safety", href: "index.html" }]),
  "index.html": page(
    "Sideline safety",
    `<h1>Sideline safety</h1><p id="where"></p><button id="next">Next</button>
     <fieldset id="quiz" hidden><legend>Who may be alone with a child?</legend>
     <button data-score="100">Nobody</button><button data-score="20">Anybody</button></fieldset>`,
    "course.js",
  ),
  "look.css": "body { font: 1.25rem sans-serif; margin: 1rem } button { font: inherit; padding: .75rem 1rem }",
  "course.js": `${finding}
var API = find(window, "API");
API.LMSInitialize("");
var slide = Number(API.LMSGetValue("cmi.core.lesson_location") || 1);
var seen = JSON.parse(API.LMSGetValue("cmi.suspend_data") || "[]");
function show() {
  document.getElementById("where").textContent = "Slide " + slide + " of 3, seen: " + seen.join(" ");
  document.getElementById("next").hidden = slide === 3;
  document.getElementById("quiz").hidden = slide !== 3;
}
if (API.LMSGetValue("cmi.core.lesson_status") === "not attempted") API.LMSSetValue("cmi.core.lesson_status", "incomplete");
document.getElementById("next").onclick = function () {
  seen.push(slide);
  slide += 1;
  API.LMSSetValue("cmi.core.lesson_location", String(slide));
  API.LMSSetValue("cmi.suspend_data", JSON.stringify(seen));
  API.LMSSetValue("cmi.core.exit", "suspend");
  API.LMSCommit("");
  show();
};
document.getElementById("quiz").onclick = function (event) {
  var score = event.target.getAttribute("data-score");
  if (!score) return;
  API.LMSSetValue("cmi.interactions.0.id", "alone");
  API.LMSSetValue("cmi.interactions.0.result", score === "100" ? "correct" : "wrong");
  API.LMSSetValue("cmi.core.score.raw", score);
  API.LMSSetValue("cmi.core.lesson_status", score === "100" ? "passed" : "failed");
  API.LMSSetValue("cmi.core.session_time", "00:05:00");
  API.LMSFinish("");
  document.getElementById("where").textContent = "Finished";
};
show();
`,
};

/**
 * A page that reports a score and completion when a button is pressed. It looks in the windows above first, like the example in
 * the standard.
 */
export const course2004: PackageFiles = {
  "imsmanifest.xml": manifest2004("start.html"),
  "pages/start.html": page(
    "Concussion basics",
    `<h1>Concussion basics</h1><p id="where"></p><button id="done">Done</button>`,
    "go.js",
  ),
  "pages/look.css": "body { font: 1.25rem sans-serif }",
  "pages/clip.mp4": Buffer.from(Array.from({ length: 3000 }, (_, index) => index % 251)),
  "pages/long.json": JSON.stringify(Array.from({ length: 2000 }, (_, index) => index)),
  "pages/go.js": `${finding}
var API = find(window.parent, "API_1484_11");
API.Initialize("");
document.getElementById("where").textContent = API.GetValue("cmi.entry") + " " + API.GetValue("cmi.launch_data") + " " + location.search;
document.getElementById("done").onclick = function () {
  API.SetValue("cmi.score.scaled", "0.9");
  API.SetValue("cmi.success_status", "passed");
  API.SetValue("cmi.completion_status", "completed");
  API.Terminate("");
};
`,
};

/** Returns a zip in which one name is replaced by another of the same length, as no zip program would write it. */
export function renamed(zip: Buffer, from: string, to: string): Buffer {
  if (Buffer.byteLength(from) !== Buffer.byteLength(to)) throw new Error("names must be as long as one another");
  const bytes = Buffer.from(zip);
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
  return bytes;
}
