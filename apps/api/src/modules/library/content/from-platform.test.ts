import type { ResponseOf } from "@touchline/contract";
import { duplicateContent, getContentKind, listContentLibrary } from "@touchline/contract/library/content";
import { getContentDocument, saveContentDocument } from "@touchline/contract/library/content-kinds";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import {
  addPlatformContent,
  copyOffered,
  getContentUpdate,
  getPlatformContent,
  listOffered,
  listPlatformLibrary,
  lookAtOffered,
  publishPlatformContent,
  retirePlatformContent,
  takeContentUpdate,
} from "@touchline/contract/platform/platform-library";
import { usualSettings } from "@touchline/rules";
import { beforeAll, describe, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { aWorld, operatorAddress, password } from "../../../../test/world.ts";

const world = aWorld();
let operator: string;
beforeAll(async () => {
  await world.it.accounts.create({ email: operatorAddress, password });
  operator = await world.it.signIn(operatorAddress);
});

const item = {
  name: "First aid card",
  description: "At least one person beside every field can help.",
  settings: { ...usualSettings.document, instructions: "A photo of the card." } as ContentSettings,
};

/** Adds an item to the platform's library; names differ, so that each test finds its own. */
let items = 0;
async function anItem() {
  items += 1;
  const body = { ...item, name: `First aid card ${items}` };
  const { status, body: made } = await ask(world.it.base, operator, addPlatformContent, { body });
  expect(status).toBe(200);
  const params = { id: made.platformContentId };
  const publish = async (version: number, change: { name?: string; settings?: object }) => {
    const { settings, ...said } = change;
    const next = { ...body, ...said, settings: { ...body.settings, ...settings } as ContentSettings };
    return ask(world.it.base, operator, publishPlatformContent, {
      params,
      body: { ...next, version, summary: `What is new in ${version}.` },
    });
  };
  return { params, name: body.name, publish };
}

async function copied() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const made = await anItem();
  const { contentId } = await admin.call(copyOffered, { params: made.params, body: { levelId: org.levels.root } });
  return { org, admin, item: made, params: { id: contentId } };
}

describe("the platform's library", () => {
  test("is kept by platform operators alone, in versions that stay", async () => {
    const { params, publish, name } = await anItem();
    expect((await publish(2, { settings: { instructions: "Both sides." } })).body).toMatchObject({ version: 2 });
    expect(await publish(2, {})).toMatchObject({ status: 409, body: { reason: "newerVersion" } });
    const { body } = await ask(world.it.base, operator, getPlatformContent, { params });
    const { versions } = body as unknown as ResponseOf<typeof getPlatformContent>;
    expect(versions.map((one) => [one.version, one.settings.instructions])).toEqual([
      [2, "Both sides."],
      [1, "A photo of the card."],
    ]);
    const listed = await ask(world.it.base, operator, listPlatformLibrary);
    expect(listed.body).toContainEqual(expect.objectContaining({ name, version: 2, retiredAt: null }));
    const admin = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await admin.ask(addPlatformContent, { body: item })).status).toBe(403);
    expect((await admin.ask(retirePlatformContent, { params, body: { retired: true } })).status).toBe(403);
  });

  test("takes no files, which belong to one organization", async () => {
    const settings = { ...usualSettings.form, blankFileId: "01890000-0000-7000-8000-000000000001" } as ContentSettings;
    const answer = await ask(world.it.base, operator, addPlatformContent, { body: { ...item, settings } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "settings.blankFileId" }] } });
  });

  test("takes no price that cards can't be charged, as organizations can't", async () => {
    const settings = { ...usualSettings["background-check"], price: 20, currency: "USD" } as ContentSettings;
    const add = (price: number) =>
      ask(world.it.base, operator, addPlatformContent, {
        body: { ...item, settings: { ...settings, price } as ContentSettings },
      });
    const refused = expect.arrayContaining([
      { path: "settings.price", message: expect.stringContaining("can't be charged less than $0.50") },
    ]);
    expect(await add(20)).toMatchObject({ status: 400, body: { errors: refused } });
    expect((await add(2_500)).status).toBe(200);
  });

  test("is offered to Directors and Admins, until it is retired; what was copied stays", async () => {
    const { org, admin, item: made, params } = await copied();
    const director = await org.aMember("north", "Club Director");
    const manager = await org.aMember("north", "Team Manager");
    const mine = (await director.call(listOffered)).find((one) => one.platformContentId === made.params.id);
    expect(mine).toMatchObject({ name: made.name, copies: [{ contentId: params.id, name: made.name }] });
    const { facts } = await director.call(lookAtOffered, { params: made.params });
    expect(facts).toContainEqual({ field: "instructions", label: "Instructions", value: "A photo of the card." });
    expect((await manager.ask(listOffered)).status).toBe(403);
    const copy = (who: typeof admin, levelId: string) =>
      who.ask(copyOffered, { params: made.params, body: { levelId } });
    expect((await copy(manager, org.levels.north)).status).toBe(403);
    expect((await copy(director, org.levels.root)).status).toBe(403);
    expect((await copy(director, org.levels.north)).status).toBe(200);
    await ask(world.it.base, operator, retirePlatformContent, { params: made.params, body: { retired: true } });
    const ids = (await admin.call(listOffered)).map((one) => one.platformContentId);
    expect(ids).not.toContain(made.params.id);
    expect((await copy(admin, org.levels.root)).status).toBe(404);
    expect((await admin.call(getContentKind, { params })).origin).toMatchObject({ retired: true });
  });
});

