import type { Call } from "@touchline/api/call";
import type { Tenancy } from "@touchline/api/database/tenancy";
import { copyOffered } from "@touchline/api/modules/library/content/actions/from-platform";
import { actingAgain } from "@touchline/api/modules/people/profiles/queries/actor";
import { addItem, publishItem } from "@touchline/api/modules/platform/platform-library/actions";
import { content } from "@touchline/api/schema/library";
import { profile } from "@touchline/api/schema/people";
import { platformContent } from "@touchline/api/schema/platform";
import type { ContentSettings, Validity } from "@touchline/contract/library/content-settings";
import { usualSettings } from "@touchline/rules";
import { ussfLicenses } from "@touchline/rules/library/ussf-licenses";
import { and, eq } from "drizzle-orm";
import { demoLogins } from "./logins.ts";
import { conductText } from "./texts.ts";

type Item = { name: string; description: string; settings: ContentSettings };

const idOf = (number: number) => `019ab000-0000-7000-8000-0000000001${number.toString(16).padStart(2, "0")}`;
const years = (amount: number): Validity => ({ type: "Duration", amount, unit: "years" });

const firstAid: Item = {
  name: "First aid card",
  description: "At least one person beside every field knows what to do until help comes.",
  settings: {
    ...usualSettings.document,
    asksCompletionDate: true,
    instructions: "A photo of your card, both sides. The date must be readable.",
    validity: years(2),
  },
};

/** What those who run the platform offer in the demo. */
const items: readonly Item[] = [
  firstAid,
  {
    name: "Background check",
    description: "A screening every two years of everybody who is regularly with children.",
    settings: {
      ...usualSettings["background-check"],
      reportMostDays: 365,
      notice:
        "A provider looks up court and registry records under your name and date of birth. The result is seen by few people, and never by your team.",
      instructions: "Follow the link of the provider, or upload a report that is no older than a year.",
    },
  },
  {
    name: "Preventing abuse: yearly training",
    description: "To notice, to prevent and to report: for everybody in regular contact with children.",
    settings: {
      ...usualSettings["abuse-prevention-training"],
      instructions: "Take the training that your organization names, and upload the certificate.",
    },
  },
  {
    name: "Concussion: what to look for",
    description: "Everybody who coaches sees the signs, and takes the player off.",
    settings: {
      ...usualSettings["custom-training"],
      trainingUrl: "https://www.cdc.gov/heads-up/training/",
      instructions: "The course is free and takes about half an hour. Upload the certificate from its last page.",
    },
  },
  {
    name: "Code of conduct",
    description: "What we expect of each other on and beside the field, signed every season.",
    settings: {
      ...usualSettings.waiver,
      text: conductText,
      instructions: "Read it, and sign it with your full name.",
      validity: { type: "Annual", month: 7, day: 31, earlyDays: 45 },
    },
  },
  {
    name: "Register search",
    description: "A search of the public sex offender registers before the season.",
    settings: { ...usualSettings["sex-offender-search"], instructions: "You have nothing to do." },
  },
  {
    name: "Proof of age for players",
    description: "Shows that a player may play in the age group.",
    settings: {
      ...usualSettings["age-verification"],
      instructions: "A photo of the birth certificate or the passport. Cover what is neither name nor date of birth.",
    },
  },
  {
    name: "Fingerprints (live scan)",
    description: "Where the state asks for them, once.",
    settings: {
      ...usualSettings["live-scan"],
      applicantType: "Youth organization volunteer",
      levelOfService: ["DOJ", "FBI"],
      instructions: "Print the request, have your fingerprints taken, and upload the receipt.",
    },
  },
  {
    name: "Referee license",
    description: "Whoever referees holds a current license of the federation.",
    settings: {
      ...usualSettings["us-soccer"],
      licenses: ussfLicenses.filter((one) => one.type === "referee_pathway").map((one) => one.key),
      instructions: "Give your U.S. Soccer ID.",
    },
  },
];

/** Puts the demo's items into the platform's library where they are not yet. */
export async function offerItems(tenancy: Tenancy, now: Date): Promise<void> {
  await tenancy.runShared(async (db) => {
    const known = new Set((await db.select().from(platformContent)).map((one) => one.platformContentId));
    for (const [at, item] of items.entries()) {
      if (!known.has(idOf(at + 1))) await addItem(db, { now, publishedBy: null }, item, idOf(at + 1));
    }
  });
}

/** The administrator of the demo who can be logged in as, with what they may do. */
async function administrator(call: Call): Promise<Call> {
  const email = demoLogins.find((one) => one.key === "admin")?.email ?? "";
  const [one] = await call.db
    .select({ profileId: profile.profileId })
    .from(profile)
    .where(and(eq(profile.organizationId, call.organizationId), eq(profile.email, email)));
  const acting = one && (await actingAgain(call, one.profileId));
  if (!acting) throw new Error("The demo has no administrator.");
  return acting;
}

/** An organization has copied one of them, of which there is a newer version by now. */
export async function offerUpdate(tenancy: Tenancy, call: Omit<Call, "actor" | "db">, levelId: string): Promise<void> {
  const platformContentId = idOf(1);
  await tenancy.run(call.organizationId, async (db) => {
    const within: Call = { ...call, db, actor: { kind: "system", name: "demo" } };
    const [copy] = await db
      .select()
      .from(content)
      .where(and(eq(content.organizationId, call.organizationId), eq(content.copiedFrom, platformContentId)));
    if (!copy) await copyOffered(await administrator(within), { platformContentId, levelId });
  });
  await tenancy.runShared(async (db) => {
    const [item] = await db
      .select()
      .from(platformContent)
      .where(eq(platformContent.platformContentId, platformContentId));
    if (item?.version !== 1) return;
    const settings = {
      ...firstAid.settings,
      instructions:
        "A photo of your card, both sides. Name and date must be readable; a course on the web is not enough.",
    };
    const summary = "Says that a course on the web is not enough.";
    await publishItem(db, { now: call.now, publishedBy: null }, platformContentId, {
      ...{ ...firstAid, settings, version: 2, summary },
    });
  });
}
