import type { ContentSettings, SettingsOf, Validity } from "@touchline/contract/library/content-settings";
import { addToDay, usualSettings } from "@touchline/rules";
import { ussfLicenses } from "@touchline/rules/library/ussf-licenses";
import type { PlannedAssignment, PlannedContent } from "./plan.ts";
import { conductText, filmCaptions, parentsText, photoText, travelForm } from "./texts.ts";

type About = { key: string; name: string; description: string; instructions: string };
type Asks = {
  validity: Validity;
  reviewRequired?: boolean;
  asksCompletionDate?: boolean;
  linkUrl?: string;
  acceptedExtensions?: SettingsOf<"document">["acceptedExtensions"];
};

/** Until the end of the month in which the season ends, which is never near: two thirds of a year from today. */
function wholeSeason(today: string): Validity {
  const [year, month] = addToDay(today, { days: 240 }).split("-").map(Number) as [number, number];
  // Day 0 of the next month is the last of this one; in February always the 28th, which every year has.
  const day = Math.min(new Date(Date.UTC(year, month, 0)).getUTCDate(), month === 2 ? 28 : 31);
  return { type: "Annual", month, day, earlyDays: 45 };
}

const years = (amount: number): Validity => ({ type: "Duration", amount, unit: "years" });

type Assigned = Omit<PlannedAssignment, "levelId" | "includeBelow" | "payer"> & Partial<PlannedAssignment>;

/** A document at a level, with whom it is assigned to. What is left out: reviewed, with a day of completion. */
function aDocument(levelId: string, about: About, asks: Asks, assignments: Assigned[]): PlannedContent {
  const settings: ContentSettings = {
    ...usualSettings.document,
    linkUrl: asks.linkUrl ?? null,
    reviewRequired: asks.reviewRequired ?? true,
    asksCompletionDate: asks.asksCompletionDate ?? true,
    acceptedExtensions: asks.acceptedExtensions ?? ["pdf", "png", "jpeg"],
    validity: asks.validity,
  };
  return aContent(levelId, about, settings, assignments);
}

/** A content of any kind. */
function aContent(
  levelId: string,
  { instructions, ...about }: About,
  settings: ContentSettings,
  assignments: Assigned[],
): PlannedContent {
  return {
    ...about,
    levelId,
    settings: { ...settings, instructions },
    assignments: assignments.map((one) => ({ levelId, includeBelow: true, payer: "Organization", ...one })),
  };
}

const concussion: About = {
  key: "concussion",
  name: "Concussion training certificate",
  description: "The signs of a concussion and what to do. For every coach.",
  instructions:
    "Take the free course (about 30 minutes). Save the certificate at the end and upload it here. Your name and the date must be readable.",
};
const abuse: About = {
  key: "abuse",
  name: "Abuse awareness certificate",
  description: "How to recognize, prevent and report abuse. Required for everyone in regular contact with minors.",
  instructions: "Upload the certificate of your abuse awareness training. It's valid for two years.",
};
const conduct: About = {
  key: "conduct",
  name: "Code of conduct",
  description: "How we treat each other, on and off the field. Signed every season.",
  instructions: "Read the code of conduct and sign it here with your name.",
};

const screeningNotice =
  "A provider searches court and registry records for your name and date of birth. Only a few people see the result, and no one on your team does.";

const coaches: PlannedAssignment["labels"] = ["headCoach", "assistantCoach"];
const staff: PlannedAssignment["labels"] = [...coaches, "teamManager", "volunteer", "clubDirector", "accountManager"];

/**
 * What the state association and its clubs ask for, at every kind of level. What is due already has nearly everybody done.
 *
 * @param today `YYYY-MM-DD`.
 */
