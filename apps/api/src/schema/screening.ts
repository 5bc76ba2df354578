import type { OnboardingState } from "@touchline/contract";
import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { ConsentKind } from "@touchline/contract/screening/consents";
import type { NoticeOutcome, StateAnswer } from "@touchline/contract/screening/live-scan";
import type { ScreeningOrderState, ScreeningProblem } from "@touchline/contract/screening/orders";
import { registryVersionStates } from "@touchline/contract/screening/registry";
import type { RegistryEntry, Signer } from "@touchline/rules";
import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, webhookColumns, writtenXid } from "../database/columns.ts";

/** A sex offender registry. Shared, outside every tenant: public records. */
export const registry = pgTable("registry", {
  registryId: uuid("registry_id").primaryKey(),
  name: text("name").notNull(),
  /** The page for searching it manually. */
  searchUrl: text("search_url"),
  /** The version that is searched; null: none. */
  currentVersionId: uuid("current_version_id"),
  createdAt: instantColumn("created_at").notNull(),
});

/** A file of a registry. It is searched once it is completely loaded. */
export const registryVersion = pgTable("registry_version", {
  registryVersionId: uuid("registry_version_id").primaryKey(),
  registryId: uuid("registry_id").notNull(),
  asOf: date("as_of", { mode: "string" }).notNull(),
  fileName: text("file_name").notNull(),
  entries: integer("entries").notNull(),
  refused: integer("refused").notNull(),
  /** The operator's account; null for the demo's own data. */
  loadedBy: uuid("loaded_by"),
  loadedAt: instantColumn("loaded_at").notNull(),
  state: text("state", { enum: registryVersionStates }).notNull(),
  loadedEntries: integer("loaded_entries").notNull(),
  /** When the last step of loading ended. */
  movedAt: instantColumn("moved_at").notNull(),
});

/** Entries read from a file and not loaded yet, some hundred per row. */
export const registryLoadPart = pgTable(
  "registry_load_part",
  {
    registryVersionId: uuid("registry_version_id").notNull(),
    number: integer("number").notNull(),
    entries: jsonb("entries").$type<readonly RegistryEntry[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.registryVersionId, table.number] })],
);

export type EntryName = { firstName: string; lastName: string };
export type EntryFact = { label: string; value: string };

/** An entry of one version. */
export const registryEntry = pgTable(
  "registry_entry",
  {
    registryVersionId: uuid("registry_version_id").notNull(),
    entryId: text("entry_id").notNull(),
    /** The name first, then its other names. */
    names: jsonb("names").$type<readonly EntryName[]>().notNull(),
    dateOfBirth: date("date_of_birth", { mode: "string" }),
    link: text("link"),
    /** Other columns of the file. */
    facts: jsonb("facts").$type<readonly EntryFact[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.registryVersionId, table.entryId] })],
);

