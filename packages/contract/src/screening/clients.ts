import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { BackgroundCheckProvider } from "../library/content-settings.ts";
import { id, instant, numbered, numberedInQuery } from "../values.ts";

/**
 * The providers of background checks for this installation, and the accounts there with which an organization orders. The
 * specification calls the first agencies and the second clients (document 2, section 7.3).
 */

/** How Touchline works with a provider: orders by its API, result files that are imported, or reports that are uploaded. */
export const agencyKinds = ["orders", "files", "manual"] as const;
export type AgencyKind = (typeof agencyKinds)[number];

export const agency = z.object({
  provider: numbered(BackgroundCheckProvider),
  name: z.string(),
  kind: z.enum(agencyKinds),
  /** Whether its results are simulated. */
  simulated: z.boolean(),
  /** Whether an organization can open an account of its own (`yardstik-onboarding-info`). */
  opensAccounts: z.boolean(),
});
export type Agency = z.output<typeof agency>;

export const screeningClient = z.object({
  clientId: id,
  provider: numbered(BackgroundCheckProvider),
  /** The provider's id of the account. */
  accountId: z.string(),
  name: z.string(),
  simulated: z.boolean(),
  /** Whether this installation still has a key of the provider: without it nothing can be ordered. */
  reachable: z.boolean(),
  connectedAt: instant,
  /** The name of the person who connected it. */
  connectedBy: z.string().nullable(),
});
export type ScreeningClient = z.output<typeof screeningClient>;

export const screeningProduct = z.object({
  productId: z.string(),
  name: z.string(),
  /** In cents; null if the provider doesn't state it. */
  price: z.int().nullable(),
});
export type ScreeningProduct = z.output<typeof screeningProduct>;

const accountId = z.string().trim().min(1, "This is required.").max(200, "Use at most 200 characters.");
const base = "/api/app/organization";

export const listAgencies = endpoint({
  method: "GET",
  path: `${base}/background-check-agencies`,
  summary: "Lists the background check providers of this installation.",
  errors: [403],
  response: z.array(agency),
});

export const listScreeningClients = endpoint({
  method: "GET",
  path: `${base}/{id}/background-check-clients`,
  summary: "Lists the accounts at background check providers that the organization is connected to.",
  errors: [403],
  response: z.array(screeningClient),
});

/** An account that a platform operator allows the organization to connect. */
export const availableClient = z.object({
  provider: numbered(BackgroundCheckProvider),
  accountId: z.string(),
  name: z.string(),
  simulated: z.boolean(),
});
export type AvailableClient = z.output<typeof availableClient>;

export const listAvailableClients = endpoint({
  method: "GET",
  path: `${base}/available-background-check-clients/{id}`,
  summary: "Lists the accounts that a platform operator lets the organization connect, and that it hasn't yet.",
  errors: [403],
  response: z.array(availableClient),
});

export const listProducts = endpoint({
  method: "GET",
  path: `${base}/{id}/background-check-products/{clientId}`,
  summary: "Lists what can be ordered at a connected account.",
  errors: [403, 502],
  response: z.array(screeningProduct),
});

export const previewProducts = endpoint({
  method: "GET",
  path: `${base}/preview-background-check-products/{provider}/{accountId}`,
  summary: "Lists what could be ordered at an account that isn't connected yet.",
  errors: [403, 502],
  params: { provider: numberedInQuery(BackgroundCheckProvider), accountId },
  response: z.array(screeningProduct),
});

export const addScreeningClient = endpoint({
  method: "POST",
  path: `${base}/{id}/background-check-client`,
  summary: "Connects the organization to an account that it is allowed to use.",
  errors: [403, 409, 502],
  body: z.strictObject({ provider: numbered(BackgroundCheckProvider), accountId }),
  response: screeningClient,
});

export const removeScreeningClient = endpoint({
  method: "DELETE",
  path: `${base}/{id}/background-check-client/{clientId}`,
  summary:
    "Disconnects the organization from an account. Refused while checks that were ordered with it are under way.",
  errors: [403, 409],
  response: noContent,
});

/** An account as platform operators see it. */
export const providerAccount = z.object({
  provider: numbered(BackgroundCheckProvider),
  accountId: z.string(),
  name: z.string(),
  status: z.enum(["pending", "active"]),
  /** Whether the organization can connect it. */
  allowed: z.boolean(),
  connected: z.boolean(),
});
const providerAccounts = z.object({
  accounts: z.array(providerAccount),
  /** Providers whose accounts couldn't be read, each with a sentence. */
  failures: z.array(z.object({ provider: numbered(BackgroundCheckProvider), message: z.string() })),
});
export type ProviderAccounts = z.output<typeof providerAccounts>;

export const listProviderAccounts = endpoint({
  method: "GET",
  path: "/api/app/platform/organization/{id}/background-check-accounts",
  summary: "Lists accounts at background check providers, for platform operators to say which an organization may use.",
  errors: [403],
  response: providerAccounts,
});

export const allowProviderAccount = endpoint({
  method: "PUT",
  path: "/api/app/platform/organization/{id}/background-check-accounts",
  summary: "Lets an organization connect an account at a background check provider, or no longer.",
  errors: [403, 409, 502],
  body: z.strictObject({ provider: numbered(BackgroundCheckProvider), accountId, allowed: z.boolean() }),
  response: providerAccounts,
});
