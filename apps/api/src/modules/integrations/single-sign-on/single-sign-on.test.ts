import {
  addSsoConnection,
  addSsoDomain,
  changeSsoConnection,
  findSso,
  listSsoConnections,
  removeSsoConnection,
  removeSsoDomain,
  setSsoActive,
  verifySsoDomain,
} from "@touchline/contract/integrations/single-sign-on";
import { changeRole, deleteMembership } from "@touchline/contract/people/profiles";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { simulateIdentityProvider, ssoPeople, unusableCertificates } from "../../../../test/single-sign-on.ts";
import { aWorld, type Organization, operatorAddress, password, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
let sso: Awaited<ReturnType<typeof simulateIdentityProvider>>;
beforeAll(async () => {
  sso = await simulateIdentityProvider(world.it);
});
afterEach(() => {
  world.it.clock.shift = 0;
});
afterAll(() => sso.close());

type Grant = { group: string | null; levelId: string; labelId: string };
const settings = {
  protocol: "oidc" as const,
  name: "City Club",
  joining: "invited" as const,
  groupsClaim: "groups",
  grants: [] as Grant[],
};

const found = (domain: string) => ask(world.it.base, null, findSso, { params: { domain } });

async function only(admin: TestPerson) {
  const [connection] = (await admin.call(listSsoConnections, {})).connections;
  if (!connection) throw new Error("No connection");
  return connection;
}

async function added(
  more: Partial<{ joining: "invited" | "justInTime"; grants: Grant[] }> = {},
  organization?: Organization,
) {
  const org = organization ?? (await world.it.anOrganization());
  const admin = await org.aMember("root", "Administrator");
  const { ssoConnectionId: id } = await admin.call(addSsoConnection, {
    body: { ...settings, ...sso.provider, ...more },
  });
  return { org, admin, id };
}

/** Proves a domain as its owner does, by a record. */
async function verified(admin: TestPerson, id: string, domain = "club.example") {
  const { recordName, recordValue } = await admin.call(addSsoDomain, { params: { id }, body: { domain } });
  await sso.setRecord(recordName, ["v=spf1 -all", recordValue]);
  return admin.call(verifySsoDomain, { params: { id, domain } });
}

async function connected(more: Parameters<typeof added>[0] = {}, organization?: Organization) {
  const made = await added(more, organization);
  await verified(made.admin, made.id);
  await made.admin.call(setSsoActive, { params: { id: made.id }, body: { active: true } });
  return made;
}

/** Everyone's roles in an organization by their address, as the database has them. */
async function rolesOf(org: Organization, email: string): Promise<string[]> {
  return org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ at: string }>(`
      SELECT label.name || ' at ' || level.name AS at FROM profile
      JOIN profile_level_access AS pla USING (organization_id, profile_id)
      JOIN label USING (organization_id, label_id) JOIN level USING (organization_id, level_id)
      WHERE profile.organization_id = '${organizationId}' AND email = '${email}' AND app_user_id IS NOT NULL
      ORDER BY at`);
    return rows.map(({ at }) => at);
  });
}

async function membershipOf(org: Organization, email: string, label: string): Promise<string> {
  return org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ id: string }>(`
      SELECT profile_level_access_id AS id FROM profile_level_access
      JOIN profile USING (organization_id, profile_id) JOIN label USING (organization_id, label_id)
      WHERE profile.organization_id = '${organizationId}' AND email = '${email}' AND label.name = '${label}'`);
    return rows[0]?.id ?? "";
  });
}

