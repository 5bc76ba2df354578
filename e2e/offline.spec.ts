import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, forgive, test, thorough, usableByAll } from "./fixtures.ts";
import { requireOfHeadCoaches } from "./kinds.ts";

test.use({ serviceWorkers: "allow", viewport: { width: 390, height: 844 } });

test("without a network a coach sees where they stood and what is next, until they log out", { tag: thorough }, async ({
  complaints,
  context,
  page,
  organization,
  signIn,
}) => {
  const org = await organization();
  await requireOfHeadCoaches(org, "Coach agreement", usualSettings.document);
  const coach = await org.aMember("northTeam", "Head Coach");
  const stood = page.getByRole("region", { name: "When you were last online" });

  await signIn(page, coach.email, "/requirements");
  await expect(page.getByRole("heading", { name: /^Your turn: 1 thing/ })).toBeVisible();
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  // From now on the worker serves what the page loads.
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Your turn: 1 thing/ })).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await expect(stood.getByText(/^Your turn: 1 thing/)).toBeVisible();
  await expect(stood.getByText("Next: Coach agreement.")).toBeVisible();
  await usableByAll(page);

  await context.setOffline(false);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "My requirements" })).toBeVisible();
  await page.goto("/logout");
  await expect(page).toHaveURL(/\/login/);
  await context.setOffline(true);
  await page.goto("/requirements");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(stood).toBeHidden();
  await context.setOffline(false);
  forgive(complaints, /ERR_INTERNET_DISCONNECTED/);
});
