import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import {
  durationText,
  type PackageItem,
  type PackageStandard,
  type ReportedValues,
  type SharedData,
  sharedStore,
} from "@touchline/rules";

/** The input of a package's start script. */
export type RuntimeInput = {
  standard: PackageStandard;
  sittingId: string;
  /** The origin of the page that stores the progress. */
  page: string;
  /** It has the origin of a host of its own: its frames reach one another, and what it stores is the browser's. */
  hasOrigin: boolean;
  /** The parts of the package by its own names, and which of them is open: what it may ask to be led to. */
  ids: readonly string[];
  item: number;
  /** The navigation that the package's sequencing allows; null without sequencing, when parts follow in order. */
  leads: { next: boolean; back: boolean; ids: readonly string[] } | null;
  saved: ReportedValues;
  set: ReportedValues;
  /** The data the part shares with others, with its current values, by name. */
  data: readonly SharedData[];
  stores: Readonly<Record<string, string>>;
};

const objectiveId = /^cmi\.objectives\.\d+\.id$/;
/** Names whose values belong to a single session. */
const ofSitting = /^cmi\.(core\.)?(session_time|exit)$/;

/** Builds the values a package starts with: the learner, the saved progress, and the passing requirements. */
export function givenTo({
  standard,
  item,
  saved,
  shared = {},
  seconds,
  minimumScore,
  learner,
}: {
  standard: PackageStandard;
  item: PackageItem;
  saved: ReportedValues;
  /** The objective values written by other parts. */
  shared?: ReportedValues;
  seconds: number;
  minimumScore: number | null;
  learner: { id: string; name: string };
}): Pick<RuntimeInput, "saved" | "set"> {
  const kept = Object.fromEntries(
    Object.entries(saved).filter(([name]) => !ofSitting.test(name) && !sharedStore.test(name)),
  );
  const entry = Object.keys(kept).length > 0 ? "resume" : "ab-initio";
  const wanted = minimumScore ?? item.mastery;
  const objectives = objectivesFor(item, kept);
  const time = durationText(standard, seconds);
  if (standard === "1.2") {
    return {
      saved: kept,
      set: {
        "cmi.core.student_id": learner.id,
        "cmi.core.student_name": learner.name,
        "cmi.core.credit": "credit",
        "cmi.core.entry": entry,
        "cmi.core.total_time": time,
        "cmi.core.lesson_mode": "normal",
        "cmi.launch_data": item.launchData,
        ...(wanted === null ? {} : { "cmi.student_data.mastery_score": String(wanted) }),
        ...(item.timeLimit === undefined ? {} : { "cmi.student_data.max_time_allowed": item.timeLimit }),
        ...(item.timeLimitAction === undefined ? {} : { "cmi.student_data.time_limit_action": item.timeLimitAction }),
      },
    };
  }
  return {
    saved: kept,
    set: {
      "cmi.learner_id": learner.id,
      "cmi.learner_name": learner.name,
      "cmi.credit": "credit",
      "cmi.mode": "normal",
      "cmi.entry": entry,
      "cmi.total_time": time,
      "cmi.launch_data": item.launchData,
      ...(wanted === null ? {} : { "cmi.scaled_passing_score": String(wanted / 100) }),
      ...(item.timeLimit === undefined ? {} : { "cmi.max_time_allowed": item.timeLimit }),
      ...(item.timeLimitAction === undefined ? {} : { "cmi.time_limit_action": item.timeLimitAction }),
      ...(item.completionThreshold === undefined
        ? {}
        : { "cmi.completion_threshold": String(item.completionThreshold) }),
      ...(Object.keys(kept).some((name) => name.startsWith("cmi.objectives.")) ? {} : shared),
      ...objectives,
    },
  };
}

/** The objectives of the manifest in their order, but for those that the package itself has put there. */
function objectivesFor({ objectives = [] }: PackageItem, kept: ReportedValues): Record<string, string> {
  const own = new Set(Object.entries(kept).flatMap(([name, value]) => (objectiveId.test(name) ? [value] : [])));
  const seeded: Record<string, string> = {};
  for (const [place, id] of objectives.entries()) {
    const name = `cmi.objectives.${place}.id`;
    if (!(name in kept) && !own.has(id)) seeded[name] = id;
  }
  return seeded;
}

/** Serializes JSON safely for embedding in a script. */
const inScript = (value: unknown) =>
  JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** The script that a page of the package runs before its own. */
export const startScript = (input: RuntimeInput) => `(${starts})(${inScript(input)});`;

