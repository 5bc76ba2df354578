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
  description: "Every coach must know the signs of a concussion and what to do.",
  instructions:
    "Take the free course (about 30 minutes). Save the certificate at the end and upload it here. Your name and the date must be readable.",
};
const abuse: About = {
  key: "abuse",
  name: "Abuse awareness certificate",
  description: "Recognize, prevent, and report abuse. Required for everyone in regular contact with minors.",
  instructions: "Take the training, or upload the certificate if you took it elsewhere.",
};
const conduct: About = {
  key: "conduct",
  name: "Code of conduct",
  description: "Respect on and off the field. Signed every season.",
  instructions: "Read the code of conduct and sign it with your full name.",
};

const screeningNotice =
  "A provider searches court and registry records for your name and date of birth. Only a few people see the result, and never your team.";

const coaches: PlannedAssignment["labels"] = ["headCoach", "assistantCoach"];
const staff: PlannedAssignment["labels"] = [...coaches, "teamManager", "volunteer", "clubDirector", "accountManager"];

/**
 * Returns what the state association and its clubs require at every kind of level. Almost everyone has completed what is due
 * already.
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
    aContent(
      stateId,
      abuse,
      { ...usualSettings["abuse-prevention-training"], takenAtProvider: true, validity: years(1) },
      [
        { labels: [...staff, "administrator"], mandatory: true, dueInDays: 5 },
        { labels: ["referee"], mandatory: true, dueInDays: 60 },
      ],
    ),
    aContent(stateId, conduct, { ...usualSettings.waiver, text: conductText, validity: wholeSeason(today) }, [
      { labels: staff, mandatory: true, dueInDays: 45 },
    ]),
    aContent(
      stateId,
      {
        key: "age",
        name: "Proof of age",
        description: "Shows that a player is eligible for the age group.",
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
        description: "Allows the club to publish photos of the player.",
        instructions: "A guardian signs for a child. Players who are 18 or older sign it themselves.",
      },
      { ...usualSettings.waiver, text: photoText, consent: "I allow it.", validity: { type: "None" } },
      [{ labels: ["player"], mandatory: false, dueInDays: null }],
    ),
    aContent(
      stateId,
      {
        key: "parents",
        name: "Parent and guardian code of conduct",
        description: "How parents behave at matches and training.",
        instructions: "Read it and sign it once for all your children.",
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
          "The association orders and pays for it. If you had a background check elsewhere in the last two years, upload that report.",
      },
      { ...usualSettings["background-check"], reportMostDays: 730, notice: screeningNotice },
      [{ labels: [...coaches, "teamManager"], mandatory: true, dueInDays: 50 }],
    ),
    aContent(
      stateId,
      {
        key: "license",
        name: "Coaching license",
        description: "Recommended for every head coach. Any license of the coaching pathway counts.",
        instructions: "Enter your U.S. Soccer ID so we can look up your licenses.",
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
          name: "Referee identity",
          description: "Confirms to assignors that referees are who they say they are.",
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
          description: "This season's badge with your grade.",
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
        instructions: "Upload two files: your license and the page of your policy that shows the coverage.",
      },
      { validity: years(1), asksCompletionDate: false },
      [{ labels: ["headCoach", "teamManager"], mandatory: true, dueInDays: -3 }],
    ),
    aDocument(
      first.levelId,
      {
        key: "firstaid",
        name: "First aid card",
        description: "Recommended, so that someone at every field can help.",
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
        description: "The club searches the public registries for its volunteers every season.",
        instructions: "You only need to enter your date of birth.",
      },
      usualSettings["sex-offender-search"],
      [{ labels: ["volunteer"], mandatory: true, dueInDays: 40 }],
    ),
    aContent(
      second.levelId,
      {
        key: "fingerprints",
        name: "Live Scan",
        description: "Directors, managers, and assistant coaches of the club are fingerprinted once.",
        instructions: "Print the request form, get fingerprinted, and submit the ATI number.",
      },
      {
        ...usualSettings["live-scan"],
        ...{ ori: "A1234", applicantType: "Youth organization volunteer", jobTitle: "Volunteer" },
        ...{ agency: "Harbor City Soccer Club", agencyStreet: "410 Harbor Way", agencyCity: "Oakland, CA 94607" },
        ...{ mailCode: "01234", contact: "Registrar", contactPhone: "510-555-0142" },
        levelOfService: ["DOJ", "FBI"],
      },
      [{ labels: ["clubDirector", "teamManager", "assistantCoach"], mandatory: true, dueInDays: 55 }],
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
          description: "For everyone who travels with players. Takes ten minutes, with one question at the end.",
          instructions: "Take the course here. It remembers where you left off.",
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
          instructions: "Tell us how you're traveling and what we need to know.",
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
