import { type MailLanguage, mailLanguages } from "@touchline/contract/messages/mail-preferences";
import type { MailText, MailTextKind, MailTextPreview, MailTexts } from "@touchline/contract/messages/mail-texts";
import { unreadable } from "@touchline/rules";
import { actingProfile, type Call } from "../../../call.ts";
import { conflict, Refusal } from "../../../errors.ts";
import { mailText } from "../../../schema/messages.ts";
import { audit } from "../../../security/audit.ts";
import { exampleMails, mailExample } from "../notifications/actions/example.ts";
import { problemsOf, type TextProblem } from "../notifications/mails/custom-text.ts";
import { ownKinds } from "../notifications/mails/own-kinds.ts";
import { withLogoAt } from "../notifications/mails/parts.ts";
import { addressees } from "../notifications/queries/addressees.ts";
import { organizationIntroduction } from "../notifications/queries/mail-context.ts";
import { mustEditTexts, oneText } from "./queries.ts";

type Problem = TextProblem & { language: MailLanguage };

/** Lists what prevents these texts from being saved, in both languages. */
function problemsIn(kind: MailTextKind, texts: MailTexts): Problem[] {
  const { placeholders } = ownKinds[kind];
  return mailLanguages.flatMap((language) => {
    const words = texts[language];
    if (words === null) return [];
    const illegible = (["subject", "body"] as const)
      .filter((field) => unreadable.test(words[field]))
      .map((field) => ({ field, message: "This contains characters that can't be displayed. Type it again." }));
    return [...illegible, ...problemsOf(words, placeholders)].map((one) => ({ ...one, language }));
  });
}

/** @throws 400 with every problem, each at its field. */
function mustBeSound(kind: MailTextKind, texts: MailTexts): void {
  const problems = problemsIn(kind, texts);
  if (problems.length === 0) return;
  throw new Refusal("invalid", problems[0]?.message ?? "", {
    errors: problems.map(({ language, field, message }) => ({ path: `texts.${language}.${field}`, message })),
  });
}

/**
 * Changes the texts of a mail, or restores the standard ones; the previous texts stay as an earlier version.
 *
 * @param input.version the version that was edited.
 * @throws Forbidden; 400 naming what is wrong; Conflict when it isn't the latest.
 */
export async function saveText(
  call: Call,
  { kind, texts, version }: { kind: MailTextKind; texts: MailTexts; version: number },
): Promise<MailText> {
  mustEditTexts(call);
  mustBeSound(kind, texts);
  const before = await oneText(call, kind);
  const changedSince = () => conflict("Someone else changed this text. Review it, then change it again.", "changed");
  if (before.version !== version) throw changedSince();
  if (JSON.stringify(before.own) === JSON.stringify(texts)) return before;
  const { en, es } = texts;
  const added = await call.db
    .insert(mailText)
    .values({
      organizationId: call.organizationId,
      kind,
      version: version + 1,
      subjectEn: en?.subject ?? null,
      bodyEn: en?.body ?? null,
      subjectEs: es?.subject ?? null,
      bodyEs: es?.body ?? null,
      setBy: actingProfile(call) as string,
      setAt: call.now,
    })
    .onConflictDoNothing()
    .returning({ version: mailText.version });
  if (added.length === 0) throw changedSince();
  await audit(call, [
    {
      action: "organization.mailTextChanged",
      subjectId: call.organizationId,
      facts: { mail: kind, version: version + 1 },
      values: { texts: { before: before.own, after: texts } },
    },
  ]);
  return oneText(call, kind);
}

/** Previews a mail with these texts for an example person, with what is wrong with them. @throws Forbidden */
export async function previewText(
  call: Call,
  { kind, texts }: { kind: MailTextKind; texts: MailTexts },
): Promise<MailTextPreview> {
  mustEditTexts(call);
  const { en, es } = await exampleMails(call, kind, texts);
  const { organizationPhoto } = await organizationIntroduction(call);
  const logo = organizationPhoto && `${call.adapters.site.url}${organizationPhoto}`;
  const withLogo = ({ subject, text, html }: MailTextPreview["en"]) => ({
    subject,
    text,
    html: withLogoAt(html, logo),
  });
  return { en: withLogo(en), es: withLogo(es), problems: problemsIn(kind, texts) };
}

/** Sends the actor an example mail. @throws Forbidden; 400 naming what is wrong; Conflict when they have no address. */
export async function testText(
  call: Call,
  { kind, texts, language }: { kind: MailTextKind; texts: MailTexts; language: MailLanguage },
): Promise<{ to: string }> {
  mustEditTexts(call);
  mustBeSound(kind, texts);
  const profileId = actingProfile(call) as string;
  const person = (await addressees(call, [profileId])).get(profileId)?.to.find((one) => one.profileId === profileId);
  if (!person) throw conflict("Your profile has no email address. Add one first.", "noAddress");
  await mailExample(call, person, { kind, texts, language });
  return { to: person.email };
}
