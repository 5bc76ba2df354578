import { randomUUID } from "node:crypto";
import { listLabels, selectOrganization } from "@touchline/contract/accounts/organizations";
import { registerAccount } from "@touchline/contract/joining/invitations";
import { listContent } from "@touchline/contract/library/content";
import { listContentAssignments } from "@touchline/contract/library/content-assignments";
import { listProfiles } from "@touchline/contract/people/profiles";
import {
  createOrganization,
  type DraftContent,
  discardOrganizationDraft,
  getOrganizationDraft,
  inviteAdministrator,
  lookAtOrganization,
  organizationList,
  organizationsNamed,
  saveOrganizationDraft,
} from "@touchline/contract/setup/organization-creation";
import { defaultRoleRequirements } from "@touchline/rules";
import { decodeJwt } from "jose";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asOwnerOf } from "../../../../test/as-owner.ts";
import { ask } from "../../../../test/http.ts";
import { aWorld, operatorAddress, password } from "../../../../test/world.ts";
import { jobTable } from "../../../jobs/queue.ts";

const world = aWorld();

/** The tokens of the account that runs the platform, from two sign-ins, as on two devices. */
let operator: string;
let elsewhere: string;
beforeAll(async () => {
  await world.it.accounts.create({ email: operatorAddress, password });
  operator = await world.it.signIn(operatorAddress);
  elsewhere = await world.it.signIn(operatorAddress);
});
const as = <E extends Parameters<typeof ask>[2]>(
  endpoint: E,
  request: Parameters<typeof ask<E>>[3] = {},
  token: string | null = operator,
) => ask(world.it.base, token, endpoint, request);
beforeEach(async () => void (await as(discardOrganizationDraft)));

let names = 0;
const [director, ...others] = defaultRoleRequirements().map((row) => ({ ...row, isDefault: false }));
function aCreation(more: { name?: string; email?: string } = {}) {
  names += 1;
  return {
    general: {
      name: more.name ?? `Evergreen Rovers ${names}`,
      website: "https://evergreen.example.org",
      phone: "+1 206 555 0142",
      countryCode: "UnitedStates" as const,
      stateCode: "WA",
      cityName: "Tacoma",
    },
    admin: { firstName: "Noor", lastName: "Haddad", email: more.email ?? `noor.${randomUUID()}@example.org` },
    plan: { monthUnitAmount: 4900, yearUnitAmount: 46800, productName: "Basic" },
    paySubscriptionOrganization: { billingEmail: "money@example.org", priceIdStripe: null },
    roleRequirements: [director, ...others].flatMap((row) => row ?? []),
  };
}
type Creation = ReturnType<typeof aCreation>;
const create = (body: Creation, key?: string, token = operator) =>
  as(createOrganization, key ? { body, key } : { body }, token);

