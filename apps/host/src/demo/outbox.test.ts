import { openTenancy } from "@touchline/api/database/tenancy";
import { sendMail } from "@touchline/api/modules/messages/notifications/actions/send";
import { sendAccountMail } from "@touchline/api/modules/messages/notifications/actions/send-account";
import { newestMails } from "@touchline/api/modules/messages/notifications/queries/mail-history";
import type { ResponseOf } from "@touchline/contract";
import type { listDemoMails } from "@touchline/contract/messages/outbox";
import { createAccounts } from "@touchline/identity";
import { beforeAll, describe, expect, test } from "vitest";
import { organizationMaker } from "../../../api/test/organization.ts";
import { aServer } from "../../test/running.ts";
import { planClub } from "./club.ts";
import { demoLogins, demoOrganizations } from "./logins.ts";
import { seedPlans } from "./seed.ts";

type Mails = ResponseOf<typeof listDemoMails>["data"];
const demo = aServer({ DEMO: "on" }, async () => {});
const other = aServer({ DEMO: "off" }, async () => {});
const leaving = aServer(
  { DEMO: "on", MAIL_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Touchline <no-reply@clubs.example>" },
  async () => {},
);

/** Seeds the small demo organization, in which everyone has answered already, and adds an email to a person in it. */
async function fill({ database, identityPool, adapters }: typeof demo.it) {
  const now = new Date();
  const plan = planClub(now.toISOString().slice(0, 10));
  for (const person of plan.people) person.activated = true;
  await seedPlans({ pool: database.pool, accountsPool: identityPool, adapters, now, throwIfAborted: () => {} }, [plan]);
  const tenancy = openTenancy(database.pool);
  const organizationId = tenancy.found(demoOrganizations.club);
  await tenancy.run(organizationId, (db) =>
    sendMail(
      { actor: { kind: "system", name: "test" }, organizationId, db, now, adapters },
      {
        kind: "reset",
        to: "Ana@clubs.example",
        profileId: null,
        fields: {
          firstName: "Ana",
          member: null,
          requirement: "Agreement",
          organization: "Harbor",
          notes: "<b>Page</b> 2, please.",
          path: "/requirements/1",
        },
      },
    ),
  );
  return { tenancy, organizationId, now };
}

const read = async (server: typeof demo.it, search = "") => {
  const answer = await fetch(`${server.url}/api/demo-outbox?search=${encodeURIComponent(search)}`);
  return { status: answer.status, mails: ((await answer.json()) as { data?: Mails }).data ?? [] };
};

describe("the outbox of the demo", () => {
  beforeAll(async () => {
    const { tenancy, now } = await fill(demo.it);
    const { adapters, identityPool } = demo.it;
    const login = demoLogins.find((one) => one.key === "other");
    const account = await createAccounts(identityPool).byEmail(login?.email ?? "");
    const fields = { minutes: 30, path: "/reset/abc" };
    await tenancy.runShared(async (db) => {
      const put = (to: string, appUserId: string | null) =>
        sendAccountMail({ db, now, adapters }, { kind: "passwordReset", to, appUserId, fields });
      await put(login?.email ?? "", account?.sub ?? null);
      await put("somebody@else.example", "0190c0de-0000-7000-8000-000000000000");
      await put("nobody@else.example", null);
    });
  });

  test("is read by anybody: its organizations' mails and those to its accounts, nobody else's", async () => {
    const { mails } = await read(demo.it);
    expect(mails.map((mail) => mail.to).sort()).toEqual([
      "Ana@clubs.example",
      "director@harbor.demo.touchline.example",
    ]);
    expect(mails.find((mail) => mail.to.startsWith("Ana"))).toMatchObject({
      subject: "Agreement: please submit it again",
      text: expect.stringContaining("> <b>Page</b> 2, please."),
    });
  });

  test("shows the mails of an organization that somebody has created beside the demo", async () => {
    const { database, identityPool, adapters } = demo.it;
    const parts = { tenancy: openTenancy(database.pool), accounts: createAccounts(identityPool), adapters };
    const org = await organizationMaker({ ...parts, now: () => new Date() })("Rainier Youth Soccer");
    await org.anInvited("root", "Administrator", "noor@rainier.example");
    expect((await read(demo.it, "noor@")).mails).toMatchObject([{ to: "noor@rainier.example" }]);
  });

  test("is searched by recipient", async () => {
    expect((await read(demo.it, "ANA@")).mails).toHaveLength(1);
    expect((await read(demo.it, "nobody")).mails).toEqual([]);
  });

  test("shows a mail in a frame that can do nothing but open its links", async () => {
    const [mail] = (await read(demo.it, "ana")).mails;
    const answer = await fetch(`${demo.it.url}/api/demo-outbox/${mail?.mailId}/html`);
    expect(answer.headers.get("content-type")).toContain("text/html");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/);
    expect(policy).toContain("frame-ancestors 'self'");
    const html = await answer.text();
    expect(html).toContain("&lt;b&gt;Page");
    expect(html).toContain("/requirements/1");
    const missing = await fetch(`${demo.it.url}/api/demo-outbox/0190c0de-0000-7000-8000-000000000000/html`);
    expect(missing.status).toBe(404);
  });
});

test("there is no outbox without the demo, in a database without it, and where mails leave", async () => {
  const { tenancy, organizationId } = await fill(leaving.it);
  const { adapters } = leaving.it;
  const written = await tenancy.run(organizationId, (db) => newestMails({ db, organizationId, adapters }, 10));
  expect(written).toHaveLength(1);
  expect((await read(leaving.it)).status).toBe(404);
  expect((await read(other.it)).status).toBe(404);
});