/**
 * Runs in the package's frame, which has an origin of its own that nothing else has: it can touch neither the page nor any store
 * of the browser. So the runtime stands in the package's own window, where courses look first, and tells the page by message.
 * Courses that look above themselves first, or keep something in the browser, find stand-ins that end with the frame.
 */
const starts = String.raw`function (given) {
  "use strict";
  if (window.__touchline) return;
  var real = window.parent;
  function instead(of, name, value) {
    try { Object.defineProperty(of, name, { configurable: true, value: value }); } catch (error) {}
  }
  function store() {
    var kept = Object.create(null);
    return {
      getItem: function (key) { return String(key) in kept ? kept[String(key)] : null; },
      setItem: function (key, value) { kept[String(key)] = String(value); },
      removeItem: function (key) { delete kept[String(key)]; },
      clear: function () { kept = Object.create(null); },
      key: function (index) { var all = Object.keys(kept); return index < all.length ? all[index] : null; },
      get length() { return Object.keys(kept).length; }
    };
  }
  ["localStorage", "sessionStorage"].forEach(function (name) {
    try { window[name].length; } catch (error) { instead(window, name, store()); }
  });
  var cookies = "";
  try { document.cookie; } catch (error) {
    Object.defineProperty(document, "cookie", {
      configurable: true,
      get: function () { return cookies; },
      set: function (text) { cookies = (cookies ? cookies + "; " : "") + String(text).split(";")[0]; }
    });
  }
  // Frames of one course share the runtime of the first, where they reach it.
  try { if (given.hasOrigin && real !== window && real.__touchline) return; } catch (error) {}
  window.__touchline = true;
  // The window's properties before the course adds any.
  var before = Object.keys(window);
  var old = given.standard === "1.2";
  var names = old
    ? ["LMSInitialize", "LMSFinish", "LMSGetValue", "LMSSetValue", "LMSCommit", "LMSGetLastError", "LMSGetErrorString", "LMSGetDiagnostic"]
    : ["Initialize", "Terminate", "GetValue", "SetValue", "Commit", "GetLastError", "GetErrorString", "GetDiagnostic"];
  var lms = new window[old ? "Scorm12API" : "Scorm2004API"]({ autocommit: false, lmsCommitUrl: false, logLevel: 5, selfReportSessionTime: true });
  var values = {};
  for (var name in given.saved) values[name] = given.saved[name];
  var first = {};
  for (var kept in given.saved) first[kept] = given.saved[kept];
  for (var preset in given.set) first[preset] = given.set[preset];
  try { lms.loadFromFlattenedJSON(first); } catch (error) {}
  if (given.data.length > 0) {
    lms.adl.restoreSharedDataSnapshot(given.stores);
    lms.adl.configureSharedDataMaps(given.data.map(function (one) {
      return { targetID: one.id, readSharedData: one.reads, writeSharedData: one.writes };
    }));
  }

  var begun = false, over = false, timer = 0, wish = "";
  function leads(to) {
    var target = (/^(?:choice|jump)\.\{target=(.+)\}$/.exec(to) || [])[1];
    if (given.leads) return String(to === "continue" ? given.leads.next : to === "previous" ? given.leads.back : given.leads.ids.indexOf(target) >= 0);
    var place = to === "continue" ? given.item + 1 : to === "previous" ? given.item - 1 : given.ids.indexOf(target);
    return place >= 0 && place < given.ids.length ? "true" : "false";
  }
  function tell(ended) {
    clearTimeout(timer);
    timer = 0;
    var to = window.top === window && window.opener ? window.opener.top : window.top;
    to.postMessage({ touchline: given.sittingId, values: values, ended: ended, wish: ended ? wish : "" }, given.page);
  }
  function later() {
    if (!timer) timer = setTimeout(function () { tell(false); }, 1000);
  }
  function keep(name, value) {
    var many = /^cmi\.(?:interactions|objectives|comments_from_learner)\.(\d+)\./.exec(name);
    if ((name.indexOf("cmi.") !== 0 && !/^adl\.data\.\d{1,3}\.store$/.test(name)) || (many && Number(many[1]) >= 200)) return;
    values[name] = String(value).slice(0, 100000);
  }
  var api = {};
  names.forEach(function (name) {
    api[name] = function (one, two) {
      // Which part may follow is known here, and not to a runtime that was started for this one.
      var asked = name === names[2] && begun && !over && /^adl\.nav\.request_valid\.(.+)$/.exec(String(one));
      if (asked) return leads(asked[1]);
      var answer = name === names[4] || name === names[1] || name === names[0] ? lms[name]("") : lms[name](one === undefined ? "" : String(one), two === undefined ? "" : String(two));
      var done = String(answer) === "true";
      if (name === names[0] && done) { begun = true; over = false; later(); }
      if (name === names[3] && done && String(one) === "adl.nav.request") wish = String(two);
      if (name === names[3] && done) { keep(String(one), two === undefined ? "" : two); later(); }
      if (name === names[4] && done && begun) tell(false);
      if (name === names[1] && done && begun && !over) { over = true; tell(true); }
      return answer;
    };
  });
  // Frames without an origin may not touch one another. What one tells the frame around it is sent there, where it is a
  // function; what one would have to be answered at once cannot be, and the page says so.
  var isNested = !given.hasOrigin && real !== window.top, toldTrouble = false, around = {}, asksAround = false;
  function trouble() {
    if (!toldTrouble) window.top.postMessage({ touchline: given.sittingId, trouble: "frames" }, given.page);
    toldTrouble = true;
  }
  function isWithin(other) {
    for (var place = 0; place < window.frames.length; place += 1) if (window.frames[place] === other) return true;
    return false;
  }
  function ownFunctions() {
    return Object.keys(window).filter(function (name) {
      try { return before.indexOf(name) < 0 && typeof window[name] === "function"; } catch (error) { return false; }
    });
  }
  function ask() { real.postMessage({ touchlineAsks: given.sittingId }, "*"); }
  if (!given.hasOrigin) {
    window.addEventListener("message", function (event) {
      var data = event.data || {};
      if (isNested && event.source === real && data.touchlineOffers) data.touchlineOffers.forEach(function (name) { around[name] = true; });
      if (!isWithin(event.source)) return;
      if (data.touchlineAsks === given.sittingId) event.source.postMessage({ touchlineOffers: ownFunctions() }, "*");
      if (data.touchlineCalls && ownFunctions().indexOf(data.touchlineCalls) >= 0) window[data.touchlineCalls].apply(window, data.values);
    });
    window.addEventListener("error", function (event) {
      var text = String((event.error && event.error.message) || event.message || "");
      // Of scripts in files of their own browsers tell these pages nothing but that they failed.
      if ((isNested && (event.error || asksAround)) || /cross-origin|Blocked a frame|Permission denied to access property/.test(text)) trouble();
    });
  }
  if (isNested) {
    ask();
    ["DOMContentLoaded", "load"].forEach(function (moment) { window.addEventListener(moment, ask); });
  }
  if (!old) api.version = "1.0";
  window[old ? "API" : "API_1484_11"] = api;

  var above = { opener: null, document: { title: "" }, location: { href: "" }, frames: [], length: 0, closed: false, postMessage: function (message, to) { real.postMessage(message, to || "*"); } };
  above[old ? "API" : "API_1484_11"] = api;
  if (isNested && window.Proxy) {
    above = new Proxy(above, {
      get: function (own, name) {
        if (name in own || typeof name !== "string" || name.indexOf("API") === 0) return own[name];
        asksAround = true;
        if (!around[name]) { trouble(); return undefined; }
        return function () { real.postMessage({ touchlineCalls: name, values: Array.prototype.slice.call(arguments) }, "*"); };
      }
    });
  }
  above.self = above.window = above;
  // It is its own parent, as the uppermost window is. Courses that walk until they meet "window.top" would never end, as that
  // name cannot be given to another: whoever asks so often without a pause is led to the real one.
  var steps = 0;
  function up() {
    if (steps === 0) setTimeout(function () { steps = 0; }, 0);
    steps += 1;
    return steps <= 50 ? above : window.top;
  }
  ["parent", "top"].forEach(function (name) { Object.defineProperty(above, name, { get: up }); });
  instead(window, "parent", above);
  window.addEventListener("pagehide", function () { if (timer) tell(false); });
}`;

const require = createRequire(import.meta.url);
const pack = promisify(brotliCompress);
const libraries = new Map<PackageStandard, Promise<{ plain: Buffer; packed: Buffer }>>();

/** The runtime of a standard, read and packed once. */
export function library(standard: PackageStandard): Promise<{ plain: Buffer; packed: Buffer }> {
  const known = libraries.get(standard);
  if (known) return known;
  const path = require.resolve(standard === "1.2" ? "scorm-again/scorm12/min" : "scorm-again/scorm2004/min");
  const reading = readFile(path).then(async (whole) => {
    // Its map is not served.
    const plain = Buffer.from(whole.toString("utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"));
    return { plain, packed: await pack(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) };
  });
  libraries.set(standard, reading);
  return reading;
}
