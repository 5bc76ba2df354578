import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BodyInput } from "@touchline/contract";
import { saveOrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import {
  listMailTexts,
  listMailTextVersions,
  longestMailText,
  type MailTextKind,
  mailTextKinds,
  previewMailText,
  saveMailText,
  testMailText,
} from "@touchline/contract/messages/mail-texts";
import { addMember } from "@touchline/contract/people/profiles";
import { listAudit } from "@touchline/contract/reporting/audit";
import { beforeAll, describe, expect, test } from "vitest";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { newestMails } from "../notifications/queries/mail-history.ts";

// More than a hundred texts are previewed one after the other.
const plenty = { burst: 1_000, perSecond: 100 };
const world = aWorld({ rates: { account: plenty, address: plenty } });

type Texts = BodyInput<typeof saveMailText>["texts"];
const invitation = (body: string, subject = "Come to {organization}"): Texts => ({ en: { subject, body }, es: null });
const mailsOf = (org: Organization) => org.asSystem((call) => newestMails(call, 100));

async function anAdmin() {
  const org = await world.it.anOrganization();
  return { org, admin: await org.aMember("root", "Administrator") };
}

const current = async (admin: TestPerson, kind: MailTextKind) => {
  const found = (await admin.call(listMailTexts)).find((one) => one.kind === kind);
  if (!found) throw new Error(`there is no ${kind}`);
  return found;
};

async function save(admin: TestPerson, kind: MailTextKind, texts: Texts) {
  const { version } = await current(admin, kind);
  return admin.ask(saveMailText, { params: { kind }, body: { texts, version } });
}

const preview = (admin: TestPerson, kind: MailTextKind, texts: Texts) =>
  admin.call(previewMailText, { params: { kind }, body: { texts } });

/** Returns the mail of an invitation to a person with this name. */
async function invite(
  org: Organization,
  admin: TestPerson,
  firstName = "Ana",
  level: keyof Organization["levels"] = "northTeam",
) {
  const email = `guest.${Math.random().toString(36).slice(2)}@clubs.example`;
  await admin.call(addMember, {
    body: {
      levelId: org.levels[level],
      labelId: org.labelIds.Volunteer,
      person: { firstName, lastName: "Guest", email, dateOfBirth: null },
    },
  });
  await world.it.drainJobs();
  const mail = (await mailsOf(org)).find((one) => one.to === email);
  if (!mail) throw new Error("there is no invitation");
  return mail;
}

const messagesOf = (answer: { body: { errors?: { path: string; message: string }[] | undefined } }) =>
  (answer.body.errors ?? []).map(({ path, message }) => `${path}: ${message}`);

describe("a mail in the organization's own words", () => {
  test("goes out with the placeholders filled in, and its link works as a button", async () => {
    const { org, admin } = await anAdmin();
    const saved = await save(
      admin,
      "invitation",
      invitation(
        "Dear **{first name}**,\n\nyou are *{role}* at {level} until {last day}.\n\n[Come in]({link})\n\n- one\n- two",
      ),
    );
    expect(saved.status).toBe(200);
    const mail = await invite(org, admin, "Ana");
    expect(mail.sentAt).not.toBeNull();
    expect(mail.subject).toMatch(/^Come to /);
    expect(mail.text).toMatch(
      /^Dear Ana,\n\nyou are Volunteer at .+ until \w+ \d+, \d{4}\.\n\nCome in:\nhttp:\/\/127.0.0.1\/signup\?token=[\w-]+\n\n- one\n- two\n\n-- \n/,
    );
    expect(mail.html).toContain("Dear <strong>Ana</strong>,");
    expect(mail.html).toMatch(
      /<a href="http:\/\/127\.0\.0\.1\/signup\?token=[\w-]+" class="button" style="[^"]*background:#[0-9a-f]{6}[^"]*">Come in<\/a>/,
    );
    expect(mail.html).toContain("<li>one</li><li>two</li>");
  });

  test("written in one language only leaves the other as it was", async () => {
    const { org, admin } = await anAdmin();
    await save(admin, "invitation", { en: null, es: { subject: "Ven", body: "Hola {first name}\n\n{link}" } });
    expect((await invite(org, admin)).subject).toMatch(/ invites you to join$/);
    await admin.call(saveOrganizationSettings, { params: { id: org.organizationId }, body: { languages: ["es"] } });
    const spanish = await invite(org, admin);
    expect(spanish.subject).toBe("Ven");
    expect(spanish.text).toMatch(/^Hola Ana\n\nUnirme:\nhttp/);
  });

  test("keeps what a mail said that was sent already", async () => {
    const { org, admin } = await anAdmin();
    await save(admin, "invitation", invitation("First words.\n\n{link}"));
    const before = await invite(org, admin);
    await save(admin, "invitation", invitation("Second words.\n\n{link}"));
    const kept = (await mailsOf(org)).find(({ mailId }) => mailId === before.mailId);
    expect(kept?.text).toContain("First words.");
    expect((await invite(org, admin)).text).toContain("Second words.");
  });

  test("shows what people are called as text, whatever they are called", async () => {
    const { org, admin } = await anAdmin();
    await save(admin, "invitation", invitation("Dear {first name}!\n\n{link}"));
    const mail = await invite(org, admin, "<b>**Ana**</b> {organization} [x](https://evil.example)");
    expect(mail.text).toContain("Dear <b>**Ana**</b> {organization} [x](https://evil.example)!");
    expect(mail.html).toContain("Dear &lt;b&gt;**Ana**&lt;/b&gt; {organization} [x](https://evil.example)!");
  });

  test("is another organization's business nowhere", async () => {
    const [one, other] = [await anAdmin(), await anAdmin()];
    await save(one.admin, "invitation", invitation("Ours alone.\n\n{link}"));
    expect((await current(other.admin, "invitation")).own).toEqual({ en: null, es: null });
    expect((await invite(other.org, other.admin)).text).not.toContain("Ours alone.");
  });
});