export function stateContents(
  today: string,
  stateId: string,
  regionIds: readonly string[],
  clubs: readonly { levelId: string; teamIds: readonly string[] }[],
): PlannedContent[] {
  const [first, second] = clubs;
  const contents = [
    aDocument(stateId, concussion, { validity: years(1), linkUrl: "https://www.cdc.gov/heads-up/" }, [
      { labels: coaches, mandatory: true, dueInDays: 12 },
      { labels: ["teamManager"], mandatory: false, dueInDays: null },
    ]),
    aContent(stateId, abuse, { ...usualSettings["abuse-prevention-training"], validity: years(2) }, [
      { labels: [...staff, "administrator"], mandatory: true, dueInDays: 5 },
      { labels: ["referee"], mandatory: true, dueInDays: 60 },
    ]),
    aContent(stateId, conduct, { ...usualSettings.waiver, text: conductText, validity: wholeSeason(today) }, [
      { labels: staff, mandatory: true, dueInDays: 45 },
    ]),
    aContent(
      stateId,
      {
        key: "age",
        name: "Proof of age",
        description: "Proof that a player is the right age for their age group.",
        instructions:
          "Upload a photo or scan of the birth certificate or passport. Cover everything except the name and date of birth.",
      },
      usualSettings["age-verification"],
      [{ labels: ["player"], mandatory: true, dueInDays: 26 }],
    ),
    aContent(
      stateId,
      {
        key: "photo",
        name: "Photo permission",
        description: "Whether photos of the player can be published by the club.",
        instructions: "A guardian signs for players under 18.",
      },
      { ...usualSettings.waiver, text: photoText, consent: "I allow it.", validity: { type: "None" } },
      [{ labels: ["player"], mandatory: false, dueInDays: null }],
    ),
    aContent(
      stateId,
      {
        key: "parents",
        name: "Parent and guardian code of conduct",
        description: "How to support players from the sideline.",
        instructions: "Read it together and sign it here, once for all your children.",
      },
      { ...usualSettings.waiver, text: parentsText, validity: wholeSeason(today) },
      [{ labels: ["parent"], mandatory: true, dueInDays: 33 }],
    ),
    aContent(
      stateId,
      {
        key: "screening",
        name: "Background check",
        description: "Required every two years for everyone who coaches or drives players.",
        instructions:
          "The association pays for it. If you had a background check elsewhere in the last two years, upload that report.",
      },
      { ...usualSettings["background-check"], reportMostDays: 730, notice: screeningNotice },
      [{ labels: [...coaches, "teamManager"], mandatory: true, dueInDays: 50 }],
    ),
    aContent(
      stateId,
      {
        key: "license",
        name: "Coaching license",
        description: "Any license of the coaching pathway. Recommended for head coaches.",
        instructions: "Enter your U.S. Soccer ID. We use it to look up your licenses.",
      },
      {
        ...usualSettings["us-soccer"],
        licenses: ussfLicenses.filter((one) => one.type === "coach_pathway").map((one) => one.key),
      },
      [{ labels: ["headCoach"], mandatory: false, dueInDays: null }],
    ),
    ...regionIds.slice(0, 1).map((regionId) =>
      aContent(
        regionId,
        {
          key: "identity",
          name: "Referee identity check",
          description: "Confirms who you are before you're assigned to games.",
          instructions: "Upload a photo of your passport or ID card.",
        },
        { ...usualSettings["identity-verification"], documents: [1, 2] },
        regionIds.map((levelId) => ({ levelId, labels: ["referee" as const], mandatory: false, dueInDays: null })),
      ),
    ),
    ...regionIds.slice(0, 1).map((regionId) =>
      aDocument(
        regionId,
        {
          key: "badge",
          name: "Referee badge",
          description: "This season's badge, with your grade.",
          instructions: "Upload a photo of the badge and enter the last day it's valid.",
        },
        { validity: { type: "PerRequirement" }, asksCompletionDate: false, acceptedExtensions: ["png", "jpeg", "pdf"] },
        regionIds.map((levelId) => ({
          levelId,
          labels: ["referee" as const],
          mandatory: true,
          dueInDays: -20,
          payer: "Individual" as const,
        })),
      ),
    ),
  ];
  if (!first || !second) return contents;
  return [
    ...contents,
    aDocument(
      first.levelId,
      {
        key: "driving",
        name: "Driver's license and insurance",
        description: "For everyone who drives players to away games.",
        instructions: "Upload two files: your license, and the page of your policy that shows the coverage.",
      },
      { validity: years(1), asksCompletionDate: false },
      [{ labels: ["headCoach", "teamManager"], mandatory: true, dueInDays: -3 }],
    ),
    aDocument(
      first.levelId,
      {
        key: "firstaid",
        name: "First aid card",
        description: "So that someone at every game can give first aid. Recommended.",
        instructions: "Upload a photo of both sides of the card.",
      },
      { validity: years(2) },
      [
        { labels: [...coaches, "volunteer"], mandatory: false, dueInDays: null },
        { levelId: second.levelId, labels: coaches, mandatory: true, dueInDays: 30 },
      ],
    ),
    aContent(
      second.levelId,
      {
        key: "search",
        name: "Sex offender search",
        description: "Every season, we search the public registries for the club's volunteers.",
        instructions: "Enter your date of birth. That's all you have to do.",
      },
      usualSettings["sex-offender-search"],
      [{ labels: ["volunteer"], mandatory: true, dueInDays: 40 }],
    ),
    aContent(
      second.levelId,
      {
        key: "fingerprints",
        name: "Live scan",
        description: "The club's directors and team managers have their fingerprints taken once.",
        instructions:
          "Take the request form to your appointment, have your fingerprints taken, and upload the receipt.",
      },
      {
        ...usualSettings["live-scan"],
        applicantType: "Youth organization volunteer",
        jobTitle: "Volunteer",
        levelOfService: ["DOJ", "FBI"],
      },
      [{ labels: ["clubDirector", "teamManager"], mandatory: true, dueInDays: 55 }],
    ),
    {
      ...aContent(
        first.levelId,
        {
          key: "film",
          name: "Sideline safety video",
          description: "One minute on safety for everyone on the sideline.",
          instructions: "Watch it to the end. You can stop and continue later, even on another device.",
        },
        { ...usualSettings.video, seconds: 60, percent: 90, captions: filmCaptions, validity: years(1) },
        [{ labels: [...coaches, "teamManager", "volunteer"], mandatory: true, dueInDays: 21 }],
      ),
      plays: "film" as const,
    },
    {
      ...aContent(
        first.levelId,
        {
          key: "course",
          name: "Safe travel course",
          description: "Ten minutes, with one question at the end. For everyone who travels with players.",
          instructions: "Take the course here. It remembers where you stopped.",
        },
        { ...usualSettings["custom-training"], acceptsCertificates: false, validity: years(2) },
        [{ labels: ["headCoach", "teamManager"], mandatory: false, dueInDays: null }],
      ),
      plays: "course" as const,
    },
    ...first.teamIds.slice(0, 1).map((teamId) =>
      aContent(
        first.levelId,
        {
          key: "tournament",
          name: "Tournament travel form",
          description: "For this team's spring tournament.",
          instructions: "Tell us how you'll travel and what we need to know.",
        },
        { ...usualSettings.form, form: travelForm, reviewRequired: false, validity: { type: "None" } },
        [{ levelId: teamId, includeBelow: false, labels: [...coaches, "parent"], mandatory: true, dueInDays: 7 }],
      ),
    ),
  ];
}

/** What the small club asks for. */
export function clubContents(clubId: string): PlannedContent[] {
  return [
    aDocument(clubId, concussion, { validity: years(1) }, [{ labels: coaches, mandatory: true, dueInDays: 10 }]),
    aContent(clubId, conduct, { ...usualSettings.waiver, text: conductText, validity: years(1) }, [
      { labels: [...coaches, "parent", "volunteer"], mandatory: true, dueInDays: 30 },
    ]),
  ];
}
