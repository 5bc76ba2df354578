import { expect, type Page } from "./fixtures.ts";

/** Signs every document that the page asks for, each on its own page. */
export async function signAll(page: Page, signer: string): Promise<string[]> {
  const titles: string[] = [];
  while (!(await page.getByRole("heading", { name: "Start the background check" }).isVisible())) {
    const step = page.getByRole("button", { name: "Sign and continue" });
    await expect(step.or(page.getByRole("heading", { name: "Start the background check" }))).toBeVisible();
    if (!(await step.isVisible())) break;
    const document = page
      .getByRole("region")
      .filter({ has: page.getByRole("article", { name: "Text of the document" }) });
    const title = (await document.getByRole("heading", { level: 2 }).first().textContent()) ?? "";
    titles.push(title);
    const form = page.locator("form").filter({ has: step });
    await form.getByRole("checkbox").first().check();
    const field = form.getByLabel("Your full legal name");
    // The name typed on the first page is filled in on the next ones.
    if (titles.length === 1) await field.fill(signer);
    await expect(field).toHaveValue(signer);
    await step.click();
    await expect(page.getByRole("heading", { level: 2, name: title, exact: true })).toHaveCount(0);
  }
  return titles;
}
