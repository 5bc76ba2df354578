import { buffer } from "node:stream/consumers";
import yazl from "yazl";

/** A small SCORM 1.2 course of the demo: four slides and a question, which remembers on which slide one stands. */

const title = "Safe travel with a team";

const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="safe-travel" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="course"><organization identifier="course"><title>${title}</title>
    <item identifier="part" identifierref="page"><title>${title}</title><adlcp:masteryscore>80</adlcp:masteryscore></item>
  </organization></organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/><file href="course.js"/><file href="course.css"/>
    </resource>
  </resources>
</manifest>`;

const page = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<link rel="stylesheet" href="course.css"></head><body>
<main><p id="where"></p><h1 id="title"></h1><p id="text"></p>
<fieldset id="question" hidden><legend>A player needs a ride home. You are alone. What do you do?</legend>
<button type="button" data-score="0">Drive them home and text the parents later</button>
<button type="button" data-score="100">Call the parents and ask another adult to come along</button></fieldset>
<p><button type="button" id="back">Back</button> <button type="button" id="next">Next</button></p></main>
<script src="course.js"></script></body></html>`;

const look = `body { font: 1.125rem/1.5 sans-serif; margin: 0; padding: 1.5rem; color: #14213d; background: #fff }
main { max-width: 40rem; margin: auto } #where { color: #5a6478 }
button { font: inherit; padding: .6rem 1rem; border: 1px solid #5a6478; border-radius: .5rem; background: #fff; color: inherit; cursor: pointer }
button:hover, button:focus-visible { background: #e8edf5 } #next { background: #14213d; color: #fff }
fieldset { border: 0; margin: 0; padding: 0 } fieldset:not([hidden]) { display: grid; gap: .5rem } fieldset button { text-align: start }
legend { padding: 0; margin-block-end: .5rem }`;

const script = `function find(win) {
  while (win && !win.API && win.parent && win.parent !== win) win = win.parent;
  return win ? win.API : null;
}
var API = find(window);
var slides = [
  ["Before you leave", "Every parent has the address, the phone numbers, and the time you'll be back."],
  ["In the car", "Never be the only adult in a car with one child. Seat belts on, phones away."],
  ["At the hotel", "Adults and players have separate rooms. Keep the door open when you talk to a player."],
  ["One question", ""]
];
API.LMSInitialize("");
var at = Math.min(slides.length, Math.max(1, Number(API.LMSGetValue("cmi.core.lesson_location")) || 1));
if (API.LMSGetValue("cmi.core.lesson_status") === "not attempted") API.LMSSetValue("cmi.core.lesson_status", "incomplete");
function element(id) { return document.getElementById(id); }
function show() {
  element("where").textContent = "Page " + at + " of " + slides.length;
  element("title").textContent = slides[at - 1][0];
  element("text").textContent = slides[at - 1][1];
  element("back").hidden = at === 1;
  element("next").hidden = at === slides.length;
  element("question").hidden = at !== slides.length;
}
function go(by) {
  at += by;
  API.LMSSetValue("cmi.core.lesson_location", String(at));
  API.LMSSetValue("cmi.core.exit", "suspend");
  API.LMSCommit("");
  show();
}
element("next").onclick = function () { go(1); };
element("back").onclick = function () { go(-1); };
element("question").onclick = function (event) {
  var score = event.target.getAttribute("data-score");
  if (score === null) return;
  API.LMSSetValue("cmi.core.score.raw", score);
  API.LMSSetValue("cmi.core.lesson_status", score === "100" ? "passed" : "failed");
  API.LMSFinish("");
  element("question").hidden = true;
  element("text").textContent = score === "100" ? "That's right. You've finished this course." : "Not quite. Close the course and try again.";
};
show();
`;

/** The course as authoring tools export it. */
export async function aCourse(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const files = { "imsmanifest.xml": manifest, "index.html": page, "course.css": look, "course.js": script };
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(zip.outputStream as unknown as NodeJS.ReadableStream);
}

/** What the course has told once somebody has turned two of its pages. */
export const halfOfTheCourse = {
  "cmi.core.lesson_status": "incomplete",
  "cmi.core.lesson_location": "3",
  "cmi.core.exit": "suspend",
  "cmi.core.session_time": "00:03:00",
};