describe("a copy", () => {
  test("is the organization's own, remembers its version, and says when there is a newer one", async () => {
    const { org, admin, item: made, params } = await copied();
    const { settings } = await admin.call(getContentDocument, { params });
    expect(settings?.instructions).toBe("A photo of the card.");
    expect((await admin.call(getContentKind, { params })).permittedActions).not.toContain("takeUpdate");
    expect(await admin.ask(getContentUpdate, { params })).toMatchObject({ status: 409, body: { reason: "noUpdate" } });
    await made.publish(2, { settings: { instructions: "Both sides." } });
    const content = await admin.call(getContentKind, { params });
    expect(content.origin).toEqual({ platformContentId: made.params.id, version: 1, newest: 2, retired: false });
    expect(content.permittedActions).toContain("takeUpdate");
    const { data } = await admin.call(listContentLibrary, {
      params: { id: org.organizationId },
      query: { state: "updateAvailable" },
    });
    expect(data).toMatchObject([{ contentId: params.id, fromPlatform: true, updateAvailable: true }]);
    const duplicate = await admin.call(duplicateContent, { params, body: { name: "Ours", levelId: org.levels.root } });
    expect((await admin.call(getContentKind, { params: { id: duplicate.contentId } })).origin).toBeNull();
  });

  test("that nobody changed is brought up as a new version, with a word on what is different", async () => {
    const { admin, item: made, params } = await copied();
    await made.publish(2, { settings: { instructions: "Both sides." } });
    await made.publish(3, { name: `${made.name}, valid`, settings: { instructions: "Both sides." } });
    const update = await admin.call(getContentUpdate, { params });
    expect(update).toMatchObject({ from: 1, to: 3, ownVersion: 1 });
    expect(update.summaries.map((one) => one.summary)).toEqual(["What is new in 3.", "What is new in 2."]);
    expect(update.fields.map(({ field, changedHere, changedThere }) => [field, changedHere, changedThere])).toEqual([
      ["name", false, true],
      ["instructions", false, true],
    ]);
    const body = { version: 3, ownVersion: 1, keep: [], giveUp: [] };
    expect(await admin.call(takeContentUpdate, { params, body })).toEqual({ version: 2 });
    const now = await admin.call(getContentDocument, { params });
    expect([now.name, now.version, now.settings?.instructions]).toEqual([`${made.name}, valid`, 2, "Both sides."]);
    expect((await admin.ask(takeContentUpdate, { params, body })).status).toBe(409);
  });

  test("that was changed here loses nothing of it unless somebody says so, field by field", async () => {
    const { admin, item: made, params } = await copied();
    const { settings } = await admin.call(getContentDocument, { params });
    const own = { ...settings, instructions: "Ours: laminated.", linkUrl: "https://example.org/card" };
    await admin.call(saveContentDocument, { params, body: own as never });
    const validity = { type: "Duration", amount: 3, unit: "years" };
    await made.publish(2, { settings: { instructions: "Both sides.", validity } });
    const { fields, ownVersion } = await admin.call(getContentUpdate, { params });
    expect(fields.map(({ field, changedHere, changedThere }) => [field, changedHere, changedThere])).toEqual([
      ["instructions", true, true],
      ["linkUrl", true, false],
      ["validity", false, true],
    ]);
    const take = (keep: string[], giveUp: string[]) =>
      admin.ask(takeContentUpdate, { params, body: { version: 2, ownVersion, keep, giveUp } });
    expect(await take([], [])).toMatchObject({ status: 409, body: { reason: "localChanges" } });
    expect(await take(["linkUrl"], [])).toMatchObject({ status: 409, body: { reason: "localChanges" } });
    expect((await admin.call(getContentDocument, { params })).version).toBe(2);
    expect((await take(["linkUrl"], ["instructions"])).status).toBe(200);
    const now = await admin.call(getContentDocument, { params });
    expect(now.settings).toMatchObject({ instructions: "Both sides.", linkUrl: own.linkUrl, validity });
    expect((await admin.call(getContentKind, { params })).origin).toMatchObject({ version: 2 });
  });

  test("that moved on since it was compared is compared again", async () => {
    const { admin, item: made, params } = await copied();
    await made.publish(2, { settings: { instructions: "Both sides." } });
    const { settings } = await admin.call(getContentDocument, { params });
    await admin.call(saveContentDocument, { params, body: { ...settings, instructions: "Mine." } as never });
    const body = { version: 2, ownVersion: 1, keep: [], giveUp: ["instructions"] };
    expect(await admin.ask(takeContentUpdate, { params, body })).toMatchObject({
      status: 409,
      body: { reason: "concurrentChange" },
    });
  });

  test("belongs to its organization alone", async () => {
    const { item: made, params } = await copied();
    await made.publish(2, { settings: { instructions: "Both sides." } });
    const other = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await other.ask(getContentUpdate, { params })).status).toBe(404);
    const body = { version: 2, ownVersion: 1, keep: [], giveUp: [] };
    expect((await other.ask(takeContentUpdate, { params, body })).status).toBe(404);
    const mine = (await other.call(listOffered)).find((one) => one.platformContentId === made.params.id);
    expect(mine?.copies).toEqual([]);
  });
});
