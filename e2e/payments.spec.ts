import { newId } from "../apps/api/src/database/ids.ts";
import { restand } from "../apps/api/src/modules/compliance/standing/actions/restand.ts";
import { makeGuardian } from "../apps/api/src/modules/joining/families/actions/guardians.ts";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { createLabel } from "../apps/api/src/modules/library/labels/actions/add.ts";
import { addMember } from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { createProfile } from "../apps/api/src/modules/people/profiles/actions/people.ts";
import { screeningClient } from "../apps/api/src/schema/screening.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { signAll } from "./consents.ts";
import { expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";

const phone = { width: 390, height: 844 };
const simulated = "Simulated provider: no real money is charged.";

/** Enters a card on the card provider's own page. */
async function enterCard(page: Page, number: string) {
  await expect(page.getByText("This page plays the card provider.", { exact: false })).toBeVisible();
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date (MM/YY)").fill("12/34");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Use this card" }).click();
}

/** Collects everything that the page sends to our own origin, as text: addresses, headers, and bodies. */
function sentHere(page: Page, origin: string): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) return;
    sent.push([request.url(), JSON.stringify(request.headers()), request.postData() ?? ""].join("\n"));
  });
  return sent;
}

test("a parent pays for two children's trainings and a background check in one go on a phone, declined at first", async ({
  anotherBrowser,
  organization,
  page,
  signIn,
  baseURL,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const parent = await org.aMember("northTeam", "Head Coach");
  await org.asSystem(async (call) => {
    const { organizationId, db, now } = call;
    const clientId = newId();
    await db.insert(screeningClient).values({
      ...{ organizationId, screeningClientId: clientId, provider: 3, accountId: "shared", name: "Checkr" },
      ...{ connectedBy: admin.profileId, connectedAt: now },
    });
    const player = await createLabel(call, { name: "Player", role: "Individual", forFamily: "child" });
    const guardian = await createLabel(call, { name: "Parent", role: "Individual", forFamily: "guardian" });
    await addMember(call, { levelId: org.levels.northTeam, labelId: guardian, profileId: parent.profileId });
    const children: string[] = [];
    for (const firstName of ["Noa", "Leo"]) {
      const born = { firstName, lastName: "Little", email: null, dateOfBirth: "2012-05-05" };
      const profileId = await createProfile(call, born, null);
      await addMember(call, { levelId: org.levels.northTeam, labelId: player, profileId });
      await makeGuardian(call, { guardianProfileId: parent.profileId, childProfileId: profileId });
      children.push(profileId);
    }
    const ask = async (
      type: 3 | 5,
      name: string,
      settings: Parameters<typeof saveSettings>[1]["settings"],
      labelId: string,
    ) => {
      const { contentId } = await createContent(call, { type, name, description: "", levelId: org.levels.root });
      await saveSettings(call, { contentId, settings });
      const to = { levelId: org.levels.root, includeBelow: true, labelIds: [labelId] };
      await assignContent(call, {
        contentId,
        contentAssignments: [{ ...to, mandatory: true, dueDate: null, payer: "Individual" }],
      });
    };
    await ask(
      3,
      "Coach background check",
      {
        ...usualSettings["background-check"],
        ...{ provider: 3, clientId, productId: "youth_sports_basic", product: "Youth Sports Basic", price: 2450 },
      },
      String(org.labelIds["Head Coach"]),
    );
    await ask(
      5,
      "Player safety training",
      { ...usualSettings["abuse-prevention-training"], trainingUrl: "https://training.example/player", price: 1500 },
      player,
    );
    await restand(call, [parent.profileId, ...children]);
  });
  await page.setViewportSize(phone);
  const sent = sentHere(page, new URL(String(baseURL)).origin);

  await test.step("the check is paid for once its documents are signed, and its page leads to where it is paid", async () => {
    await signIn(page, parent.email, "/requirements");
    await page
      .getByRole("region", { name: "Coach background check" })
      .getByRole("link")
      .first()
      .click({ timeout: 60_000 });
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("combobox", { name: "State or province" }).fill("Ohio");
    await page.getByRole("option", { name: "Ohio" }).click();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await signAll(page, `Head-Coach ${parent.lastName}`);
    await expect(page.getByText("It costs $24.50.").first()).toBeVisible();
    await usableByAll(page);
    await page.getByRole("link", { name: "Pay $24.50" }).click();
  });

  await test.step("with it, the trainings of both children are chosen", async () => {
    await expect(page.getByText(simulated)).toBeVisible();
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
    for (const child of ["Noa Little", "Leo Little"]) {
      await page.getByRole("group", { name: child }).getByRole("checkbox", { name: "Player safety training" }).check();
    }
    await expect(page.getByText("3 items")).toBeVisible();
    await expect(page.getByText("$54.50")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Enter card" }).click();
  });

  await test.step("the first card is declined, with the reason, and nothing is charged", async () => {
    await enterCard(page, "4000000000009995");
    await expect(page.getByText("Nothing was charged yet.", { exact: false })).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Pay $54.50" }).click();
    await expect(page.getByText("The payment didn't go through")).toBeVisible();
    await expect(page.getByText(/doesn't have enough funds/)).toBeVisible();
    await usableByAll(page);
  });

  await test.step("another card pays for all three at once", async () => {
    await page.getByRole("button", { name: "Try another card" }).click();
    await enterCard(page, "4242424242424242");
    await expect(page.getByRole("listitem").filter({ hasText: "Player safety training" })).toHaveCount(2);
    await page.getByRole("button", { name: "Pay $54.50" }).click();
    await expect(page.getByText("You paid $54.50")).toBeVisible();
    await expect(page.getByRole("listitem").getByText("Paid", { exact: true })).toHaveCount(3);
    await expect(page.getByText("Visa ending in 4242")).toBeVisible();
    await usableByAll(page);
    const receipt = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Download receipt/ }).click();
    expect((await receipt).suggestedFilename()).toMatch(/^receipt-.*\.pdf$/);
  });

  await test.step("no card number, expiration date or security code ever reached our origin", () => {
    expect(sent.filter((one) => one.includes("payment_method")).length).toBeGreaterThan(0);
    const entered = /4000000000009995|4242424242424242|12\/34|12%2F34|\b(number|expiry|cvc)=/;
    expect(sent.filter((one) => entered.test(one))).toEqual([]);
  });

  await test.step("nothing is due anymore, and both tries are in the history", async () => {
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Payments" }).click();
    await expect(page.getByText("Nothing to pay")).toBeVisible();
    const history = page.getByRole("region", { name: "History" });
    await expect(history.getByText("Failed")).toBeVisible();
    await expect(history.getByText("Paid", { exact: true })).toBeVisible();
    await usableByAll(page);
  });

  await test.step("an administrator refunds one of the three, with a reason", async () => {
    const desk = await anotherBrowser();
    await signIn(desk, admin.email, "/account/billing/members?state=succeeded");
    await desk
      .getByRole("link", { name: /and 2 more/ })
      .first()
      .click();
    await desk.getByRole("button", { name: "Refund this payment" }).click();
    const dialog = desk.getByRole("dialog", { name: "Refund this payment" });
    await dialog.getByRole("combobox", { name: "What to refund" }).click();
    await desk.getByRole("option", { name: "Player safety training, Leo Little ($15.00)" }).click();
    await dialog.getByLabel("Reason").fill("Moved to another club");
    await usableByAll(desk);
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await expect(desk.getByText("Refunded", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
    await expect(desk.getByText("Moved to another club")).toBeVisible();
    await usableByAll(desk);
  });
});

test("an Account Manager subscribes with 3-D Secure, sees what a change costs before it is made, and downloads an invoice", async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Walla Walla Youth Soccer");
  const manager = await org.aMember("root", "Account Manager");

  await test.step("billing is found in the menu, and says what to do first", async () => {
    await signIn(page, manager.email, "/dashboard");
    await page.getByRole("link", { name: "Billing", exact: true }).click();
    await expect(page.getByText(simulated)).toBeVisible();
    await expect(page.getByText("Enter your billing information.")).toBeVisible();
    await page.getByLabel("Email for invoices").fill("treasurer@walla.example");
    await page.getByRole("textbox", { name: "Address", exact: true }).fill("1 Field Road");
    await page.getByLabel("City").fill("Walla Walla");
    await page.getByRole("textbox", { name: "State", exact: true }).fill("WA");
    await page.getByLabel("ZIP code").fill("99362");
    await page.getByLabel("EIN (optional)").fill("91-1234567");
    await usableByAll(page);
    await page.getByRole("button", { name: "Save: Billing information" }).click();
    await expect(page.getByText("Billing information saved")).toBeVisible();
  });

  await test.step("a card that the bank wants confirmed is added", async () => {
    await page.getByRole("link", { name: "Add payment method" }).click();
    await expect(page).toHaveTitle(/^Payment method/);
    await page.getByRole("button", { name: "Add card" }).click();
    await enterCard(page, "4000002500003155");
    await page.getByRole("button", { name: "Complete authentication" }).click();
    await expect(page.getByText("Visa ending in 3155")).toBeVisible();
    await expect(page.getByText("Default", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/account\/billing\/payment$/);
    await usableByAll(page);
  });

  await test.step("the plan is subscribed to", async () => {
    await page.getByRole("link", { name: "Continue to plan" }).click();
    await page.getByRole("radio", { name: /^Monthly: \$49\.00 a month/ }).check();
    await page.getByRole("button", { name: "Subscribe for $49.00 a month" }).click();
    const bank = page.getByRole("button", { name: "Complete authentication" });
    await expect(bank.or(page.getByText("Active", { exact: true }))).toBeVisible();
    if (await bank.isVisible()) await bank.click();
    await expect(page.getByText("Active", { exact: true })).toBeVisible({ timeout: 60_000 });
    await usableByAll(page);
  });

  await test.step("what changing to yearly costs is shown before it is done", async () => {
    await page.getByRole("button", { name: "Change to yearly" }).click();
    const dialog = page.getByRole("dialog", { name: "Change to yearly payment" });
    await expect(dialog.getByText("You pay now")).toBeVisible();
    // A part of the month has been used.
    await expect(dialog.getByText(/^-\$(49\.00|48\.9\d)$/)).toBeVisible();
    await usableByAll(page);
    await dialog.getByRole("button", { name: /^Pay \$4(19\.00|18\.9\d) and change$/ }).click();
    const bank = page.getByRole("button", { name: "Complete authentication" });
    await expect(bank.or(page.getByText("$468.00 a year"))).toBeVisible();
    if (await bank.isVisible()) await bank.click();
    await expect(page.getByText("$468.00 a year")).toBeVisible({ timeout: 60_000 });
  });

  await test.step("both charges have an invoice, as a PDF too", async () => {
    await page.getByRole("navigation", { name: "Billing pages" }).getByRole("link", { name: "Invoices" }).click();
    await expect(page).toHaveTitle(/^Invoices/);
    await expect(page.getByRole("row")).toHaveCount(3);
    await usableByAll(page);
    const pdf = page.waitForEvent("download");
    await page
      .getByRole("button", { name: /^Download invoice/ })
      .first()
      .click();
    expect((await pdf).suggestedFilename()).toMatch(/^invoice-.*\.pdf$/);
  });
});

test("an Account Manager reads invoices beyond the first twenty", { tag: thorough }, async ({ page, signIn }) => {
  await signIn(page, "accounts@demo.touchline.example", "/account/billing/invoices");
  // The head of the table is a row too.
  await expect(page.getByRole("row")).toHaveCount(21);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("row", { name: /^TL-000001 / })).toBeVisible();
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
  await usableByAll(page);
});
