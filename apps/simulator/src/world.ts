import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SimulatedClock } from "./clock.ts";
import type { DeliveryQueue } from "./deliveries.ts";
import type { FaultQueue } from "./faults.ts";
import type { Identifiers } from "./identifiers.ts";
import type { OrderBook } from "./orders.ts";
import type { PartnerSite } from "./partner-sites.ts";
import type { KeptState } from "./state.ts";

export const vendorNames = [
  "yardstik",
  "checkr",
  "sterling",
  "offender-search",
  "us-soccer",
  "training",
  "stripe",
  "leagueapps",
  "sportsengine",
  "intercom",
  "sentry",
  "sso",
  "amazon-vision",
] as const;
export type VendorName = (typeof vendorNames)[number];

export const isVendorName = (text: unknown): text is VendorName => vendorNames.some((name) => name === text);

/** The shared state of all vendors, and their addresses. */
export type World = {
  /** The state that is kept over a restart. */
  state: KeptState;
  clock: SimulatedClock;
  identifiers: Identifiers;
  orders: OrderBook;
  faults: FaultQueue;
  deliveries: DeliveryQueue;
  /** The simulator's own address, known after it listens. */
  origin: () => string;
  /** The webhook addresses of vendors without a call for it: what a customer would enter in the vendor's dashboard. */
  webhookUrls: Map<VendorName, string>;
  /** The sites of partners that registrations come from. */
  sites: Readonly<Record<"leagueapps" | "sportsengine", PartnerSite>>;
  /** TXT records of domains, by their whole names. */
  textRecords: Map<string, readonly string[]>;
  /** Licenses at U.S. Soccer that were set in the panel, by id. */
  licenses: Map<string, { setAt: Date; held: readonly LicenseHolding[] }>;
  /** What is on the next pictures that Amazon is sent. Not kept over a restart. */
  sights: Sights;
};

/** A face on a picture; what isn't said is as it should be. */
export type FaceSight = {
  /** The share of the picture that it takes. */
  area?: number | undefined;
  roll?: number | undefined;
  yaw?: number | undefined;
  pitch?: number | undefined;
  brightness?: number | undefined;
  sharpness?: number | undefined;
  sunglasses?: boolean | undefined;
  occluded?: boolean | undefined;
};

/** The texts on a document, by Amazon's names of fields; dates are YYYY-MM-DD. */
export type DocumentSight = Readonly<Record<string, string>>;

/** What is on the next pictures, in their order; `similarity` is null where a picture shows no face. */
export type Sights = { faces: FaceSight[][]; documents: DocumentSight[]; similarity: (number | null)[] };

/** A person's license, as days before (negative) or after today, or as the day that was set. */
export type LicenseHolding = { key: string; issued: number; expires: number | null };

/** One vendor's wire protocol. */
export type Vendor = {
  name: VendorName;
  /** The name that people know it by. */
  title: string;
  /** Returns the body of an error in the vendor's format. */
  error: (status: number, message: string) => unknown;
  /** Adds the vendor's routes below the vendor's name. */
  mount: (app: FastifyInstance, world: World, errors: OwnErrors) => void;
};

/** Handles the vendor's own errors, if it has any. Set when the vendor is added. */
export type OwnErrors = {
  /** @returns null for other errors. */
  answer?: (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;
};