describe("an identity provider", () => {
  test("is added when its address has its configuration, and its secret is never shown", async () => {
    const { org, admin } = await added();
    expect(JSON.stringify(await only(admin))).not.toContain(sso.provider.clientSecret);
    for (const [issuer, why] of [
      [`${sso.provider.issuer}/`, "names another issuer"],
      [sso.provider.issuer.replace("/sso", "/stripe"), "No OpenID Connect configuration"],
      ["https://127.0.0.1/", "can't be used"],
      ["http://10.0.0.8", "can't be used"],
    ] as const) {
      const refused = await admin.ask(addSsoConnection, { body: { ...settings, ...sso.provider, issuer } });
      expect({ status: refused.status, why: refused.body.errors?.[0]?.message }).toEqual({
        status: 400,
        why: expect.stringContaining(why),
      });
    }
    const director = await org.aMember("north", "Club Director");
    expect((await director.ask(listSsoConnections, {})).status).toBe(403);
  });

  test("can be turned on, and is found by the domain of an address, once a record proves the domain", async () => {
    const { admin, id } = await added();
    const on = () => admin.ask(setSsoActive, { params: { id }, body: { active: true } });
    const domain = "proved.example";
    const { recordName, recordValue } = await admin.call(addSsoDomain, { params: { id }, body: { domain } });
    expect((await on()).status).toBe(409);
    const verify = () => admin.call(verifySsoDomain, { params: { id, domain } });
    expect(await verify()).toMatchObject({ verifiedAt: null, problem: "noRecord" });
    await sso.setRecord(recordName, ["touchline-verification=another organization's"]);
    expect(await verify()).toMatchObject({ verifiedAt: null, problem: "noRecord" });
    expect((await on()).status).toBe(409);
    await sso.setRecord(recordName, [recordValue]);
    expect(await verify()).toMatchObject({ verifiedAt: expect.any(String), problem: null });
    expect((await found(domain)).body).toEqual({ data: [] });
    expect((await on()).status).toBe(204);
    expect((await found(domain)).body).toEqual({ data: [{ key: id, name: "City Club" }] });
    await admin.call(removeSsoDomain, { params: { id, domain } });
    expect((await only(admin)).active).toBe(false);
    expect((await found(domain)).body).toEqual({ data: [] });
  });

  test("loses a domain whose record is gone for three days", async () => {
    const { admin, id } = await connected();
    await verified(admin, id, "lost.example");
    const { recordName } = (await only(admin)).domains.find(({ domain }) => domain === "lost.example") ?? {};
    await sso.setRecord(recordName ?? "", []);
    const lookAt = async (days: number) => {
      world.it.clock.shift = days * 86_400_000;
      await world.it.runSchedule("sso.domains");
      world.it.clock.shift = 0;
      return (await only(admin)).domains.filter(({ verifiedAt }) => verifiedAt !== null).map(({ domain }) => domain);
    };
    expect(await lookAt(1)).toEqual(["club.example", "lost.example"]);
    expect(await lookAt(3)).toEqual(["club.example", "lost.example"]);
    expect(await lookAt(5)).toEqual(["club.example"]);
  });

  test("has certificates with strong keys that are in time; nothing else that was pasted with them is kept", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const body = { ...settings, ...sso.saml, protocol: "saml" as const };
    const add = (certificates: string) => admin.ask(addSsoConnection, { body: { ...body, certificates } });
    for (const [certificate, why] of [
      [unusableCertificates.weak, "at least 2,048 bits"],
      [unusableCertificates.expired, "has expired"],
    ] as const) {
      const refused = await add(`${sso.saml.certificates}\n${certificate}`);
      expect(refused.body.errors?.[0]?.message).toContain(why);
    }
    expect((await add(`My private key: secret\n${sso.saml.certificates}`)).status).toBe(200);
    expect((await only(admin)).certificates).not.toContain("secret");
    const facts = await org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ facts: { certificates: string[] } }>(`
        SELECT facts FROM audit_event WHERE organization_id = '${organizationId}' AND action = 'signOn.added'`);
      return rows.map((row) => row.facts);
    });
    expect(facts).toEqual([{ certificates: [expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)] }]);
  });

  test("isn't changed by two people at once, keeps its issuer, and is gone once it is removed", async () => {
    const { admin, id } = await connected();
    const { version } = await only(admin);
    const body = { ...settings, ...sso.provider, clientSecret: null, name: "Another name", version };
    expect((await admin.ask(changeSsoConnection, { params: { id }, body })).status).toBe(204);
    expect((await admin.ask(changeSsoConnection, { params: { id }, body })).status).toBe(409);
    await admin.call(removeSsoConnection, { params: { id } });
    expect(await admin.call(listSsoConnections, {})).toEqual({ connections: [] });
    expect((await fetch(`${world.it.base}/identity/partner/${id}/begin?challenge=${"a".repeat(43)}`)).status).toBe(404);
  });
});

