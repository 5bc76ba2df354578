import { requirementTypeLabels, typeOfKind } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { filesNamed, priceTooLowText } from "@touchline/rules";
import { and, eq, sql } from "drizzle-orm";
import { newId } from "../../../database/ids.ts";
import type { SharedDb } from "../../../database/tenancy.ts";
import { conflict, invalid, notFound } from "../../../errors.ts";
import { platformContent, platformContentVersion } from "../../../schema/platform.ts";

type Item = { name: string; description: string; settings: ContentSettings };
type Publisher = { now: Date; publishedBy: string | null };

/**
 * Puts an item into the platform's library.
 *
 * @param platformContentId its id, where it has one of its own already.
 * @throws 400 when its settings name a file.
 */
export async function addItem(
  db: SharedDb,
  { now, publishedBy }: Publisher,
  item: Item,
  platformContentId = newId(),
): Promise<{ platformContentId: string; version: number }> {
  const settings = publishable(item.settings);
  const type = typeOfKind[settings.kind];
  await db.insert(platformContent).values({ platformContentId, type, version: 1, createdAt: now });
  const { name, description } = item;
  await db.insert(platformContentVersion).values({
    ...{ platformContentId, version: 1, name, description, settings },
    ...{ summary: "The first version.", publishedAt: now, publishedBy },
  });
  return { platformContentId, version: 1 };
}

/**
 * Publishes the next version of an item. Copies are offered it; none changes by itself.
 *
 * @throws NotFound; Conflict when another one was published meanwhile, or it is of another type; 400 for a file.
 */
export async function publishItem(
  db: SharedDb,
  { now, publishedBy }: Publisher,
  platformContentId: string,
  { version, summary, name, description, ...rest }: Item & { version: number; summary: string },
): Promise<{ platformContentId: string; version: number }> {
  const settings = publishable(rest.settings);
  const [item] = await db
    .select()
    .from(platformContent)
    .where(eq(platformContent.platformContentId, platformContentId));
  if (!item) throw notFound("template");
  if (typeOfKind[settings.kind] !== item.type) {
    throw conflict(
      `This template is a ${requirementTypeLabels[item.type]}. Send the settings of that type.`,
      "otherKind",
    );
  }
  const [moved] = await db
    .update(platformContent)
    .set({ version })
    .where(and(eq(platformContent.platformContentId, platformContentId), eq(platformContent.version, version - 1)))
    .returning();
  if (!moved) {
    throw conflict("Someone else published another version. Review it, then publish yours.", "newerVersion");
  }
  await db.insert(platformContentVersion).values({
    ...{ platformContentId, version, name, description, settings, summary },
    ...{ publishedAt: now, publishedBy },
  });
  return { platformContentId, version };
}

/** Offers an item no more, or again. Copies stay as they are. @throws NotFound */
export async function retireItem(db: SharedDb, now: Date, platformContentId: string, retired: boolean): Promise<void> {
  const rows = await db
    .update(platformContent)
    .set({ retiredAt: retired ? sql`coalesce(${platformContent.retiredAt}, ${now.toISOString()}::timestamptz)` : null })
    .where(eq(platformContent.platformContentId, platformContentId))
    .returning();
  if (rows.length === 0) throw notFound("template");
}

/**
 * Returns settings as they are published: files belong to one organization, and by when to do it again is for each to say.
 *
 * @throws 400 for a file, and for a price that no card can be charged.
 */
function publishable(settings: ContentSettings): ContentSettings {
  const priceFault = "price" in settings ? priceTooLowText(settings.price, settings.currency) : undefined;
  if (priceFault !== undefined) throw invalid("settings.price", priceFault);
  const [file] = filesNamed(settings);
  if (file) throw invalid(`settings.${file.field}`, "Templates can't have uploaded files. Enter a web address.");
  // Accounts at providers are an organization's own: each chooses one of its accounts once it has copied the template.
  if (settings.kind === "background-check") {
    const none = { clientId: null, productId: null, internationalProductId: null };
    return { ...settings, ...none, redoBy: null, internationalProduct: "" };
  }
  return { ...settings, redoBy: null };
}
