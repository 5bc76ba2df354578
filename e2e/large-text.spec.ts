import { expect, forgive, type Page, test, thorough } from "./fixtures.ts";

/** Three ways to see a page: text at twice its size, everything at twice its size (half as many pixels), and a small phone. */
const looks = [
  { look: "text at 200 %", width: 1280, height: 800, text: 200 },
  { look: "zoom at 200 %", width: 640, height: 400, text: 100 },
  { look: "320 px", width: 320, height: 640, text: 100 },
];

const screens: Readonly<Record<string, readonly string[]>> = {
  admin: [
    "/dashboard",
    "/review",
    "/review/statistics",
    "/library",
    "/library/new",
    "/library/new/form",
    "/levels",
    "/roles",
    "/incidents",
    "/people/add",
    "/people/duplicates",
    "/audit",
    "/account/organization",
    "/account/organization/texts/invitation",
  ],
  director: ["/dashboard", "/review", "/levels", "/notifications"],
  parent: ["/requirements", "/groupAccountDashboard", "/editProfile"],
  coach: ["/requirements", "/account/settings"],
  operator: ["/admin", "/admin/organizations", "/admin/organizations/new", "/admin/integrity", "/admin/errors"],
};

/** Checks a screen in each way. Content that scrolls sideways in its own frame, such as a table, may be wider. */
async function fits(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  for (const { look, width, height, text } of looks) {
    await page.setViewportSize({ width, height });
    await page.evaluate(`document.documentElement.style.fontSize = "${text}%"`);
    const beyond = () => page.evaluate<number>("document.scrollingElement.scrollWidth - innerWidth");
    await expect.poll(beyond, { message: `${path}, ${look}` }).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("nothing is wider than the window with text or zoom at 200 %, or on a small phone", async ({ anotherBrowser }) => {
  const page = await anotherBrowser();
  for (const path of ["/login", "/signup", "/forgot-password", "/verify/waiver"]) await fits(page, path);
});

for (const [who, paths] of Object.entries(screens)) {
  test(`nothing is wider than the window for the demo's ${who} either`, { tag: thorough }, async ({
    complaints,
    page,
    signIn,
  }) => {
    await signIn(page, `${who}@demo.touchline.example`);
    for (const path of paths) await fits(page, path);
    // The preview of an email runs no scripts, including this journey's.
    forgive(complaints, /Blocked script execution in '(about|blob):/);
  });
}
