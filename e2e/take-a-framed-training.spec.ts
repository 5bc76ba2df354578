import { password } from "../apps/api/test/organization.ts";
import { manifest12, type PackageFiles } from "../apps/api/test/packages.ts";
import { expect, forgive, test, thorough } from "./fixtures.ts";
import { origins, ownServers, portOf } from "./servers.ts";
import { newTraining, uploaded } from "./trainings.ts";

/**
 * A course as some tools export it: the outer page controls, and the inner one calls it through its frame and stores something
 * in the browser.
 */
const framed: PackageFiles = {
  "imsmanifest.xml": manifest12([{ title: "Sideline safety", href: "drive/index.html" }]),
  "drive/index.html": `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Drive</title></head><body>
<iframe title="content" src="../content/index.html" width="300" height="300"></iframe><script src="drive.js"></script></body></html>`,
  "drive/drive.js": `API.LMSInitialize("");
function passed(score) { API.LMSSetValue("cmi.core.score.raw", score); API.LMSSetValue("cmi.core.lesson_status", "passed"); API.LMSFinish(""); }`,
  "content/index.html": `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Content</title></head><body>
<p id="kept"></p><button id="done">Done</button><script src="content.js"></script></body></html>`,
  "content/content.js": `localStorage.setItem("kept", "in the browser");
document.getElementById("kept").textContent = localStorage.getItem("kept") + ", " + (document.cookie || "no cookie");
document.getElementById("done").onclick = function () { window.parent.passed("95"); };`,
};

test("a course of frames is taken where packages have a host of their own, on which there is nothing else", {
  tag: thorough,
}, async ({ anotherBrowser, complaints }) => {
  test.setTimeout(600_000);
  const servers = await ownServers();
  try {
    const at = await origins("page");
    const packages = `http://127.0.0.2:${portOf(at.page)}`;
    await servers.start("start", {
      PUBLIC_URL: at.page,
      PACKAGES_URL: packages,
      HOST: "0.0.0.0",
      PORT: portOf(at.page),
    });
    const organizations = await servers.organizations(at.page);
    const org = await organizations("Rainier Youth Soccer");
    const signedIn = async (email: string) => {
      const page = await anotherBrowser();
      await page.goto(`${at.page}/login`);
      await page.getByLabel("Email address").fill(email);
      await page.getByRole("textbox", { name: "Password" }).fill(password);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
      await expect(page).not.toHaveURL(/\/login/);
      return page;
    };
    const coach = await org.aMember("northTeam", "Head Coach");
    const desk = await signedIn((await org.aMember("root", "Administrator")).email);
    await desk.goto(`${at.page}${newTraining}`);
    await uploaded(desk, org, framed);
    const page = await signedIn(coach.email);
    await page.getByRole("link", { name: "Start" }).click();
    await page.getByRole("button", { name: "Start: Sideline safety" }).click();
    const frame = page.locator('iframe[title="Sideline safety"]');
    await expect(frame).toHaveAttribute("src", new RegExp(`^${packages}/api/app/training-package/`));
    const content = frame.contentFrame().frameLocator('iframe[title="content"]');
    await expect(content.getByText("in the browser, no cookie")).toBeVisible();
    await content.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();

    for (const path of [
      "/",
      "/login",
      "/api/active-user-session",
      "/identity/.well-known/openid-configuration",
      "/assets/",
    ]) {
      expect((await fetch(packages + path)).status, path).toBe(404);
    }
    expect((await fetch(at.page)).status).toBe(200);
    // Pages poll as long as they are open.
    for (const one of [desk, page]) await one.context().close();
    // There is no demo here (404), which the login page finds out by asking.
    forgive(complaints, /status of 404/);
  } finally {
    await servers.close();
  }
});
