import { aPdf, expect, test, usableByAll } from "./fixtures.ts";

test("a document is made, owed, uploaded, reviewed, and the member is Cleared; a second organization sees none of it", async ({
  anotherBrowser,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const stranger = await (await organization("Another League")).aMember("root", "Club Director");

  await test.step("the admin writes the document and assigns it to head coaches everywhere below", async () => {
    await signIn(page, admin.email, "/library");
    await page.getByRole("link", { name: "Add requirement" }).first().click();
    await page.getByRole("link", { name: "Document", exact: true }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Coach agreement");
    await page.getByLabel("Instructions").fill("Sign the agreement and upload it.");
    await page.getByRole("button", { name: "Add assignment" }).click();
    await page.getByRole("checkbox", { name: "Head Coach" }).check();
    await page.getByRole("button", { name: "Save document" }).click();
    await page.getByRole("button", { name: "Save assignments" }).click();
    await expect(page.getByText("Assigned to 1 more membership.")).toBeVisible();
    await usableByAll(page);
  });

  const member = await anotherBrowser({ viewport: { width: 390, height: 844 } });
  await test.step("the coach, on a phone, sees what is owed and why, and sends it", async () => {
    await signIn(member, coach.email);
    await expect(member.getByText("Incomplete").first()).toBeVisible();
    await usableByAll(member);
    await member.getByRole("link", { name: "Start" }).click();
    await member.getByLabel("Your document").setInputFiles(aPdf);
    await member.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(member.getByText(/in review|pending review/i).first()).toBeVisible();
    await expect(member.getByRole("link", { name: "Back to my requirements" })).toBeVisible();
    await usableByAll(member);
  });

  await test.step("the director finds it in the queue, opens it beside the facts, and approves", async () => {
    const desk = await anotherBrowser();
    await signIn(desk, director.email, "/library");
    await expect(desk.getByText("Your levels have no requirements yet")).toBeVisible();
    await desk.goto("/review");
    await usableByAll(desk);
    await desk.getByRole("row", { name: /Coach agreement/ }).click();
    await expect(desk.getByText("northTeam").first()).toBeVisible();
    await expect(desk.getByText("agreement.pdf").first()).toBeVisible();
    await expect(desk.getByRole("radio", { name: /^Approve/ })).toBeVisible();
    await desk.keyboard.press("a");
    await desk.keyboard.press("Control+Enter");
    await expect(desk.getByText("Cleared").first()).toBeVisible();
    await usableByAll(desk);
  });

  await test.step("the coach shows Cleared", async () => {
    await member.goto("/requirements");
    await expect(member.getByText("Cleared").first()).toBeVisible();
  });

  await test.step("the coach's bell tells of the decision, and is silent once that was read", async () => {
    await member.getByRole("link", { name: "Notifications, 1 unread" }).click();
    await expect(member.getByRole("link", { name: "Coach agreement was approved." })).toBeVisible();
    await expect(member.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
    await usableByAll(member);
    await member.getByRole("link", { name: "Coach agreement was approved." }).click();
    await expect(member.getByRole("heading", { level: 1, name: "Coach agreement" })).toBeVisible();
  });

  await test.step("the director of another organization finds nothing at the same addresses", async () => {
    const elsewhere = await anotherBrowser({}, [404]);
    await signIn(elsewhere, stranger.email);
    for (const path of [new URL(member.url()).pathname, `/dashboard/${org.levels.north}`, `/members/${coach.plaId}`]) {
      await elsewhere.goto(path);
      await expect(elsewhere.getByText("Coach agreement")).toHaveCount(0);
      await expect(elsewhere.getByText("Rainier")).toHaveCount(0);
    }
    await expect(
      elsewhere.getByText(
        "The member wasn't found. It may have been removed, or the address may be wrong. Try looking for it from your home page.",
        { exact: true },
      ),
    ).toBeVisible();
  });
});