/** Other names that people state. */
export const otherName = pgTable(
  "other_name",
  {
    organizationId: organizationId(),
    profileId: uuid("profile_id").notNull(),
    /** As JSON, encrypted. */
    sealedNames: bytes("sealed_names").notNull(),
    changedAt: instantColumn("changed_at").notNull(),
    changedBy: uuid("changed_by").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/** Keys by which entries without a date of birth are found. */
export const registryNameKey = pgTable(
  "registry_name_key",
  {
    nameKey: text("name_key").notNull(),
    registryVersionId: uuid("registry_version_id").notNull(),
    entryId: text("entry_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.nameKey, table.registryVersionId, table.entryId] })],
);

/** When the person of a requirement was last searched for; due again when `basis` changes. */
export const registrySearch = pgTable(
  "registry_search",
  {
    organizationId: organizationId(),
    requirementId: uuid("requirement_id").notNull(),
    /** A hash of the name, the date of birth and the versions searched. */
    basis: text("basis").notNull(),
    searchedAt: instantColumn("searched_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.requirementId] })],
);

/** An entry found by a search, with the submission that is reviewed for it. */
export const registryMatch = pgTable(
  "registry_match",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    registryId: uuid("registry_id").notNull(),
    entryId: text("entry_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    score: smallint("score").notNull(),
    /** The entry as it was in the registry, with its version and the reasons of the match, as encrypted JSON. */
    sealedEntry: bytes("sealed_entry").notNull(),
    foundAt: instantColumn("found_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId, table.registryId, table.entryId] })],
);

/** An account of an organization at a background check provider. */
export const screeningClient = pgTable(
  "screening_client",
  {
    organizationId: organizationId(),
    screeningClientId: uuid("screening_client_id").notNull(),
    provider: smallint("provider").$type<BackgroundCheckProvider>().notNull(),
    /** The provider's own id of the account. */
    accountId: text("account_id").notNull(),
    name: text("name").notNull(),
    /** The account's own token, if it has one. */
    sealedToken: bytes("sealed_token"),
    connectedBy: uuid("connected_by").notNull(),
    connectedAt: instantColumn("connected_at").notNull(),
    /** From when nothing is ordered with it; null: it is connected. */
    disconnectedAt: instantColumn("disconnected_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.screeningClientId] })],
);

/** The progress of a submission's Live Scan. */
export const liveScan = pgTable(
  "live_scan",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    /** When the request form was created first and last; null: the proof was submitted without it. */
    formMadeAt: instantColumn("form_made_at"),
    formMadeLastAt: instantColumn("form_made_last_at"),
    /** When the ATI number and the proof were submitted. */
    sentAt: instantColumn("sent_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** The state's answer, as reviewers recorded it: that there is a record, never its contents. Append-only. */
export const liveScanAnswer = pgTable(
  "live_scan_answer",
  {
    organizationId: organizationId(),
    liveScanAnswerId: uuid("live_scan_answer_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    answer: text("answer").$type<StateAnswer>().notNull(),
    /** The date of the state's notice. */
    answeredOn: date("answered_on", { mode: "string" }).notNull(),
    sealedNote: bytes("sealed_note"),
    recordedBy: uuid("recorded_by").notNull(),
    recordedAt: instantColumn("recorded_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.liveScanAnswerId] })],
);

/**
 * Records that the state was notified that the organization isn't interested in a person's later arrests anymore. Append-only.
 */
export const liveScanNotice = pgTable(
  "live_scan_notice",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    outcome: text("outcome").$type<NoticeOutcome>().notNull(),
    noticedOn: date("noticed_on", { mode: "string" }).notNull(),
    recordedBy: uuid("recorded_by").notNull(),
    recordedAt: instantColumn("recorded_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** A background check ordered from a provider, for one submission. */
export const screeningOrder = pgTable(
  "screening_order",
  {
    organizationId: organizationId(),
    /** Also the reference by which the provider knows it. */
    attemptId: uuid("attempt_id").notNull(),
    screeningClientId: uuid("screening_client_id").notNull(),
    provider: smallint("provider").$type<BackgroundCheckProvider>().notNull(),
    simulated: boolean("simulated").notNull(),
    productId: text("product_id").notNull(),
    product: text("product").notNull(),
    state: text("state").$type<ScreeningOrderState>().notNull(),
    stateSince: instantColumn("state_since").notNull(),
    orderedBy: uuid("ordered_by").notNull(),
    orderedAt: instantColumn("ordered_at").notNull(),
    /** A call that may have placed it was already made: it is looked up before it is repeated. */
    tried: boolean("tried").notNull().default(false),
    placedAt: instantColumn("placed_at"),
    providerOrderId: text("provider_order_id"),
    providerReportId: text("provider_report_id"),
    /** The provider's own term. */
    providerStatus: text("provider_status"),
    /** The address of the provider's page. */
    sealedLink: bytes("sealed_link"),
    invitedUntil: instantColumn("invited_until"),
    hasReport: boolean("has_report").notNull().default(false),
    completedAt: instantColumn("completed_at"),
    /** When the result was disposed of. */
    disposedAt: instantColumn("disposed_at"),
    problem: text("problem").$type<ScreeningProblem>(),
    problemSince: instantColumn("problem_since"),
    /** An answer that could not be read. */
    sealedAnswer: bytes("sealed_answer"),
    /** When the provider is asked next if it reports nothing. */
    nextLookAt: instantColumn("next_look_at"),
    looks: integer("looks").notNull().default(0),
    /** Incremented with every write. */
    revision: integer("revision").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** The history of an order. Append-only. */
export const screeningOrderEvent = pgTable(
  "screening_order_event",
  {
    organizationId: organizationId(),
    screeningOrderEventId: uuid("screening_order_event_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    at: instantColumn("at").notNull(),
    state: text("state").$type<ScreeningOrderState>().notNull(),
    providerStatus: text("provider_status"),
    problem: text("problem").$type<ScreeningProblem>(),
    knownBy: text("known_by").$type<"member" | "placing" | "webhook" | "look">().notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.screeningOrderEventId] })],
);

/** The number under which webhooks of the training provider are stored, next to those of background check providers. */
export const trainingWebhooks = 100;
/** The sender of a webhook. */
export type WebhookSource = BackgroundCheckProvider | typeof trainingWebhooks;

/** Finds the order, or the training, that a webhook names. Shared, outside every tenant: ids only. */
export const screeningOrderDirectory = pgTable(
  "screening_order_directory",
  {
    provider: smallint("provider").$type<WebhookSource>().notNull(),
    externalId: text("external_id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.externalId] })],
);

/** A provider's webhook as received. Shared, because its organization is determined later; encrypted with the master key. */
export const screeningWebhook = pgTable("screening_webhook", {
  webhookId: uuid("screening_webhook_id").primaryKey(),
  ...webhookColumns(),
  provider: smallint("provider").$type<WebhookSource>().notNull(),
  sealedBody: bytes("sealed_body").notNull(),
});

/** An account that a platform operator allows an organization to connect. */
export const screeningGrant = pgTable(
  "screening_grant",
  {
    organizationId: organizationId(),
    provider: smallint("provider").$type<BackgroundCheckProvider>().notNull(),
    accountId: text("account_id").notNull(),
    name: text("name").notNull(),
    /** The operator's account. */
    grantedBy: uuid("granted_by").notNull(),
    grantedAt: instantColumn("granted_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.provider, table.accountId] })],
);

/** An organization's details for opening an account of its own at Yardstik; missing until it is started. */
export const screeningOnboarding = pgTable("screening_onboarding", {
  organizationId: organizationId().primaryKey(),
  status: text("status").$type<Exclude<OnboardingState, "NotStarted">>().notNull(),
  version: integer("version").notNull(),
  /** As encrypted JSON; contains the EIN. */
  sealedInfo: bytes("sealed_info").notNull(),
  /** The provider rejected the last submission. */
  refused: boolean("refused").notNull().default(false),
  /** The provider's id of the account, once it is opened. */
  accountId: text("account_id"),
  /** Its token until it is connected. */
  sealedToken: bytes("sealed_token"),
  savedBy: uuid("saved_by").notNull(),
  savedAt: instantColumn("saved_at").notNull(),
  submittedBy: uuid("submitted_by"),
  submittedAt: instantColumn("submitted_at"),
  activatedAt: instantColumn("activated_at"),
});

/** The exact text that was signed before a background check, by its SHA-256. Append-only. */
export const screeningConsentText = pgTable(
  "screening_consent_text",
  {
    organizationId: organizationId(),
    version: text("version").notNull(),
    /** The full text, as it was hashed, and its parts. */
    wording: text("wording").notNull(),
    title: text("title").notNull(),
    body: text("body").notNull(),
    statement: text("statement").notNull(),
    copyOption: text("copy_option"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.version] })],
);

/** Who signed which document before a background check, for whom and when. Append-only; names and places are encrypted. */
export const screeningConsent = pgTable(
  "screening_consent",
  {
    organizationId: organizationId(),
    screeningConsentId: uuid("screening_consent_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    contentId: uuid("content_id").notNull(),
    contentVersionId: uuid("content_version_id").notNull(),
    kind: text("kind").$type<ConsentKind>().notNull(),
    version: text("version").notNull(),
    profileId: uuid("profile_id").notNull(),
    signerProfileId: uuid("signer_profile_id").notNull(),
    signedAs: text("signed_as").$type<Signer>().notNull(),
    wantsCopy: boolean("wants_copy"),
    /** The typed name, the known names, address, browser, session and when it began, as encrypted JSON; null once disposed of. */
    sealedFacts: bytes("sealed_facts"),
    signedAt: instantColumn("signed_at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.screeningConsentId] })],
);

/** Withdrawals of consent: what was signed for a requirement before doesn't count anymore. Append-only. */
export const screeningConsentWithdrawal = pgTable(
  "screening_consent_withdrawal",
  {
    organizationId: organizationId(),
    screeningConsentWithdrawalId: uuid("screening_consent_withdrawal_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    withdrawnBy: uuid("withdrawn_by").notNull(),
    withdrawnAt: instantColumn("withdrawn_at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.screeningConsentWithdrawalId] })],
);
