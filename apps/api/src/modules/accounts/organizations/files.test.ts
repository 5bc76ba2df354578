import type { organizationFilePurposes } from "@touchline/contract";
import {
  addOrganizationFile,
  getOrganizationFile,
  getOrganizationFileUrl,
  getOrganizationLogo,
  getOrganizationSettings,
  openOrganizationFile,
  removeOrganizationFile,
} from "@touchline/contract/accounts/organization-settings";
import { selectOrganization } from "@touchline/contract/accounts/organizations";
import sharp from "sharp";
import { afterEach, describe, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { aPdf, aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
});

type Purpose = (typeof organizationFilePurposes)[number];

async function anAdmin() {
  const org = await world.it.anOrganization();
  return { org, admin: await org.aMember("root", "Administrator") };
}
const about = (org: Organization, purpose: Purpose) => ({ params: { id: org.organizationId }, query: { purpose } });
const add = (org: Organization, person: TestPerson, purpose: Purpose, ...files: File[]) =>
  person.ask(addOrganizationFile, { ...about(org, purpose), body: {}, files });
const openByToken = (url: string) =>
  ask(world.it.base, null, openOrganizationFile, { query: { token: new URL(url).searchParams.get("token") ?? "" } });

describe("a file of an organization", () => {
  test("is kept by its purpose, one of each; another takes its place, and it can be taken away", async () => {
    const { org, admin } = await anAdmin();
    await add(org, admin, "TaxDocument", aPdf("certificate.pdf"));
    const { body } = await add(org, admin, "TaxDocument", aPdf("certificate of this year.pdf"));
    expect(body.files.map(({ purpose, name }) => [purpose, name])).toEqual([
      ["TaxDocument", "certificate of this year.pdf"],
    ]);
    expect(body.files[0]?.addedBy).toMatch(/^Administrator/);
    const read = await admin.ask(getOrganizationFile, about(org, "TaxDocument"));
    expect(read.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''certificate%20of%20this%20year.pdf",
    );
    expect(read.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await admin.ask(removeOrganizationFile, about(org, "TaxDocument"))).status).toBe(204);
    expect((await admin.ask(getOrganizationFile, about(org, "TaxDocument"))).status).toBe(404);
    expect((await admin.ask(removeOrganizationFile, about(org, "TaxDocument"))).status).toBe(404);
  });

  test.each<[Purpose, string, boolean, boolean]>([
    ["TaxDocument", "Account Manager", true, false],
    ["EinProof", "Account Manager", true, false],
    ["Insurance", "Account Manager", false, false],
    ["BackgroundCheckNotice", "Account Manager", true, true],
    ["LiveScanForm", "Account Manager", true, true],
    ["Other", "Account Manager", false, false],
  ])("%s: an Account Manager sees it: %s %s; a coach: %s", async (purpose, _, manager, coach) => {
    const { org, admin } = await anAdmin();
    expect((await add(org, admin, purpose, aPdf())).status).toBe(200);
    for (const [label, sees] of [
      ["Account Manager", manager],
      ["Head Coach", coach],
    ] as const) {
      const person = await org.aMember("root", label);
      expect((await person.ask(getOrganizationFile, about(org, purpose))).status).toBe(sees ? 200 : 403);
      expect((await person.ask(getOrganizationFileUrl, about(org, purpose))).status).toBe(sees ? 200 : 403);
      // It proves the EIN, for whoever sets up background checks.
      const changes = (purpose === "TaxDocument" || purpose === "EinProof") && label === "Account Manager";
      expect((await add(org, person, purpose, aPdf())).status).toBe(changes ? 200 : 403);
      expect((await person.ask(removeOrganizationFile, about(org, purpose))).status).toBe(changes ? 204 : 403);
    }
  });

  test("of another organization is not found, in any way", async () => {
    const { org, admin } = await anAdmin();
    await add(org, admin, "BackgroundCheckNotice", aPdf());
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    for (const endpoint of [getOrganizationFile, getOrganizationFileUrl, removeOrganizationFile]) {
      expect((await stranger.ask(endpoint, about(org, "BackgroundCheckNotice"))).status).toBe(404);
    }
    expect((await add(org, stranger, "BackgroundCheckNotice", aPdf())).status).toBe(404);
    expect((await admin.ask(getOrganizationFile, about(org, "BackgroundCheckNotice"))).status).toBe(200);
  });

  test.each<[string, Purpose, () => File, number]>([
    ["a page that calls itself a PDF", "Insurance", () => new File(["<html>"], "policy.pdf"), 415],
    ["a program", "Other", () => new File(["MZ"], "run.exe"), 415],
    ["a PDF where a picture belongs", "Logo", () => aPdf("logo.png"), 415],
    [
      "a drawing with scripts in it",
      "Logo",
      () => new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "logo.svg"),
      415,
    ],
    ["a form that is no PDF", "LiveScanForm", () => new File(["a,b"], "form.csv"), 415],
    ["nothing", "Other", () => new File([], "empty.pdf"), 415],
  ])("refused, and not kept: %s", async (_, purpose, file, status) => {
    const { org, admin } = await anAdmin();
    const before = await world.it.storedKeys();
    expect((await add(org, admin, purpose, file())).status).toBe(status);
    expect((await add(org, admin, purpose)).status).toBe(400);
    expect((await add(org, admin, "Other", aPdf(), aPdf())).status).toBe(400);
    const now = await admin.call(getOrganizationSettings, { params: { id: org.organizationId } });
    expect(now).toMatchObject({ files: [], logo: null });
    expect(await world.it.storedKeys()).toEqual(before);
  });

  test("a screening notice is announced where the page asks who it acts for", async () => {
    const { org, admin } = await anAdmin();
    const hasLogo = async () =>
      (await admin.call(selectOrganization, { params: { id: org.organizationId } })).organization
        .showCustomerConfiguredBackgroundCheckNotice;
    expect(await hasLogo()).toBe(false);
    await add(org, admin, "BackgroundCheckNotice", aPdf());
    expect(await hasLogo()).toBe(true);
  });
});

