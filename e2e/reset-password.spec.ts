import { expect, test, usableByAll } from "./fixtures.ts";

test("a forgotten password is reset by email, a weak one is refused, and every session ends", async ({
  accountLinkMailedTo,
  anotherBrowser,
  complaints,
  organization,
  page,
  signInByPage,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  await signInByPage(page, coach.email, coach.password);
  await expect(page).toHaveURL(/\/requirements$/);
  const hers = await anotherBrowser({ viewport: { width: 390, height: 844 } });

  await test.step("she asks for a link", async () => {
    await hers.goto("/login");
    await hers.getByRole("link", { name: "Forgot password?" }).click();
    // The previous page has such a field, too.
    await expect(hers.getByRole("heading", { name: "Forgot password" })).toBeVisible();
    await usableByAll(hers);
    await hers.getByLabel("Email address").fill(coach.email);
    await hers.getByRole("button", { name: "Send link" }).click();
    await expect(hers.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await usableByAll(hers);
  });

  const link = await accountLinkMailedTo(org.organizationId, coach.email);

  await test.step("a weak password is shown while it is typed, a common one by the server at the field", async () => {
    await hers.goto(link);
    const field = hers.getByRole("textbox", { name: "Password" });
    await field.fill("aaaaaaaaaa");
    await expect(hers.getByText("This password is easy to guess.")).toBeVisible();
    await hers.getByRole("button", { name: "Set password" }).click();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await field.fill("iloveyou1");
    await hers.getByRole("button", { name: "Set password" }).click();
    await expect(hers.getByText("This password is too common.")).toBeVisible();
    await usableByAll(hers);
  });

  await test.step("a good one is set; the session that was open is over", async () => {
    const field = hers.getByRole("textbox", { name: "Password" });
    await field.fill("a lantern above the north field");
    await expect(hers.getByText("Strong password.")).toBeVisible();
    await hers.getByRole("button", { name: "Set password" }).click();
    await expect(hers.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
    await usableByAll(hers);
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
    await signInByPage(hers, coach.email, "a lantern above the north field");
  });

  await test.step("the link does nothing more, and leads to a new one", async () => {
    await hers.goto(link);
    await expect(hers.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
    await expect(hers.getByText("This link was already used")).toBeVisible();
    await usableByAll(hers);
    await hers.getByRole("link", { name: "Send new link" }).click();
    await expect(hers.getByRole("heading", { name: "Forgot password" })).toBeVisible();
  });
  // Calls of the old session are refused, as expected.
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/40[019]/);
});