/** How many rows there are of everything that a creation writes. */
async function written() {
  const client = new pg.Client({ connectionString: world.it.adminUrl });
  await client.connect();
  try {
    const tables =
      "organization organization_directory organization_plan level label content content_assignment profile "
        .concat(
          "profile_directory invitation invitation_token mail condition_question audit_event organization_founding",
        )
        .split(" ");
    const counts: Record<string, number> = {};
    for (const table of tables) {
      await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
      counts[table] = (await client.query(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0].rows;
      if (!/directory|token|founding/.test(table)) await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    }
    const jobs = await client.query(`SELECT count(*)::int AS rows FROM ${jobTable}`);
    return { ...counts, jobs: jobs.rows[0].rows as number };
  } finally {
    await client.end();
  }
}
async function asAdmin(text: string) {
  const client = new pg.Client({ connectionString: world.it.adminUrl });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** Takes up the invitation that was mailed to an address, with a new account, and signs in. */
async function accepted(email: string) {
  const [token = ""] = await world.it.linksTo(email, "/signup");
  const registered = await as(
    registerAccount,
    { body: { token, password, firstName: "Noor", lastName: "Haddad" } },
    null,
  );
  expect(registered.status).toBe(200);
  return world.it.signIn(email);
}

describe("creating an organization", () => {
  test("presets the time zone from the state, takes another one, and asks where no state says it", async () => {
    const zoneOf = async (general: Partial<Creation["general"]> & { timeZone?: string }) => {
      const body = aCreation();
      const { status, body: made } = await create({ ...body, general: { ...body.general, ...general } });
      if (status >= 300) return made;
      const looked = await as(lookAtOrganization, {
        params: { id: (made as { organizationId: string }).organizationId },
      });
      return looked.body.timeZone;
    };
    expect(await zoneOf({ stateCode: "TN" })).toBe("America/Chicago");
    expect(await zoneOf({ stateCode: "TN", timeZone: "America/New_York" })).toBe("America/New_York");
    const refusal = { errors: [{ path: "general.timeZone", message: "Choose a time zone." }] };
    expect(await zoneOf({ stateCode: null as never })).toMatchObject(refusal);
    expect(await zoneOf({ stateCode: "TN", timeZone: "Mars/Olympus" })).toMatchObject({
      errors: [{ path: "general.timeZone", message: "This time zone isn't available. Choose one from the list." }],
    });
  });

  test("creates it with its roles and their requirements, and invites its first administrator, who finds it so", async () => {
    const body = aCreation();
    const { status, body: made } = await create(body);
    expect(status).toBe(200);
    const token = await accepted(body.admin.email);
    const active = await as(selectOrganization, { params: { id: made.organizationId } }, token);
    expect(active.body).toMatchObject({
      organizationName: body.general.name,
      roles: ["Admin"],
      yardstikOnboardingStatus: "NotStarted",
      hasRootAccess: true,
      organization: { timeZone: "America/Los_Angeles", isDemo: false, initials: `ER${names}`.slice(0, 3) },
    });
    const labels = await as(listLabels, {}, token);
    expect(labels.body).toHaveLength(body.roleRequirements.length + 1);
    expect(labels.body).toContainEqual(expect.objectContaining({ name: "Team Manager", role: "Manager" }));
    expect(labels.body).toContainEqual(expect.objectContaining({ name: "Head Coach", role: "Individual" }));
    const library = await as(listContent, { query: { organizationId: made.organizationId } }, token);
    // As the wizard names them: none is a document unless it is one.
    const types = Object.fromEntries(library.body.map((one) => [one.name, one.type]));
    expect(types).toMatchObject({ "Code of conduct": 2, "Liability waiver": 2, "Photo permission": 1 });
    const background = library.body.find((one) => one.name === "Background check clearance");
    const owed = await as(listContentAssignments, { params: { id: background?.contentId ?? "" } }, token);
    expect(owed.body).toHaveLength(1);
    expect(owed.body[0]).toMatchObject({ payer: "Organization", mandatory: true, includeBelow: true, dueDate: null });
    const coach = labels.body.find((one) => one.name === "Head Coach");
    const player = labels.body.find((one) => one.name === "Player");
    expect(owed.body[0]?.labelIds).toContain(coach?.labelId);
    expect(owed.body[0]?.labelIds).not.toContain(player?.labelId);
  });

  test("is for those who run the platform alone", async () => {
    const admin = await (await world.it.anOrganization()).aMember("root", "Administrator");
    const before = await written();
    expect((await admin.ask(createOrganization, { body: aCreation() })).status).toBe(403);
    for (const endpoint of [getOrganizationDraft, discardOrganizationDraft]) {
      expect((await admin.ask(endpoint)).status).toBe(403);
    }
    expect((await admin.ask(organizationsNamed, { query: { name: "x" } })).status).toBe(403);
    expect((await admin.ask(lookAtOrganization, { params: { id: randomUUID() } })).status).toBe(403);
    expect(await written()).toEqual(before);
  });

  test.each([
    ["the last part, the invitation", "invitation_token"],
    ["a part in the middle, what a role owes", "content_assignment_label"],
    ["the audit log", "audit_event"],
  ])("leaves nothing when %s fails, and works once that is mended", async (_, table) => {
    const body = aCreation();
    const before = await written();
    await asAdmin(`REVOKE INSERT ON ${table} FROM "${world.it.roles.app}"`);
    try {
      expect((await create(body, "mended")).status).toBe(500);
    } finally {
      await asAdmin(`GRANT INSERT ON ${table} TO "${world.it.roles.app}"`);
    }
    expect(await written()).toEqual(before);
    expect((await create(body, `mended ${table}`.replaceAll(" ", "-"))).status).toBe(200);
  });

  test("with one key makes one organization, also when it is sent many times at once; another request with it is refused", async () => {
    const body = aCreation();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(body, key)));
    expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((one) => one.body.organizationId)).size).toBe(1);
    const alike = await as(organizationsNamed, { query: { name: body.general.name } });
    expect(alike.body).toHaveLength(1);
    const other = await create(aCreation(), key);
    expect(other).toMatchObject({ status: 409, body: { reason: "keyUsed" } });
  });

  test("of a name that is there already is warned of, however it is written, and not refused", async () => {
    const first = aCreation({ name: "Saint Élan F.C." });
    await create(first);
    for (const name of ["saint  elan f c", "SAINT-ÉLAN FC"]) {
      const alike = await as(organizationsNamed, { query: { name } });
      expect(alike.body.map((one) => one.name)).toEqual(["Saint Élan F.C."]);
    }
    expect((await create(aCreation({ name: "Saint Élan F.C." }))).status).toBe(200);
  });

  test.each<[string, (body: Creation) => unknown, string]>([
    ["a state of another country", ({ general }) => Object.assign(general, { stateCode: "ON" }), "general.stateCode"],
    [
      "two roles of one name",
      ({ roleRequirements: all }) => all.push(...all.slice(0, 1)),
      "roleRequirements.9.roleLabel",
    ],
    ["a name that turns around", ({ admin }) => Object.assign(admin, { firstName: "\u202eroN" }), "admin.firstName"],
    ["half a cent", ({ plan }) => Object.assign(plan, { monthUnitAmount: 0.5 }), "plan.monthUnitAmount"],
  ])("refuses %s, and says where", async (_, spoil, path) => {
    const body = structuredClone(aCreation());
    spoil(body);
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.path)).toEqual([path]);
  });

  test("has the plan of the specification where none is said, and charges nothing", async () => {
    const body = aCreation();
    const made = await as(createOrganization, { body: { ...body, plan: {} } });
    const look = await as(lookAtOrganization, { params: { id: made.body.organizationId } });
    expect(look.body).toMatchObject({
      plan: {
        productName: "Basic",
        monthUnitAmount: 4900,
        yearUnitAmount: 46800,
        currency: "USD",
        billingEmail: "money@example.org",
      },
      levels: 1,
      members: 1,
      onboarding: "NotStarted",
      administrators: [{ firstName: "Noor", lastName: "Haddad", email: body.admin.email, activatedAt: null }],
    });
  });
});