describe("words that cannot be saved", () => {
  let admin: TestPerson;
  beforeAll(async () => {
    admin = (await anAdmin()).admin;
  });

  test.each([
    [
      "an unknown placeholder",
      "Hello {frist name}\n\n{link}",
      "texts.en.body: {frist name} isn't a placeholder of this email. Use one of these: {first name}, {organization}, {role}, {level}, {last day}, {link}.",
    ],
    ["a missing link", "Hello {first name}", "texts.en.body: {link} is missing. Add it to the text."],
    [
      "a placeholder within an address",
      "[x](https://evil.example/?t={link})\n\n{link}",
      "texts.en.body: A web address can't contain a placeholder. Use {link} by itself, or a complete address.",
    ],
    [
      "a link that runs something",
      "[x](javascript:alert)\n\n{link}",
      "texts.en.body: The link to javascript:alert must begin with https:// or mailto:.",
    ],
    [
      "a direction that turns around",
      "Hello \u202e\n\n{link}",
      "texts.en.body: This contains characters that can't be displayed. Type it again.",
    ],
    [
      "quotes without end",
      `${">".repeat(4_900)}\n\n{link}`,
      "texts.en.body: Quotes or lists are nested too deeply. Use fewer levels.",
    ],
    [
      "emphasis without end",
      `${"_a*".repeat(1_600)}\n\n{link}`,
      "texts.en.body: This text uses *, _, and ~ 3,200 times. Use them at most 300 times.",
    ],
    [
      "emphasis once more than anybody has use for",
      `${"~".repeat(101)}${" **_a".repeat(66)}**\n\n{link}`,
      "texts.en.body: This text uses *, _, and ~ 301 times. Use them at most 300 times.",
    ],
  ])("for %s are refused with a sentence that names it", async (_what, body, message) => {
    const answer = await save(admin, "invitation", invitation(body));
    expect(answer.status).toBe(400);
    expect(messagesOf(answer)).toEqual([message]);
    expect((await current(admin, "invitation")).version).toBe(0);
  });

  test("because a list stands in the middle of a line, or in a subject", async () => {
    const within = await save(
      admin,
      "requirementsOpen",
      invitation("To do: {requirements}\n\n{link}", "{requirements}"),
    );
    expect(messagesOf(within)).toEqual([
      "texts.en.subject: {requirements} can't be used in the subject. Use it in the text.",
      "texts.en.body: Put {requirements} in its own paragraph, with an empty line before and after.",
    ]);
  });

  test("because a link leads where a mail of this kind leads nowhere", async () => {
    const answer = await save(admin, "handedOver", invitation("{person} is 18. Look [here]({link}) please."));
    expect(messagesOf(answer)).toEqual([
      "texts.en.body: {link} isn't a placeholder of this email. Use one of these: {first name}, {organization}, {person}, {what happens next}.",
    ]);
  });

  test("a bare address of the web is none of them, and stays as it was typed", async () => {
    const text = invitation("See www.club.example/season?a=1&b=2 or http://club.example.\n\n{link}");
    expect((await save(admin, "invitation", text)).status).toBe(200);
    const { en } = await preview(admin, "invitation", text);
    expect(en.text).toMatch(/^See www\.club\.example\/season\?a=1&b=2 or http:\/\/club\.example\.\n/);
    expect(en.html).not.toContain('href="http://www');
  });

  test("are all reported at once, in both languages", async () => {
    const words = { subject: "{one}", body: "{two}" };
    const answer = await save(admin, "invitation", { en: words, es: words });
    expect(new Set((answer.body.errors ?? []).map(({ path }) => path))).toEqual(
      new Set(["texts.en.subject", "texts.en.body", "texts.es.subject", "texts.es.body"]),
    );
  });

  test("when they are empty, or longer than any mail", async () => {
    for (const body of ["  ", "a".repeat(longestMailText + 1)]) {
      expect((await save(admin, "invitation", invitation(body))).status).toBe(400);
    }
  });

  test("a brace that was meant as one is none", async () => {
    const text = invitation("Use \\{first name\\} or { alone.\n\n{link}");
    expect((await save(admin, "invitation", text)).status).toBe(200);
    expect((await preview(admin, "invitation", text)).en.text).toMatch(/^Use \{first name\} or \{ alone\.\n/);
  });
});

describe("a preview", () => {
  test("is what a mail with the same facts says, in both languages and forms", async () => {
    const { org, admin } = await anAdmin();
    const texts = {
      en: { subject: "{organization}", body: "{first name}: {role}\n\n{link}" },
      es: { subject: "{organization}!", body: "{first name}, {level}\n\n{link}" },
    };
    const result = await preview(admin, "invitation", texts);
    expect(result.problems).toEqual([]);
    expect(result.en.text).toMatch(/^Ana: Head Coach\n\nJoin:\nhttp:\/\/127\.0\.0\.1\/signup\n/);
    expect(result.es.text).toMatch(/^Ana, U12 Girls\n\nUnirme:\n/);
    await save(admin, "invitation", texts);
    const sent = await invite(org, admin, "Ana");
    const alike = (text: string) =>
      text.replaceAll(/\/signup(\?token=[\w-]+)?/g, "/signup").replace("Head Coach", "Volunteer");
    expect(alike(sent.html)).toBe(alike(result.en.html));
    expect(alike(sent.text)).toBe(alike(result.en.text));
  });

  test("shows what is wrong, and the rest as it would be", async () => {
    const { admin } = await anAdmin();
    const result = await preview(admin, "invitation", invitation("Hello {nobody} and {first name}"));
    expect(result.en.text).toMatch(/^Hello \{nobody\} and Ana\n/);
    expect(result.problems.map(({ language, field }) => `${language}.${field}`)).toEqual(["en.body", "en.body"]);
  });

  test("says what is wrong of emphasis without end and shows it as it was typed; 300 signs are no matter", async () => {
    const { admin } = await anAdmin();
    const [most, more] = ["**a** ".repeat(75), "_a*".repeat(1_000)];
    const texts = { en: { subject: "Come", body: `${most}\n\n{link}` }, es: { subject: "Ven", body: more } };
    const result = await preview(admin, "invitation", texts);
    expect(result.problems.map(({ language, field }) => `${language}.${field}`)).toEqual(["es.body"]);
    expect(result.en.html).toContain("<strong");
    expect(result.es.text).toContain(more);
  });

  test("is counted with the calls that are costly", () => {
    expect(previewMailText.costly).toBe(true);
  });

  test.each(mailTextKinds)("of the standard text of %s, as it is typed, has nothing to complain of", async (kind) => {
    const { admin } = await anAdmin();
    const { standard } = await current(admin, kind);
    const [typed, sent] = [await preview(admin, kind, standard), await preview(admin, kind, { en: null, es: null })];
    expect(typed.problems).toEqual([]);
    for (const language of ["en", "es"] as const) {
      expect(typed[language].text).not.toMatch(/[{}]/);
      // It has the same links and lists as the standard text.
      const marked = (html: string) => html.match(/<(a|li|blockquote)\b/g);
      expect(marked(typed[language].html)).toEqual(marked(sent[language].html));
    }
  });

  test("has the lists, code, rules and struck words that were typed, and a link within a list works", async () => {
    const { admin } = await anAdmin();
    const typed = "3. ~~old~~\n4. `new`\n\n---\n\n| a | b |\n|---|---|\n| c | d |\n\n- [Come in]({link})";
    const { en, problems } = await preview(admin, "invitation", invitation(typed));
    expect(problems).toEqual([]);
    expect(en.html).toMatch(/<ol [^>]*start="3"><li><del>old<\/del><\/li><li><code>new<\/code><\/li><\/ol><hr>/);
    expect(en.html).toMatch(/<li><a href="http:\/\/127\.0\.0\.1\/signup" [^>]*>Come in<\/a><\/li>/);
    expect(en.text).toMatch(
      /^3\. ~~old~~\n4\. new\n\n---\n\na \| b\nc \| d\n\n- Come in \(http:\/\/127\.0\.0\.1\/signup\)\n/,
    );
  });

  test("never has markup, pictures or scripts of what was typed", async () => {
    const { admin } = await anAdmin();
    const typed = [
      "<script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "![pixel](https://elsewhere.example/pixel.png)",
      "[click](javascript:alert(1))",
      "<a href='https://x.example'>x</a>",
      "[a]: javascript:alert(1)",
      "`<style>*{display:none}</style>`",
    ].join("\n\n");
    const { en } = await preview(admin, "invitation", invitation(typed));
    const body = en.html.slice(en.html.indexOf("<body"));
    expect(body).not.toMatch(/<(script|img|style|svg|iframe|a)\b/i);
    expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });
});

test("odd strings come back exactly as they were typed, or are refused with a reason", async () => {
  const { admin } = await anAdmin();
  const folder = join(import.meta.dirname, "../../../../test/rosters");
  const odd = JSON.parse(readFileSync(join(folder, "blns.json"), "utf8")) as string[];
  let kept = 0;
  for (const one of odd) {
    const texts = invitation(`${one}\n\n{link}`, `S ${one}`.slice(0, 200));
    const answer = await admin.ask(previewMailText, { params: { kind: "invitation" }, body: { texts } });
    if (answer.status === 400) continue;
    expect(answer.status).toBe(200);
    expect(
      answer.body.en.html.match(/<script|<img|<svg|<iframe|<a (?!href="(http:\/\/127\.0\.0\.1|https:|mailto:))/i),
    ).toBeNull();
    if (answer.body.problems.length > 0) continue;
    kept += 1;
    // Every tenth text is also saved.
    if (kept % 10 > 0) continue;
    const saved = await save(admin, "invitation", texts);
    expect(saved.body.own?.en).toEqual({ subject: texts.en?.subject.trim(), body: texts.en?.body.trim() });
    expect((await current(admin, "invitation")).own).toEqual(saved.body.own);
  }
  expect(kept).toBeGreaterThan(400);
});

describe("changing words", () => {
  test("keeps every version with who wrote it, tells the audit log, and goes back to the standard text", async () => {
    const { org, admin } = await anAdmin();
    const other = await org.aMember("root", "Administrator");
    await save(admin, "invitation", invitation("One.\n\n{link}"));
    const again = await save(other, "invitation", invitation("Two.\n\n{link}"));
    expect(again.body).toMatchObject({ version: 2, changedAt: expect.any(String) });
    const back = await save(admin, "invitation", { en: null, es: null });
    expect(back.body).toMatchObject({ version: 3, own: { en: null, es: null } });
    expect((await invite(org, admin)).subject).toMatch(/ invites you to join$/);
    const versions = await admin.call(listMailTextVersions, { params: { kind: "invitation" } });
    expect(versions.map((one) => one.texts.en?.body ?? null)).toEqual([null, "Two.\n\n{link}", "One.\n\n{link}"]);
    expect(versions[1]?.changedBy).toBe(again.body.changedBy);
    const { data } = await admin.call(listAudit, { query: { actions: ["organization.mailTextChanged"] } });
    expect(data.map(({ sentence }) => sentence)).toEqual(Array(3).fill("changed an email template"));
    expect(JSON.stringify(data[1]?.details)).toContain("Two.");
  });

  test("that were changed in the meantime is refused, and of twenty at once one succeeds", async () => {
    const { admin } = await anAdmin();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        admin.ask(saveMailText, {
          params: { kind: "reset" },
          body: { version: 0, texts: invitation(`Number ${n}.\n\n{note}\n\n{link}`) },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.detail).toMatch(/Someone else changed this text/);
  });

  test("to what they are already changes nothing", async () => {
    const { admin } = await anAdmin();
    await save(admin, "invitation", invitation("One.\n\n{link}"));
    expect((await save(admin, "invitation", invitation("One.\n\n{link}"))).body.version).toBe(1);
  });

  test("is for Admins alone", async () => {
    const { org } = await anAdmin();
    for (const label of ["Club Director", "Account Manager", "Team Manager", "Head Coach"] as const) {
      const person = await org.aMember("root", label);
      expect((await person.ask(listMailTexts)).status).toBe(403);
      const body = { texts: invitation("One.\n\n{link}") };
      const params = { kind: "invitation" };
      expect((await person.ask(saveMailText, { params, body: { ...body, version: 0 } })).status).toBe(403);
      expect((await person.ask(previewMailText, { params, body })).status).toBe(403);
      expect((await person.ask(testMailText, { params, body: { ...body, language: "en" } })).status).toBe(403);
      expect((await person.ask(listMailTextVersions, { params })).status).toBe(403);
    }
  });

  test("of a mail about the safety of an account is not to be had", async () => {
    const { admin } = await anAdmin();
    const body = { texts: invitation("One.\n\n{link}"), version: 0 };
    for (const kind of ["passwordReset", "confirmEmail", "secondFactor", "message"]) {
      expect((await admin.ask(saveMailText, { params: { kind }, body })).status).toBe(400);
    }
  });
});

test("a test email goes to the person who requests it, with the typed texts, and saves nothing", async () => {
  const { org, admin } = await anAdmin();
  const texts = { en: null, es: { subject: "Prueba", body: "Hola {first name}\n\n{link}" } };
  const params = { kind: "invitation" };
  expect(await admin.call(testMailText, { params, body: { texts, language: "es" } })).toEqual({ to: admin.email });
  await world.it.drainJobs();
  const [mail] = await mailsOf(org);
  expect(mail).toMatchObject({ to: admin.email, kind: "example", subject: "Prueba" });
  expect(mail?.sentAt).not.toBeNull();
  expect(mail?.text).toMatch(/^Hola Ana\n/);
  expect((await current(admin, "invitation")).version).toBe(0);
  const wrong = await admin.ask(testMailText, { params, body: { texts: invitation("No way in."), language: "en" } });
  expect(messagesOf(wrong)).toEqual(["texts.en.body: {link} is missing. Add it to the text."]);
});
