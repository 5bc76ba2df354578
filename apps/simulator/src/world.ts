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
] as const;
export type VendorName = (typeof vendorNames)[number];

export const isVendorName = (text: unknown): text is VendorName => vendorNames.some((name) => name === text);

/** Everything that vendors share, and what they are reached by. */
export type World = {
  /** What is remembered over a restart. */
  state: KeptState;
  clock: SimulatedClock;
  identifiers: Identifiers;
  orders: OrderBook;
  faults: FaultQueue;
  deliveries: DeliveryQueue;
  /** The simulator's own address, known once it listens. */
  origin: () => string;
  /** Where vendors that have no call for it send their webhooks: what a customer would enter in the vendor's dashboard. */
  webhookUrls: Map<VendorName, string>;
  /** The sites of partners that registrations come from. */
  sites: Readonly<Record<"leagueapps" | "sportsengine", PartnerSite>>;
  /** Licenses of people at U.S. Soccer that were set by hand, by their id. */
  licenses: Map<string, { setAt: Date; held: readonly LicenseHolding[] }>;
};

/** A license of somebody, by days before (negative) or after today, or the day on which it was set. */
export type LicenseHolding = { key: string; issued: number; expires: number | null };

/** One vendor's wire protocol. */
export type Vendor = {
  name: VendorName;
  /** How a person calls it. */
  title: string;
  /** The body of an error in the vendor's own shape. */
  error: (status: number, message: string) => unknown;
  /** Adds the vendor's routes to a server whose paths begin with the vendor's name. */
  mount: (app: FastifyInstance, world: World, errors: OwnErrors) => void;
};

/** What a vendor does about errors of its own; it sets this as it is mounted, where it has any. */
export type OwnErrors = {
  /** @returns null for an error that is none of the vendor's. */
  answer?: (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;
};