const typed = (name: string): DraftContent => ({
  general: { name, website: "", phone: "", countryCode: "UnitedStates", stateCode: "", cityName: "", timeZone: "" },
  admin: { firstName: "Planted", lastName: "Person", email: "planted@example.org" },
  plan: { monthUnitAmount: "49.00", yearUnitAmount: "468.00", productName: "Basic" },
  paySubscriptionOrganization: { billingEmail: "", priceIdStripe: "" },
  roleRequirements: null,
});
const save = (revision: number, step: "plan" | "details" | "roles", content: DraftContent, token = operator) =>
  as(saveOrganizationDraft, { body: { revision, step, content } }, token);

describe("the draft of an organization", () => {
  test("continues at its step on another device, and devices don't overwrite each other", async () => {
    expect((await as(getOrganizationDraft)).status).toBe(204);
    const first = await save(0, "plan", typed("Begun here"));
    expect(first.body.revision).toBe(1);
    const there = await as(getOrganizationDraft, {}, elsewhere);
    expect(there.body).toEqual(first.body);
    const second = await save(1, "details", typed("Gone on there"), elsewhere);
    expect(second.status).toBe(200);
    expect(await save(1, "plan", typed("Late"))).toMatchObject({ status: 409, body: { reason: "newerDraft" } });
    expect(await save(0, "plan", typed("Anew"))).toMatchObject({ status: 409, body: { reason: "newerDraft" } });
    expect((await as(getOrganizationDraft)).body).toMatchObject({
      revision: 2,
      step: "details",
      content: { general: { name: "Gone on there" } },
    });
  });

  test("saves of two devices at once: one counts", async () => {
    await save(0, "plan", typed("Base"));
    const answers = await Promise.all(
      [operator, elsewhere].map((token, at) => save(1, "details", typed(`Device ${at}`), token)),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
  });

  test("marks role requirements as no longer default once they are saved", async () => {
    const content = { ...typed("Roles"), roleRequirements: defaultRoleRequirements() };
    expect(content.roleRequirements.every((row) => row.isDefault)).toBe(true);
    const saved = await save(0, "roles", content);
    expect(saved.body.content.roleRequirements?.map((row) => row.isDefault)).toEqual(
      content.roleRequirements.map(() => false),
    );
  });

  test("lies sealed, and is gone once the organization is there, or on the wish to start over", async () => {
    await save(0, "roles", typed("Sealed"));
    const { rows } = await world.it.database.pool.query("SELECT * FROM organization_draft");
    expect(JSON.stringify(rows)).not.toMatch(/planted/i);
    expect(rows[0].sealed_content.toString("latin1")).not.toMatch(/planted/i);
    const draft = await as(getOrganizationDraft);
    const made = await create(aCreation());
    expect(made.body.organizationId).toBe(draft.body.organizationId);
    expect((await as(getOrganizationDraft)).status).toBe(204);
    await save(0, "plan", typed("Again"));
    expect((await as(discardOrganizationDraft)).status).toBe(204);
    expect((await as(getOrganizationDraft, {}, elsewhere)).status).toBe(204);
  });

  test("makes one organization, whichever device finishes it, and with whatever key", async () => {
    await save(0, "roles", typed("One"));
    const body = aCreation();
    const answers = await Promise.all([operator, elsewhere].map((token) => create(body, randomUUID(), token)));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    expect((await as(organizationsNamed, { query: { name: body.general.name } })).body).toHaveLength(1);
  });

  test("stays when the creation fails", async () => {
    await save(0, "roles", typed("Kept"));
    const body = aCreation();
    await create({ ...body, general: { ...body.general, stateCode: "ON" } });
    expect((await as(getOrganizationDraft)).body.content.general.name).toBe("Kept");
  });
});

describe("the list of organizations", () => {
  test("has all of them for who runs the platform, found by words of name and place", async () => {
    const body = aCreation({ name: "Quokka Athletic" });
    await create(body);
    const all = await as(organizationList, { query: { perPage: 1000 } });
    expect(all.body.pagination.totalRecords).toBe(all.body.data.length);
    expect(all.body.data.map((one) => one.name)).toContain("Quokka Athletic");
    const found = await as(organizationList, { query: { search: "taco quok" } });
    expect(found.body.data.map((one) => one.name)).toEqual(["Quokka Athletic"]);
    expect((await as(organizationList, { query: { search: "100%" } })).body.data).toEqual([]);
    expect((await as(organizationList, { query: { perPage: 1001 } })).status).toBe(400);
  });

  test("lists for everyone else only organizations in which the account has a profile", async () => {
    const [one, two] = [await world.it.anOrganization("First Of Two"), await world.it.anOrganization("Second Of Two")];
    const person = await one.aMember("root", "Administrator");
    await two.aMember("northTeam", "Head Coach", person);
    const listed = await person.call(organizationList, { query: { perPage: 1000 } });
    expect(listed.data.map((row) => row.name)).toEqual(["First Of Two", "Second Of Two"]);
    expect(listed.pagination.totalRecords).toBe(2);
  });

  test("an account of two organizations goes from one to the other, and is in each what it is there", async () => {
    const [one, two] = [await world.it.anOrganization("Here FC"), await world.it.anOrganization("There FC")];
    const person = await one.aMember("root", "Administrator");
    const there = await two.aMember("northTeam", "Head Coach", person);
    const people = await person.call(listProfiles, { query: { AppUserId: person.appUserId } });
    expect(people.map((row) => row.organizationName).sort()).toEqual(["Here FC", "There FC"]);
    const answer = await fetch(`${world.it.base}/identity/connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: "touchline-web",
        grant_type: "password",
        scope: "openid offline_access",
        username: person.email,
        password,
      }),
    });
    const { refresh_token } = (await answer.json()) as { refresh_token: string };
    const renewed = await fetch(`${world.it.base}/identity/connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: "touchline-web",
        grant_type: "refresh_token",
        refresh_token,
        profile_id: there.profileId,
      }),
    });
    const { access_token } = (await renewed.json()) as { access_token: string };
    expect(decodeJwt(access_token)).toMatchObject({ CurrentProfileId: there.profileId, sub: person.appUserId });
    const active = await as(selectOrganization, { params: { id: two.organizationId } }, access_token);
    expect(active.body).toMatchObject({ organizationName: "There FC", roles: ["Individual"] });
    expect((await as(selectOrganization, { params: { id: one.organizationId } }, access_token)).status).toBe(404);
  });
});