describe("somebody who signs in at the identity provider", () => {
  test("must have been invited where only invited people may; their first login accepts the invitation", async () => {
    const { org, id } = await connected();
    const refused = await sso.arrive(id, "casey");
    expect(refused).toMatchObject({ status: 403, code: "" });
    expect(refused.body).toContain("You haven&#39;t been invited yet.");
    expect(await world.it.accounts.byEmail("casey@club.example")).toBeNull();
    await org.anInvited("northTeam", "Head Coach", "Casey@club.example");
    const tokens = await sso.exchange(await sso.arrive(id, "casey"));
    expect(tokens.status).toBe(200);
    expect(await rolesOf(org, "Casey@club.example")).toEqual(["Head Coach at northTeam"]);
  });

  test("is nobody's word for an address outside the verified domains", async () => {
    const org = await world.it.anOrganization();
    const { id } = await connected(
      {
        joining: "justInTime",
        grants: [{ group: null, levelId: org.levels.root, labelId: org.labelIds.Administrator }],
      },
      org,
    );
    const { status, body } = await sso.arrive(id, "alex");
    expect(status).toBe(403);
    expect(body).toContain("send an email address in one of your organization");
    expect(await world.it.accounts.byEmail("alex@elsewhere.example")).toBeNull();
  });

  test("is added with the roles of their groups, and loses those that a later login doesn't grant", async () => {
    const org = await world.it.anOrganization();
    const at = (group: string | null, level: "north" | "northTeam", label: "Head Coach" | "Team Manager") => ({
      ...{ group, levelId: org.levels[level], labelId: org.labelIds[label] },
    });
    const grants = [at("Coaches", "northTeam", "Head Coach"), at("Staff", "north", "Team Manager")];
    const { admin, id } = await connected({ joining: "justInTime", grants }, org);
    expect((await sso.exchange(await sso.arrive(id, "morgan"))).status).toBe(200);
    const email = "morgan@club.example";
    expect(await rolesOf(org, email)).toEqual(["Head Coach at northTeam", "Team Manager at north"]);
    const none = await sso.arrive(id, "robin");
    expect([none.status, none.body]).toEqual([
      403,
      expect.stringContaining("Your groups at City Club don&#39;t give you a role here"),
    ]);
    const { version } = await only(admin);
    await admin.call(changeSsoConnection, {
      params: { id },
      body: {
        ...{ ...settings, ...sso.provider, clientSecret: null, joining: "justInTime", version },
        grants: grants.slice(0, 1),
      },
    });
    const again = await sso.exchange(await sso.arrive(id, "morgan"));
    expect(again.status).toBe(200);
    expect(await rolesOf(org, email)).toEqual(["Head Coach at northTeam"]);
  });

  test("gets into an account that was here before once its owner has shown that it is theirs", async () => {
    const org = await world.it.anOrganization();
    const grants = [{ group: null, levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer }];
    const { id } = await connected({ joining: "justInTime", grants }, org);
    const email = "robin@club.example";
    const { sub } = await world.it.accounts.create({ email, password });
    const arrival = await sso.arrive(id, "robin");
    expect(await sso.exchange(arrival)).toMatchObject({ status: 400, error: "proof_required", name: "City Club" });
    expect(await rolesOf(org, email)).toEqual([]);
    expect((await sso.exchange(arrival, "a guess")).error).toBe("invalid_grant");
    const { access_token: token = "" } = await sso.exchange(arrival, password);
    expect(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sub).toBe(sub);
    expect(await rolesOf(org, email)).toEqual(["Volunteer at northTeam"]);
    // The same person at another organization's provider is somebody else here.
    const other = await connected({ joining: "justInTime" });
    expect(await sso.exchange(await sso.arrive(other.id, "robin"))).toMatchObject({ error: "proof_required" });
  });

  test("doesn't get back a role that somebody removed by hand, and isn't brought back once archived", async () => {
    const org = await world.it.anOrganization();
    const at = (level: "north" | "northTeam", label: "Head Coach" | "Team Manager") => ({
      ...{ group: null, levelId: org.levels[level], labelId: org.labelIds[label] },
    });
    const { admin, id } = await connected(
      { joining: "justInTime", grants: [at("northTeam", "Head Coach"), at("north", "Team Manager")] },
      org,
    );
    const email = "robin@club.example";
    const login = async () => sso.exchange(await sso.arrive(id, "robin"), password);
    expect((await login()).status).toBe(200);
    const remove = async (label: string) =>
      admin.call(deleteMembership, { params: { id: await membershipOf(org, email, label) } });
    await remove("Head Coach");
    expect((await login()).status).toBe(200);
    expect(await rolesOf(org, email)).toEqual(["Team Manager at north"]);
    await remove("Team Manager");
    await login();
    expect(await rolesOf(org, email)).toEqual([]);
  });

  test("keeps what an administrator changed by hand, and nobody archived comes back as somebody new", async () => {
    const org = await world.it.anOrganization();
    const grants = [{ group: null, levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"] }];
    const { admin, id } = await connected({ joining: "justInTime", grants }, org);
    const email = "robin@club.example";
    const login = async () => sso.exchange(await sso.arrive(id, "robin"), password);
    expect((await login()).status).toBe(200);
    const profileLevelAccessId = await membershipOf(org, email, "Head Coach");
    await admin.call(changeRole, { query: { profileLevelAccessId, newLabelId: org.labelIds.Volunteer } });
    expect((await login()).status).toBe(200);
    expect(await rolesOf(org, email)).toEqual(["Volunteer at northTeam"]);

    // Archived in another organization before they ever logged in there.
    const other = await world.it.anOrganization();
    const open = { group: null, levelId: other.levels.northTeam, labelId: other.labelIds["Head Coach"] };
    const there = await connected({ joining: "justInTime", grants: [open] }, other);
    const gone = await other.aMember("southClub", "Volunteer");
    await there.admin.call(deleteMembership, { params: { id: gone.plaId } });
    await other.asSystem(({ db, organizationId }) =>
      db.execute(`UPDATE profile SET app_user_id = NULL, email = '${email}'
        WHERE organization_id = '${organizationId}' AND profile_id = '${gone.profileId}'`),
    );
    await sso.exchange(await sso.arrive(there.id, "robin"), password);
    expect(await rolesOf(other, email)).toEqual([]);
  });

  test("shows more than the provider for an account that is elsewhere, too", async () => {
    const { org, id } = await connected();
    const { sub } = (await world.it.accounts.byEmail("robin@club.example")) ?? { sub: "" };
    await org.aMember("northTeam", "Head Coach", { appUserId: sub, email: "robin@club.example" } as TestPerson);
    const other = await world.it.anOrganization();
    const here = await connected({}, other);
    const arrival = await sso.arrive(here.id, "robin");
    expect(await sso.exchange(arrival)).toMatchObject({ error: "proof_required", elsewhere: false });
    expect((await sso.exchange(arrival, password)).status).toBe(200);
    expect(await sso.exchange(await sso.arrive(here.id, "robin"))).toMatchObject({
      ...{ error: "proof_required", elsewhere: true },
    });
    expect(id).not.toBe(here.id);
  });
});

test("of two administrators who lose their group at once, one stays", async () => {
  const org = await world.it.anOrganization();
  const grants = [{ group: "Coaches", levelId: org.levels.root, labelId: org.labelIds.Administrator }];
  const { admin, id } = await connected({ joining: "justInTime", grants }, org);
  await verified(admin, id, "admins.example");
  const both = [
    { id: "first", firstName: "First", lastName: "Ames", email: "first@admins.example", groups: ["Coaches"] },
    { id: "second", firstName: "Second", lastName: "Bond", email: "second@admins.example", groups: ["Coaches"] },
  ];
  const people = ssoPeople as (typeof both)[number][];
  people.push(...both);
  try {
    for (const one of both) await sso.exchange(await sso.arrive(id, one.id));
    await org.asSystem(({ db, organizationId }) =>
      db.execute(`UPDATE profile SET app_user_id = NULL
        WHERE organization_id = '${organizationId}' AND profile_id = '${admin.profileId}'`),
    );
    for (const one of both) one.groups = [];
    const arrivals = await Promise.all(both.map((one) => sso.arrive(id, one.id)));
    const logins = await Promise.all(arrivals.map((one) => sso.exchange(one)));
    expect(logins.map(({ status }) => status)).toEqual([200, 200]);
    const left = await Promise.all(both.map((one) => rolesOf(org, one.email)));
    expect(left.flat()).toHaveLength(1);
  } finally {
    people.splice(-both.length);
  }
});

test("nobody becomes a platform operator by a provider alone, and no operator is one by it", async () => {
  const org = await world.it.anOrganization();
  const grants = [{ group: null, levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer }];
  const { admin, id } = await connected({ joining: "justInTime", grants }, org);
  await verified(admin, id, "platform.example");
  const alex = ssoPeople.find((one) => one.id === "alex");
  const { email = "" } = alex ?? {};
  const claimsIn = ({ access_token: token = "" }) =>
    JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
  try {
    Object.assign(alex ?? {}, { email: operatorAddress });
    const made = await sso.exchange(await sso.arrive(id, "alex"));
    expect([made.status, claimsIn(made)["User/Role"]]).toEqual([200, ["Individual"]]);
    // Whoever has shown that they receive the operator's email isn't let in by the provider alone.
    await world.it.database.pool.query(
      "INSERT INTO platform_operator (app_user_id, address_hash, named_at) VALUES ($1, '\\x00', now())",
      [claimsIn(made).sub],
    );
    expect(await sso.exchange(await sso.arrive(id, "alex"))).toMatchObject({
      error: "proof_required",
      elsewhere: true,
    });
  } finally {
    Object.assign(alex ?? {}, { email });
  }
});

test("a domain whose name servers don't respond for two weeks is lost, and hinders no other", async () => {
  const { admin, id } = await connected();
  const other = await connected();
  const verifiedAt = async (of: TestPerson) => (await only(of)).domains.map((one) => one.verifiedAt !== null);
  const { txt } = world.it.adapters.sso;
  const silent = { ...world.it.adapters.sso, txt: async () => null };
  const lookAt = async (days: number) => {
    world.it.clock.shift = days * 86_400_000;
    await world.it.runSchedule("sso.domains");
    world.it.clock.shift = 0;
  };
  try {
    Object.assign(world.it.adapters, { sso: silent });
    await lookAt(1);
    await lookAt(10);
    expect(await verifiedAt(admin)).toEqual([true]);
    let asked = 0;
    const failing = async (name: string) => {
      asked += 1;
      if (asked === 1) throw new Error(`Nothing can be said of ${name}.`);
      return null;
    };
    Object.assign(world.it.adapters, { sso: { ...silent, txt: failing } });
    world.it.clock.shift = 16 * 86_400_000;
    await expect(world.it.runSchedule("sso.domains")).rejects.toThrow("couldn't be looked up");
    world.it.clock.shift = 0;
    const lost = [await verifiedAt(admin), await verifiedAt(other.admin)].flat();
    expect(lost).toContain(false);
    expect(asked).toBeGreaterThan(1);
  } finally {
    Object.assign(world.it.adapters, { sso: { ...silent, txt } });
  }
  expect(id).not.toBe(other.id);
});
