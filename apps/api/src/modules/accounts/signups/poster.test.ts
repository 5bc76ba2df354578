import { createSignupUrl, downloadPoster, revokeSignupUrl } from "@touchline/contract/accounts/signup-urls";
import { expect, test } from "vitest";
import { openPdf, textOf } from "../../../../test/pdf.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();

const aLink = (org: Organization, by: TestPerson, endsOn: string | null = null) =>
  by.call(createSignupUrl, {
    body: { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer, endsOn },
  });

async function read(by: TestPerson, id: string, size: "a4" | "letter" = "a4") {
  const answer = await fetch(`${world.it.base}/api/app/signup-url/${id}/poster?size=${size}`, {
    headers: { authorization: `Bearer ${await world.it.signIn(by.email)}` },
  });
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  const data = new Uint8Array(await answer.arrayBuffer());
  expect(Buffer.from(data.slice(0, 5)).toString()).toBe("%PDF-");
  const document = await openPdf(data);
  const { view } = await document.getPage(1);
  return { pages: document.numPages, view: view.map(Math.round), text: await textOf(document) };
}

test("a poster says for whom it is, what to do, where and until when, on one page of either size", async () => {
  const org = await world.it.anOrganization("Fútbol Ñandú – Спартак");
  const manager = await org.aMember("northTeam", "Team Manager");
  const link = await aLink(org, manager, "2099-11-30");
  const a4 = await read(manager, link.signupUrlId);
  expect(a4).toMatchObject({ pages: 1, view: [0, 0, 595, 842] });
  for (const said of [
    "Fútbol Ñandú – Спартак",
    "Volunteer",
    "northTeam",
    "Point your phone's camera",
    "November 30, 2099",
  ]) {
    expect(a4.text).toContain(said);
  }
  expect(a4.text.replaceAll(" ", "")).toContain(`${world.it.config.publicUrl}${link.path}`);
  expect(await read(manager, link.signupUrlId, "letter")).toMatchObject({ pages: 1, view: [0, 0, 612, 792] });
});

test("names in every script are on the poster; characters that no font can print are named instead of left out", async () => {
  const org = await world.it.anOrganization("北京足球 श्रीमती");
  const manager = await org.aMember("northTeam", "Team Manager");
  const { text, pages } = await read(manager, (await aLink(org, manager)).signupUrlId);
  expect(pages).toBe(1);
  expect(text.replaceAll(" ", "")).toContain("北京足球श्रीमती");
  const mongolian = await world.it.anOrganization("ᠮᠣᠩᠭᠣᠯ 北京");
  const other = await mongolian.aMember("northTeam", "Team Manager");
  const link = await aLink(mongolian, other);
  const refused = await other.ask(downloadPoster, { params: { id: link.signupUrlId } });
  expect(refused).toMatchObject({ status: 409, body: { reason: "lettersMissing" } });
  expect(JSON.stringify(refused.body)).toContain("“ᠮᠣᠩᠭᠯ”");
});

test("no one can print a link that doesn't work anymore, is out of reach, or belongs to another organization", async () => {
  const org = await world.it.anOrganization();
  const manager = await org.aMember("northTeam", "Team Manager");
  const link = await aLink(org, manager);
  const params = { id: link.signupUrlId };
  const elsewhere = await org.aMember("southClub", "Team Manager");
  expect((await elsewhere.ask(downloadPoster, { params })).status).toBe(403);
  const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await stranger.ask(downloadPoster, { params })).status).toBe(404);
  await manager.call(revokeSignupUrl, { params });
  expect(await manager.ask(downloadPoster, { params })).toMatchObject({ status: 409, body: { reason: "revoked" } });
});
