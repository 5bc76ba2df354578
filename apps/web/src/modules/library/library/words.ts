import type { ContentKind } from "@touchline/contract";

/** A type within a sentence: "waiver", but "U.S. Soccer license". */
export function inSentence(type: string): string {
  return /^[A-Z][a-z]/.test(type) ? type.charAt(0).toLowerCase() + type.slice(1) : type;
}

/** What each kind is for, in one plain sentence. */
export const whatItDoes: Record<ContentKind, string> = {
  document: "Members send in a paper that they have: a certificate, a card, a letter.",
  form: "Members fill in a form, here or on paper that they send back.",
  waiver: "Members read a text and sign it here; a guardian signs for a child.",
  "background-check": "Members are screened by a provider, or send in a report that was made elsewhere.",
  video: "Members watch a video; skipping ahead does not count.",
  "abuse-prevention-training": "Members take a training on preventing abuse, and show the certificate.",
  "sex-offender-search": "Names and dates of birth are searched for; members have nothing to do.",
  "age-verification": "Members show by a document how old they are, or which grade they are in.",
  "custom-training": "Members take a training of your own choice, here or elsewhere.",
  "identity-verification": "Members show by a document that they are who they say.",
  "live-scan": "Members have their fingerprints taken, and send in the receipt.",
  "us-soccer": "Members give their U.S. Soccer ID, and hold a license you accept.",
};

const count = new Intl.NumberFormat();
const some = (of: number, one: string, many: string) => `${count.format(of)} ${of === 1 ? one : many}`;

/** What taking it out of use does, and to how many. */
export function archiveSentences(effect: {
  outcome: "archived" | "removed";
  assignments: number;
  owedOn: number;
  open: number;
  completed: number;
}): string[] {
  if (effect.outcome === "removed") {
    return ["Nobody was ever asked for it, so it is removed for good. It cannot be brought back."];
  }
  const { assignments, owedOn, open, completed } = effect;
  const ends = assignments === 0 ? "It is assigned to nobody now." : null;
  const owed =
    assignments > 0
      ? `${some(assignments, "assignment ends", "assignments end")}: it is no longer owed on ${some(owedOn, "membership", "memberships")}.`
      : null;
  const withdrawn =
    open > 0 ? `${some(open, "submission", "submissions")} under way ${open === 1 ? "is" : "are"} withdrawn.` : null;
  const stays =
    completed > 0
      ? `What ${some(completed, "person", "people")} completed stays, and can be looked at.`
      : "Nobody has completed it.";
  return [
    ...[ends, owed, withdrawn].filter((one) => one !== null),
    stays,
    "You find it under Archived in the library, and can restore it. Restored, it is assigned to nobody.",
  ];
}
