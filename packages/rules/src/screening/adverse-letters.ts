/**
 * The two letters of an adverse action, as plain paragraphs; typed text is never parsed as markup. They are a starting
 * point, not legal
 * advice. Contents: 15 U.S.C. 1681b(b)(3)(A), 1681m(a); Cal. Gov. Code 12952(c); 775 ILCS 5/2-103.1; N.Y. Correct. Law
 * 754.
 */
import { article23A } from "./article-23-a.ts";
import { rightsSummary, rightsSummaryTitle } from "./rights-summary.ts";

/** A part of a letter. `markdown` is a text of the product or of the law. */
export type LetterPart =
  | { kind: "heading" | "text" | "said"; text: string }
  | { kind: "list"; items: readonly string[] }
  | { kind: "markdown"; title: string; text: string };
export type Letter = { title: string; parts: readonly LetterPart[] };

export type LetterFacts = {
  organization: string;
  /** The organization's contact data. */
  contact: string;
  person: string;
  requirement: string;
  /** The date of the letter, and the last day to respond, formatted. */
  today: string;
  lastDay: string;
  businessDays: number;
  items: string;
  agency: { name: string; address: string; phone: string; website: string | null };
  /** State codes: where the person lives, and where the organization is. */
  states: readonly string[];
};

const paragraph = (text: string): LetterPart[] =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => ({ kind: "said", text: line }));

const agencyParts = ({ agency: { name, address, phone, website } }: LetterFacts): LetterPart[] => [
  {
    kind: "text",
    text: `${[name, address, phone, website].filter((part) => part !== null && part !== "").join(", ")}`,
  },
  {
    kind: "text",
    text: `${name} made the report. It didn't make, and won't make, the decision about you, and it can't tell you the reasons for it.`,
  },
];

/** Writes the letter before a decision. */
export function preAdverseLetter(facts: LetterFacts): Letter {
  const { organization, person, requirement, today, lastDay, businessDays, items, agency, states } = facts;
  return {
    title: "Notice before a decision about you",
    parts: [
      { kind: "text", text: today },
      { kind: "text", text: `To ${person}` },
      {
        kind: "text",
        text: `${organization} asked for a background check for “${requirement}”. Because of what the report says, ${organization} may decide that you can't take part in this role. No decision has been made yet.`,
      },
      { kind: "heading", text: "What we're considering" },
      ...paragraph(items),
      { kind: "heading", text: "What you get with this notice" },
      {
        kind: "list",
        items: [
          "A copy of the report. Log in to Touchline to open it. You can also ask us for it on paper.",
          "“A Summary of Your Rights Under the Fair Credit Reporting Act”, on the pages that follow.",
        ],
      },
      { kind: "heading", text: "What you can do" },
      {
        kind: "list",
        items: [
          `Read the report. If something in it is wrong or incomplete, dispute it with ${agency.name}, and tell us by pressing “Dispute the report” on your page. We then stop the waiting period until the dispute is closed.`,
          "Add a statement: what happened, how long ago it was, what you've done since, or anything else we should know. You can add files.",
        ],
      },
      {
        kind: "text",
        text: `You have through ${lastDay}. That's ${businessDays} business days after the day of this notice. We don't decide against you before then.`,
      },
      { kind: "heading", text: "Who made the report" },
      ...agencyParts(facts),
      { kind: "heading", text: "How to reach us" },
      { kind: "text", text: facts.contact },
      ...(states.includes("CA")
        ? [
            {
              kind: "text" as const,
              text: "In California, you may give evidence that the report is wrong, evidence of rehabilitation or of mitigating circumstances, or both. If you tell us within this time that you dispute the report and are getting evidence, you have at least five more business days.",
            },
          ]
        : []),
      ...(states.includes("IL")
        ? [
            {
              kind: "text" as const,
              text: "In Illinois, you may respond to this notice with evidence that the report is inaccurate or evidence in mitigation, such as rehabilitation.",
            },
          ]
        : []),
      { kind: "markdown", title: rightsSummaryTitle, text: rightsSummary },
      ...(states.includes("NY")
        ? [{ kind: "markdown" as const, title: "New York Correction Law, Article 23-A", text: article23A }]
        : []),
    ],
  };
}

/** Writes the letter with the decision. */
export function finalLetter(facts: LetterFacts): Letter {
  const { organization, person, requirement, today, items, agency, states } = facts;
  return {
    title: "Notice of our decision",
    parts: [
      { kind: "text", text: today },
      { kind: "text", text: `To ${person}` },
      {
        kind: "text",
        text: `${organization} decided that you can't take part in this role. The decision is based, in whole or in part, on the report of the background check for “${requirement}”. We considered what you told us after our earlier notice.`,
      },
      { kind: "heading", text: "What we considered" },
      ...paragraph(items),
      { kind: "heading", text: "Who made the report" },
      ...agencyParts(facts),
      { kind: "heading", text: "Your rights" },
      {
        kind: "list",
        items: [
          `You can get a free copy of the report from ${agency.name} if you ask within 60 days of this notice.`,
          `You can dispute with ${agency.name} whatever in the report is wrong or incomplete. If it's corrected, tell us: we can look at our decision again.`,
        ],
      },
      { kind: "heading", text: "How to reach us" },
      { kind: "text", text: facts.contact },
      ...(states.includes("CA")
        ? [
            {
              kind: "text" as const,
              text: "In California, you can ask us to look at this decision again. You also have the right to file a complaint with the California Civil Rights Department, calcivilrights.ca.gov.",
            },
          ]
        : []),
      ...(states.includes("IL")
        ? [
            {
              kind: "text" as const,
              text: "In Illinois, you can ask us to look at this decision again. You also have the right to file a charge with the Illinois Department of Human Rights, dhr.illinois.gov.",
            },
          ]
        : []),
      ...(states.includes("NY")
        ? [
            {
              kind: "text" as const,
              text: "In New York, if you ask us, we tell you the reasons for this decision in writing within 30 days.",
            },
          ]
        : []),
    ],
  };
}