test("a platform operator sees an organization's data but none of its members, and its audit log records that", async () => {
  const org = await world.it.anOrganization("Looked At");
  await org.aMember("northTeam", "Head Coach");
  const admin = await org.aMember("root", "Administrator");
  const look = await as(lookAtOrganization, { params: { id: org.organizationId } });
  expect(look.body).toMatchObject({ name: "Looked At", levels: 7, members: 2, plan: null });
  expect(look.body.administrators.map((one) => one.email)).toEqual([admin.email]);
  const mails = await org.asSystem(({ db, organizationId }) =>
    db.execute(
      `SELECT action, facts FROM audit_event WHERE organization_id = '${organizationId}' AND action = 'organization.viewed'`,
    ),
  );
  expect(mails.rows).toHaveLength(1);
  expect((await as(lookAtOrganization, { params: { id: randomUUID() } })).status).toBe(404);
});

test("an administrator who has not accepted is invited again by mail or by a link to pass on, which the audit log tells of", async () => {
  const body = aCreation();
  const { body: made } = await create(body);
  const id = made.organizationId;
  const look = await as(lookAtOrganization, { params: { id } });
  const profileId = look.body.administrators[0]?.profileId ?? "";
  const invite = (by: "email" | "link", of = profileId, token: string | null = operator) =>
    as(inviteAdministrator, { params: { id, profileId: of }, body: { by } }, token);
  expect(await invite("email")).toMatchObject({ status: 409, body: { reason: "justSent" } });
  const { status, body: link } = await invite("link");
  expect(status).toBe(200);
  const token = new URL(link.path ?? "", world.it.base).searchParams.get("token") ?? "";
  expect(await world.it.linksTo(body.admin.email, "/signup")).not.toContain(token);

  const admin = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await invite("link", profileId, await world.it.signIn(admin.email))).status).toBe(403);
  expect((await invite("link", admin.profileId)).status).toBe(404);

  const taken = await as(registerAccount, { body: { token, password, firstName: "Noor", lastName: "Haddad" } }, null);
  expect(taken.status).toBe(200);
  expect(await invite("link")).toMatchObject({ status: 409, body: { reason: "activated" } });
  expect(await invite("email")).toMatchObject({ status: 409, body: { reason: "activated" } });
  const entries = await asOwnerOf(
    world.it.adminUrl,
    "SELECT facts FROM audit_event WHERE organization_id = $1 AND action = 'person.invited'",
    [id],
  );
  expect(entries).toContainEqual({ facts: { operator: expect.any(String), by: "link" } });
});