describe("the address of a file", () => {
  async function anAddress() {
    const { org, admin } = await anAdmin();
    await add(org, admin, "Insurance", aPdf("insurance.pdf"));
    const { url } = await admin.call(getOrganizationFileUrl, about(org, "Insurance"));
    return { org, admin, url };
  }

  test("works once, for anyone who has it, and sends no referrer", async () => {
    const { url } = await anAddress();
    const first = await openByToken(url);
    expect(first.status).toBe(200);
    expect(first.headers.get("referrer-policy")).toBe("no-referrer");
    expect(first.headers.get("cache-control")).toBe("private, no-store");
    expect((await openByToken(url)).status).toBe(404);
  });

  test("asked for 200 times at once it works once", async () => {
    const { url } = await anAddress();
    const answers = await Promise.all(Array.from({ length: 200 }, () => openByToken(url)));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    expect(answers.filter((one) => one.status === 404)).toHaveLength(199);
  });

  test("works for five minutes", async () => {
    const { url } = await anAddress();
    world.it.clock.shift = 5 * 60_000 + 1_000;
    expect((await openByToken(url)).status).toBe(404);
  });

  test("does not work for a file that another has replaced", async () => {
    const { org, admin, url } = await anAddress();
    await add(org, admin, "Insurance", aPdf("newer.pdf"));
    expect((await openByToken(url)).status).toBe(404);
  });

  test("stands in no log, and is kept as a hash alone", async () => {
    const { url } = await anAddress();
    await openByToken(url);
    const token = new URL(url).searchParams.get("token") ?? "nothing";
    expect(token).toHaveLength(43);
    expect(world.it.logs.join("\n")).not.toContain(token);
    const { rows } = await world.it.database.pool.query("SELECT * FROM organization_file_token");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("the logo", () => {
  const picture = (width = 700, height = 300, background = "#cc2200") =>
    sharp({ create: { width, height, channels: 3, background } })
      .withExif({ IFD0: { Copyright: "somebody" } })
      .jpeg()
      .toBuffer();
  const logoFile = async (name = "logo.jpg") => new File([new Uint8Array(await picture())], name);

  test("is re-encoded as a square without metadata, and everyone who knows its address may see it", async () => {
    const { org, admin } = await anAdmin();
    const before = (await world.it.storedKeys()).length;
    const saved = await add(org, admin, "Logo", await logoFile());
    expect(saved.status).toBe(200);
    const active = await admin.call(selectOrganization, { params: { id: org.organizationId } });
    expect(active.organizationPhoto).toBe(saved.body.logo);
    const answer = await fetch(`${world.it.base}${saved.body.logo}`);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("cache-control")).toMatch(/immutable/);
    const read = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(read).toMatchObject({ width: 512, height: 512, format: "webp" });
    expect(read.exif).toBeUndefined();
    expect((await world.it.storedKeys()).length).toBe(before + 1);
  });

  test("that was replaced is gone under its address, and its bytes go a day later", async () => {
    const { org, admin } = await anAdmin();
    const first = (await add(org, admin, "Logo", await logoFile())).body.logo ?? "";
    const second = (await add(org, admin, "Logo", await logoFile())).body.logo ?? "";
    expect(second).not.toBe(first);
    expect((await fetch(`${world.it.base}${first}`)).status).toBe(404);
    expect((await fetch(`${world.it.base}${second}`)).status).toBe(200);
    const stored = (await world.it.storedKeys()).length;
    world.it.clock.shift = 25 * 3_600_000;
    await world.it.runSchedule("http.removeOrphanedFiles");
    expect((await world.it.storedKeys()).length).toBe(stored - 1);
    world.it.clock.shift = 0;
    expect((await admin.ask(removeOrganizationFile, about(org, "Logo"))).status).toBe(204);
    expect((await fetch(`${world.it.base}${second}`)).status).toBe(404);
  });

  test("is found under its own organization alone", async () => {
    const { org, admin } = await anAdmin();
    const { org: other } = await anAdmin();
    const logo = (await add(org, admin, "Logo", await logoFile())).body.logo ?? "";
    const logoId = logo.split("/").at(-1) ?? "";
    const answer = await ask(world.it.base, null, getOrganizationLogo, {
      params: { id: other.organizationId, logoId },
    });
    expect(answer.status).toBe(404);
  });
});
