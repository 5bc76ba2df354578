import { aPdf, environment, expect, forgive, test, thorough, usableByAll } from "./fixtures.ts";

const simulated = "Simulated provider: no real check is made.";

/** Controls the simulated providers, as their panel does. */
async function steer(path: string, body: unknown) {
  const answer = await fetch(`${environment("TOUCHLINE_SIMULATOR_URL")}/simulator/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

test("an Admin applies for an account at Yardstik, is activated, and assigns its product to a background check", {
  tag: thorough,
}, async ({ organization, page, signIn, complaints }) => {
  const org = await organization("Walla Walla Youth Soccer");
  const admin = await org.aMember("root", "Administrator");

  await test.step("the dashboard leads to the application, which says that the provider is simulated", async () => {
    await signIn(page, admin.email, "/dashboard");
    await expect(page.getByText("Set up background checks")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("link", { name: "Organization", exact: true }).click();
    await page.getByRole("link", { name: "Set up screening" }).click();
    await expect(page.getByText("Not started")).toBeVisible();
    await expect(page.getByText(simulated).first()).toBeVisible();
    await usableByAll(page);
    await page.getByRole("link", { name: "Start application" }).click();
    await expect(page.getByLabel("Legal name")).toHaveValue("Walla Walla Youth Soccer");
  });

  await test.step("what is missing is named at its field, and a Social Security number is not taken", async () => {
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Enter the EIN.")).toBeVisible();
    await page.getByLabel("Employer Identification Number (EIN)").fill("123-45-6789");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("This looks like a Social Security number.")).toBeVisible();
    await usableByAll(page);
  });

  await test.step("it is saved as it is typed, and resumed after a reload", async () => {
    await page.getByLabel("Employer Identification Number (EIN)").fill("911234567");
    await page.getByRole("combobox", { name: "Company type", exact: true }).click();
    await page.getByRole("option", { name: "Nonprofit" }).click();
    await page.getByLabel("Website").fill("https://walla.example");
    await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Employer Identification Number (EIN)")).toHaveValue("91-1234567");
    await page.getByLabel("Proof of the EIN").setInputFiles({ ...aPdf, name: "irs-letter.pdf" });
    await expect(page.getByText(/irs-letter\.pdf/)).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
  });

  await test.step("the other steps are filled in, and it is submitted", async () => {
    await page.getByLabel("Street address").fill("1 Field Road");
    await page.getByLabel("City").fill("Walla Walla");
    await page.getByRole("combobox", { name: "State", exact: true }).click();
    await page.getByRole("option", { name: "Washington" }).click();
    await page.getByLabel("ZIP code").fill("99362");
    await usableByAll(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("First name").fill("Ana");
    await page.getByLabel("Last name").fill("Silva");
    await page.getByLabel("Email address").fill("ana@walla.example");
    await page.getByRole("button", { name: "4. Purpose and submit" }).click();
    await expect(page.getByText("Owner: 1 answer needs attention")).toBeVisible();
    await page.getByRole("button", { name: "Owner: 1 answer needs attention" }).click();
    await page.getByLabel("Phone number").fill("+1 509 555 0100");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("radio", { name: /Employment or volunteering/ }).check();
    await page.getByRole("checkbox", { name: /I certify/ }).check();
    await usableByAll(page);
    await page.getByRole("button", { name: "Submit application" }).click();
    await expect(page.getByText("Yardstik is checking your organization.")).toBeVisible();
    await usableByAll(page);
  });

  await test.step("once Yardstik activates the account, it is connected by itself", async () => {
    await expect(async () => {
      const accounts = await fetch(`${environment("TOUCHLINE_SIMULATOR_URL")}/yardstik/sub_accounts?per_page=100`, {
        headers: { authorization: "Account simulated_yardstik_api_key" },
      });
      expect(await accounts.text()).toContain(org.organizationId);
    }).toPass({ timeout: 60_000 });
    await steer("clock", { advance: 6 * 60_000 });
    await expect(page.getByText("The account is active and connected.")).toBeVisible({ timeout: 90_000 });
    await page.getByRole("link", { name: "Screening" }).click();
    await page.getByRole("button", { name: /^Show products of Walla Walla/ }).click();
    await expect(page.getByRole("list", { name: /^Products of Walla Walla/ })).toContainText("Youth Sports Basic");
    await usableByAll(page);
  });

  await test.step("a background check of the library orders a product of this account", async () => {
    await page.goto("/library/new/background-check");
    await page.getByLabel("Name", { exact: true }).fill("Coach background check");
    await page.getByRole("combobox", { name: "Provider", exact: true }).click();
    await page.getByRole("option", { name: "Yardstik" }).click();
    await page.getByRole("combobox", { name: "Account", exact: true }).click();
    await page.getByRole("option", { name: /^Walla Walla/ }).click();
    await expect(page.getByText(simulated)).toBeVisible();
    await page.getByRole("combobox", { name: "Product", exact: true }).click();
    await page.getByRole("option", { name: "Youth Sports Plus" }).click();
    await usableByAll(page);
    await page.getByRole("button", { name: /^Save background check/i }).click();
    await expect(page.getByText("Background check, version 1.")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("combobox", { name: "Product", exact: true })).toHaveValue("Youth Sports Plus");
  });

  await test.step("when the provider fails, the page says so in the words of the specification", async () => {
    await page.goto("/account/organization/screening");
    await steer("faults", { fault: "500", vendor: "yardstik", path: "/yardstik/packages", times: 1 });
    await page.getByRole("button", { name: /^Show products of Walla Walla/ }).click();
    await expect(page.getByText("Failed to fetch products: 503")).toBeVisible();
    await expect(page.getByText("Yardstik is busy. Try again in a few minutes.")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Youth Sports Basic")).toBeVisible();
    forgive(complaints, /status of 503/);
  });
});
