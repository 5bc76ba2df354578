import { getPreferences, savePreferences } from "@touchline/contract/accounts/account-settings";
import { getSubscription, oneClickPath, unsubscribe } from "@touchline/contract/messages/unsubscribe";
import { expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import type { Mail } from "../../../adapters/mail/port.ts";
import { openWorker } from "../../../worker.ts";
import { mailResets } from "../../messages/notifications/actions/about-submission.ts";
import { sendMail } from "../../messages/notifications/actions/send.ts";

const world = aWorld();

/** What leaves for the mails that an organization writes. */
async function leaving(write: () => Promise<unknown>): Promise<Mail[]> {
  const sent: Mail[] = [];
  const { adapters, identity, database, clock } = world.it;
  const send = async (message: Mail) => {
    sent.push(message);
    return { kind: "sent" as const };
  };
  const worker = openWorker({
    ...{ pool: database.pool, identity, now: clock.now, log: { info: () => undefined, error: () => undefined } },
    adapters: { ...adapters, mail: { ...adapters.mail, leaves: true, send } },
  });
  await write();
  await worker.drainJobs();
  await worker.stop();
  return sent;
}

let number = 0;
const digest = (org: Organization, { profileId, email }: TestPerson) =>
  org.asSystem((call) =>
    sendMail(call, {
      ...{ kind: "digest", to: email, profileId },
      fields: {
        ...{ firstName: "Ana", organization: "Clubs", every: "weekly", path: "/review" },
        ...{ waiting: { count: 1, more: false }, levels: [] },
      },
    }),
  );
const reset = (org: Organization, { profileId }: TestPerson) =>
  org.asSystem((call) => {
    const about = { requirementName: "Agreement", notes: "Page 2, please.", path: "/requirements/1" };
    return mailResets(call, [{ profileId, ...about, key: `${++number}` }]);
  });

const tokenOf = (mail: Mail | undefined) => new URL(mail?.unsubscribe ?? "about:blank").searchParams.get("token") ?? "";
const look = (token: string) => ask(world.it.base, null, getSubscription, { query: { token } });
const chosen = (person: TestPerson) => person.call(getPreferences);
/** As a mail program does it. */
const click = (address: string | undefined, body = "List-Unsubscribe=One-Click") =>
  fetch(`${world.it.base}${new URL(address ?? "about:blank").pathname}${new URL(address ?? "about:blank").search}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
  });

test("a mail that can be switched off says where, and one that can't says nothing of it", async () => {
  const org = await world.it.anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const confirm = () =>
    org.asSystem((call) =>
      sendMail(call, {
        ...{ kind: "confirmEmail", to: coach.email, profileId: coach.profileId },
        fields: { firstName: "Ana", path: "/confirm/abc" },
      }),
    );
  const [can] = await leaving(() => reset(org, coach));
  expect(can?.unsubscribe).toMatch(new RegExp(`^http://127\\.0\\.0\\.1${oneClickPath}\\?token=[\\w-]{50,400}$`));
  expect(can?.text).toContain(
    `Unsubscribe from emails about decisions: http://127.0.0.1/unsubscribe?token=${tokenOf(can)}`,
  );
  expect(can?.html).toContain("Unsubscribe from emails about decisions</a>");
  expect(tokenOf(can)).not.toContain(coach.appUserId);
  const [cannot] = await leaving(confirm);
  expect(cannot).toBeDefined();
  expect(cannot?.unsubscribe).toBeUndefined();
  expect(`${cannot?.text}${cannot?.html}`).not.toMatch(/unsubscribe/i);
});

test("one click switches off exactly that kind, for that account, and the mails end", async () => {
  const org = await world.it.anOrganization();
  const [coach, other] = [await org.aMember("northTeam", "Head Coach"), await org.aMember("northTeam", "Head Coach")];
  await coach.call(savePreferences, { body: { language: "es", muted: ["reminders"] } });
  const [mail] = await leaving(() => reset(org, coach));
  expect((await click(mail?.unsubscribe)).status).toBe(204);
  expect((await click(mail?.unsubscribe)).status).toBe(204);
  expect(await chosen(coach)).toMatchObject({ language: "es", muted: ["reminders", "decisions"], digest: "weekly" });
  expect((await chosen(other)).muted).toEqual([]);
  expect(await leaving(() => reset(org, coach))).toEqual([]);
  expect(await leaving(() => reset(org, other))).toHaveLength(1);
});

test("the summary is switched off by its own link, also by a form of parts", async () => {
  const org = await world.it.anOrganization();
  const director = await org.aMember("north", "Club Director");
  const [mail] = await leaving(() => digest(org, director));
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  const { pathname, search } = new URL(mail?.unsubscribe ?? "about:blank");
  expect((await fetch(`${world.it.base}${pathname}${search}`, { method: "POST", body: form })).status).toBe(204);
  expect(await chosen(director)).toMatchObject({ digest: "never", muted: [] });
  expect(await leaving(() => digest(org, director))).toEqual([]);
});

test("opening the link, as email scanners do, changes nothing and leads to the page with a button", async () => {
  const org = await world.it.anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const [mail] = await leaving(() => reset(org, coach));
  const { pathname, search } = new URL(mail?.unsubscribe ?? "about:blank");
  const opened = await fetch(`${world.it.base}${pathname}${search}`, { redirect: "manual" });
  expect(opened.status).toBe(302);
  expect(opened.headers.get("location")).toBe(`http://127.0.0.1/unsubscribe?token=${tokenOf(mail)}`);
  expect((await look(tokenOf(mail))).body).toEqual({ what: "decisions", off: false });
  expect((await chosen(coach)).muted).toEqual([]);
  expect((await ask(world.it.base, null, unsubscribe, { body: { token: tokenOf(mail) } })).status).toBe(204);
  expect((await look(tokenOf(mail))).body).toEqual({ what: "decisions", off: true });
});

test("a link that was made up or altered, and a click without its words, do nothing", async () => {
  const org = await world.it.anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const [mail] = await leaving(() => reset(org, coach));
  const token = tokenOf(mail);
  const another = token[20] === "A" ? "B" : "A";
  for (const wrong of ["x", token.slice(0, -1), `${token.slice(0, 20)}${another}${token.slice(21)}`]) {
    expect((await look(wrong)).status).toBe(404);
    expect((await ask(world.it.base, null, unsubscribe, { body: { token: wrong } })).status).toBe(404);
    expect((await click(mail?.unsubscribe?.replace(token, wrong))).status).toBe(404);
  }
  expect((await click(mail?.unsubscribe, "")).status).toBe(400);
  expect((await click(mail?.unsubscribe, "x".repeat(5_000))).status).toBe(413);
  expect((await chosen(coach)).muted).toEqual([]);
});
