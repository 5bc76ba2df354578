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
  description: "So that someone at every game can give first aid until help arrives.",
  settings: {
    ...usualSettings.document,
    asksCompletionDate: true,
    instructions: "Upload a photo of both sides of your card. The date must be readable.",
    validity: years(2),
  },
};

/** What those who run the platform offer in the demo. */
const items: readonly Item[] = [
  firstAid,
  {
    name: "Background check",
    description: "Every two years, for everyone in regular contact with children.",
    settings: {
      ...usualSettings["background-check"],
      reportMostDays: 365,
      notice:
        "A provider searches court and registry records for your name and date of birth. Only a few people see the result, and no one on your team does.",
      instructions: "Follow the provider's link, or upload a report that's less than a year old.",
    },
  },
  {
    name: "Yearly abuse prevention training",
    description: "How to recognize, prevent and report abuse. For everyone in regular contact with children.",
    settings: {
      ...usualSettings["abuse-prevention-training"],
      instructions: "Take the training your organization uses and upload the certificate.",
    },
  },
  {
    name: "Concussion training",
    description: "The signs of a concussion and what to do. For every coach.",
    settings: {
      ...usualSettings["custom-training"],
      trainingUrl: "https://www.cdc.gov/heads-up/training/",
      instructions: "Take the free course (about 30 minutes). Save the certificate at the end and upload it here.",
    },
  },
  {
    name: "Code of conduct",
    description: "How we treat each other, on and off the field. Signed every season.",
    settings: {
      ...usualSettings.waiver,
      text: conductText,
      instructions: "Read it and sign it with your full name.",
      validity: { type: "Annual", month: 7, day: 31, earlyDays: 45 },
    },
  },
  {
    name: "Sex offender search",
    description: "A search of the public sex offender registries before the season.",
    settings: { ...usualSettings["sex-offender-search"], instructions: "There's nothing you have to do." },
  },
  {
    name: "Proof of age",
    description: "Proof that a player is the right age for their age group.",
    settings: {
      ...usualSettings["age-verification"],
      instructions:
        "Upload a photo of the birth certificate or passport. Cover everything except the name and date of birth.",
    },
  },
  {
    name: "Live Scan fingerprints",
    description: "Taken once, where the state requires it.",
    settings: {
      ...usualSettings["live-scan"],
      applicantType: "Youth organization volunteer",
      levelOfService: ["DOJ", "FBI"],
      instructions: "Print the request form, have your fingerprints taken, and upload the receipt.",
    },
  },
  {
    name: "Referee license",
    description: "A current U.S. Soccer license, for every referee.",
    settings: {
      ...usualSettings["us-soccer"],
      licenses: ussfLicenses.filter((one) => one.type === "referee_pathway").map((one) => one.key),
      instructions: "Enter your U.S. Soccer ID.",
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
        "Upload a photo of both sides of your card. Your name and the date must be readable. Online-only courses aren't accepted.",
    };
    const summary = "Online-only courses are no longer accepted.";
    await publishItem(db, { now: call.now, publishedBy: null }, platformContentId, {
      ...{ ...firstAid, settings, version: 2, summary },
    });
  });
}
