import { RequirementStatus, RequirementType } from "@touchline/contract";
import { usualSettings } from "@touchline/rules/library/content";
import { expect, test } from "vitest";
import { groupOwed, mergeMemberships } from "./owed.ts";
import { listed, membershipWith, opened } from "./samples.ts";
import {
  againText,
  effortText,
  headline,
  minutesText,
  othersTurn,
  payerText,
  sparedTexts,
  standsHere,
  standsText,
  switchText,
  validityText,
} from "./words.ts";

const zone = "America/Denver";
/** The end of 3 May in Denver. */
const endOfMay3 = "2026-05-04T06:00:00Z";

test.each([
  [{ dueAt: endOfMay3 }, /^Due by .*3/],
  [{ dueAt: endOfMay3, mandatory: false }, /^Optional\. Due by .*3/],
  [{ mandatory: false }, /^Optional\.$/],
  [{}, /^No due date\.$/],
  [{ status: RequirementStatus.Overdue, dueAt: endOfMay3 }, /^Was due by .*3/],
  [{ status: RequirementStatus.Expired, expiresAt: endOfMay3 }, /^Expired on .*3/],
  [{ status: RequirementStatus.ExpiringSoon, expiresAt: endOfMay3 }, /^Valid through .*3.*Renew it before then\.$/],
  [
    { status: RequirementStatus.ExpiringSoon, expiresAt: endOfMay3, renewal: true },
    /^Valid through .*3.*Your renewal is in review\.$/,
  ],
  [
    { status: RequirementStatus.ExpiringSoon, expiresAt: endOfMay3, endsAtEighteen: true },
    /^Valid through .*3.*ends at age 18, so there's nothing to renew before then\.$/,
  ],
  [
    {
      status: RequirementStatus.ExpiringSoon,
      expiresAt: endOfMay3,
      shorterRenewal: { attemptId: "a1", completedAt: "2026-04-20T18:00:00Z", expiresAt: "2026-04-29T06:00:00Z" },
    },
    /^Valid through .*3.* The renewal completed on .*20.* is only valid through .*28.*so the later date is kept\.$/,
  ],
  [{ status: RequirementStatus.Completed, completedAt: "2026-05-01T18:00:00Z" }, /^Completed on .*1.*\.$/],
  [{ status: RequirementStatus.PendingReview }, /^In review since .*1.*\. You'll be notified of the decision\.$/],
] as const)("%j is told by the last day that counts", (change, text) => {
  expect(standsText(listed(change), zone)).toMatch(text);
});

const groups = (...changes: Parameters<typeof listed>[0][]) =>
  groupOwed(
    mergeMemberships([
      membershipWith(
        "u9",
        changes.map((change, i) => listed({ requirementId: `r${i}`, ...change })),
      ),
    ]),
  );

const said = (...asked: Parameters<typeof headline>) => {
  const { title, details } = headline(...asked);
  return [title, ...details];
};
const optional = { mandatory: false };
const sentBack = { changesRequested: true };
const inReview = { status: RequirementStatus.PendingReview, actions: [] };

test("the headline says how many things are left, how long they take, and how many are optional; for a child by name", () => {
  expect(said("Incomplete", groups({}), null)).toEqual(["Your turn: 1 thing, about 5 minutes"]);
  expect(said("Incomplete", groups({}, { minutes: 6 }, optional), null)).toEqual([
    "Your turn: 2 things, about 11 minutes",
    "1 optional item left.",
  ]);
  const license = { type: RequirementType.USSoccer, actions: ["setUSSoccerId" as const, "viewLicences" as const] };
  expect(said("Incomplete", groups({ ...license, status: RequirementStatus.Expired }), null)[0]).toMatch(/1 thing/);
  expect(said("Incomplete", groups({}, {}), "Mia")).toEqual(["Your turn for Mia: 2 things, about 10 minutes"]);
});

test("only known durations are added up: not those of unknown length, and not those already started", () => {
  expect(said("Incomplete", groups({}, { minutes: null }, { minutes: 3 }), null)).toEqual([
    "Your turn: 3 things",
    "2 of them take about 8 minutes.",
  ]);
  expect(said("Incomplete", groups({ draft: true }, {}), null)[1]).toBe("1 of them takes about 5 minutes.");
  expect(said("Incomplete", groups({ minutes: null }), null)).toEqual(["Your turn: 1 thing"]);
});

test("the headline points to the note when something was sent back", () => {
  expect(said("Incomplete", groups(sentBack, optional), null)).toEqual([
    "Sent back: see the note",
    "1 optional item left.",
  ]);
  expect(said("Incomplete", groups(sentBack, sentBack), "Mia")).toEqual(["2 things sent back for Mia: see the notes"]);
  expect(said("Incomplete", groups(sentBack, {}), null)).toEqual([
    "Your turn: 2 things, about 10 minutes",
    "1 was sent back: see the note.",
  ]);
});

test("the headline says that there is nothing to do while others act, and how many items are optional", () => {
  expect(said("Incomplete", groups(inReview), null)).toEqual(["In review: nothing for you to do"]);
  expect(said("Incomplete", groups(inReview, { ...inReview, ...optional }, optional), null)).toEqual([
    "In review: nothing for you to do",
    "1 optional item left.",
  ]);
  const atProvider = { status: RequirementStatus.WaitingOnProvider, actions: [] };
  expect(said("Incomplete", groups(inReview, atProvider), null)).toEqual(["Waiting on others: nothing for you to do"]);
});

test("the headline says cleared, with what expires soon and what is optional, or that nothing else is required", () => {
  const soon = { status: RequirementStatus.ExpiringSoon };
  expect(said("Cleared", groups(), null)).toEqual(["You're cleared", "Nothing else is required."]);
  expect(said("Cleared", groups(soon), "Mia")).toEqual([
    "Mia is cleared",
    "1 requirement expires soon. Renew it in time.",
  ]);
  expect(said("Optional", groups(soon, soon, optional), null)).toEqual([
    "You're cleared",
    "2 requirements expire soon. Renew them in time.",
    "1 optional item left.",
  ]);
});

test("an unconfirmed address doesn't hide what can be done already; for a child it is named as the reason", () => {
  expect(said("NotConfirmed", groups({}), null)[0]).toMatch(/^Your turn/);
  expect(said("NotConfirmed", groups(), null)[0]).toBe("Nothing else to do now");
  expect(said("NotConfirmed", groups({}), "Mia")[0]).toBe("Email address not confirmed yet");
});

test("beside a name stands what needs the reader, else where the person stands", () => {
  expect(switchText("Incomplete", groups({}, {}, { mandatory: false }))).toBe("2 to do");
  expect(switchText("Incomplete", groups({ mandatory: false }))).toBe("Waiting on others");
  expect(switchText("Optional", groups({ mandatory: false }))).toBe("1 optional");
  expect(switchText("Optional", groups({ status: RequirementStatus.PendingReview, actions: [] }))).toBe("Optional");
  expect(switchText("Cleared", groups())).toBe("Cleared");
  // Not read yet.
  expect(switchText("Incomplete", undefined)).toBe("Incomplete");
});

test("the duration is shown in minutes with what it needs, or in words if it isn't known", () => {
  const document = RequirementType.Document;
  expect(effortText({ type: document, minutes: 5 })).toBe("Takes about 5 minutes. Have the document ready.");
  expect(effortText({ type: RequirementType.Video, minutes: 14 })).toBe("Takes about 14 minutes.");
  expect(effortText({ type: RequirementType.Video, minutes: null })).toBe("Takes as long as the video.");
  expect([1, 20, 21, 56, 60, 85].map(minutesText)).toEqual([
    ...["a minute", "about 20 minutes", "about 25 minutes", "about an hour", "about an hour", "about 1.5 hours"],
  ]);
});

test("who waits for a review hears how long they usually take here, and when theirs takes longer", () => {
  const waits = { status: RequirementStatus.PendingReview, statusSince: "2026-05-01T12:00:00Z" };
  const at = (day: string, reviewDays: number | null) =>
    standsText(listed({ ...waits, reviewDays }), zone, Date.parse(`2026-05-${day}T12:00:00Z`));
  expect(at("03", 2)).toMatch(/^In review since .*\. Reviews here usually take up to 2 days\.$/);
  expect(at("04", 2)).toMatch(
    /up to 2 days\. This one is taking longer\. If it's urgent, contact your organization\.$/,
  );
  expect(at("02", 1)).toContain("usually take less than a day.");
  expect(at("02", 15)).toContain("usually take up to 3 weeks.");
  expect(at("20", null)).toMatch(/You'll be notified of the decision\.$/);
});

test("no one is told that a registry search found a person with their name", () => {
  const { PendingReview, ExpiringSoon } = RequirementStatus;
  const search = listed({ type: RequirementType.SexOffenderSearch, status: PendingReview, reviewDays: 2 });
  for (const text of [standsText(search, zone), standsHere(search, zone)]) {
    expect(text).toBe("Your search is being processed. You'll be notified of the result.");
  }
  const renewed = standsText({ ...search, status: ExpiringSoon, expiresAt: endOfMay3, renewal: true }, zone);
  expect(renewed).toContain("Your search is being processed.");
  expect(renewed).not.toMatch(/review/i);
});

test.each([
  [{ type: "None" }, "Never expires."],
  [{ type: "Duration", amount: 1, unit: "years" }, "Valid for 1 year after completion."],
  [{ type: "Duration", amount: 18, unit: "months" }, "Valid for 18 months after completion."],
  [{ type: "PerRequirement" }, "Valid through the date shown on the document."],
  [{ type: "Annual", month: 7, day: 31, earlyDays: 0 }, "Valid through the next July 31."],
  [{ type: "Annual", month: 2, day: 29, earlyDays: 0 }, "Valid through the next February 29."],
  // Saved before the days of a month were looked at: it ends as the rules end it.
  [{ type: "Annual", month: 4, day: 31, earlyDays: 0 }, "Valid through the next April 30."],
] as const)("a validity of %j is told in words", (validity, text) => {
  expect(validityText(validity)).toBe(text);
});

test("an expired requirement is to be repeated by people who may; others are told nothing", () => {
  const expired = { status: RequirementStatus.Expired };
  expect(againText(listed({ ...expired, actions: ["upload"] }))).toBe("Submit it again.");
  expect(againText(listed({ ...expired, actions: ["view"] }))).toBeNull();
  expect(againText(listed({ actions: ["upload"] }))).toBeNull();
  const license = { type: RequirementType.USSoccer, actions: ["setUSSoccerId", "viewLicences"] } as const;
  expect(againText(listed({ ...expired, ...license, actions: [...license.actions] }))).toMatch(/^Renew your license/);
});

test("if the reader has nothing left to do, the others who have are named", () => {
  const search = { type: RequirementType.SexOffenderSearch };
  expect(othersTurn(listed({ ...search, actions: ["setBirthDate"] }))).toBeNull();
  expect(othersTurn(listed({ ...search, actions: [] }))).toMatch(/organization does the rest/);
  const license = { type: RequirementType.USSoccer };
  expect(othersTurn(listed({ ...license, actions: ["setUSSoccerId"] }))).toBeNull();
  expect(othersTurn(listed({ ...license, actions: ["setUSSoccerId", "viewLicences"] }))).toMatch(/organization/);
  expect(othersTurn(listed({ type: RequirementType.Waiver, actions: [] }))).toBe("A guardian signs this.");
  for (const status of [RequirementStatus.Completed, RequirementStatus.PendingReview, RequirementStatus.Rejected]) {
    expect(othersTurn(listed({ status, actions: [] }))).toBeNull();
  }
});

test("the payer is named if there is a price", () => {
  const fee = { amount: 2550, fullPrice: 2550, currency: "USD" } as const;
  expect(payerText(opened(), null)).toBeNull();
  const settings = { ...usualSettings["background-check"], price: 2550 };
  expect(payerText({ payer: "Organization", settings }, null)).toBe("Your organization pays for it.");
  expect(payerText({ payer: "Individual", settings }, fee)).toBe("It costs $25.50.");
  expect(payerText({ payer: "Individual", settings: { ...settings, price: 0 } }, null)).toBeNull();
});

test("a price is shown if it has to be paid, and not if it is paid or waived", () => {
  const settings = { ...usualSettings["background-check"], price: 2550 };
  const discounted = { amount: 2000, fullPrice: 2550, currency: "CAD" } as const;
  expect(payerText({ payer: "Individual", settings }, discounted)).toBe("It costs CA$20.00 instead of CA$25.50.");
  expect(payerText({ payer: "Individual", settings }, null)).toBeNull();
});

test("what somebody is exempt from is said once, with the membership where it is not so on all", () => {
  const exemptions = [{ contentId: "a", name: "CPR", untilDay: "2027-01-31" }];
  const optionalUntil = [{ contentId: "b", name: "Coach agreement", untilDay: "2027-02-01" }];
  const coach = { labelName: "Head Coach", levelName: "U12", exemptions, optionalUntil };
  const helper = { labelName: "Volunteer", levelName: "U9", exemptions, optionalUntil: [] };
  expect(sparedTexts([coach, helper], null)).toEqual([
    expect.stringMatching(/^You're exempt from CPR through .*31.*[^)]\.$/),
    expect.stringMatching(
      /^Coach agreement is optional for you through .*1.* because you were cleared when it was introduced \(Head Coach at U12\)\.$/,
    ),
  ]);
  expect(sparedTexts([{ ...helper, exemptions: [{ contentId: "a", name: "CPR", untilDay: null }] }], "Sam")).toEqual([
    "Sam is exempt from CPR.",
  ]);
  expect(sparedTexts([{ ...helper, exemptions: [] }], null)).toEqual([]);
});
