import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { aPdf, expect, test, usableByAll } from "./fixtures.ts";

test("a coach takes a training elsewhere, on the phone, and sends the certificate in", async ({
  context,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const trainingUrl = "https://training.example.org/safety";
  await org.asSystem(async (call) => {
    const base = { type: 8 as const, name: "Safety course", description: "", levelId: org.levels.root };
    const { contentId } = await createContent(call, base);
    await saveSettings(call, { contentId, settings: { ...usualSettings["custom-training"], trainingUrl } });
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] };
    await assignContent(call, {
      contentId,
      contentAssignments: [{ ...to, mandatory: true, dueDate: null, payer: "Organization" }],
    });
  });
  await context.route(`${trainingUrl}*`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Course</h1>" }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, coach.email);
  await page.getByRole("link", { name: "Start" }).click();
  await expect(page.getByLabel("Certificate", { exact: true })).toBeVisible();
  await usableByAll(page);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: /^Open .* in a new tab$/ }).click();
  const course = await opened;
  await expect(course.getByRole("heading", { name: "Course" })).toBeVisible();
  await course.close();
  await page.getByLabel("Certificate", { exact: true }).setInputFiles(aPdf);
  await page.getByLabel("Completed on").fill(new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText(/In review since/).first()).toBeVisible();
});
