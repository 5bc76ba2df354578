import type { LicenseIdentity, LicenseProblem } from "@touchline/contract/screening/licenses";
import type { RegistrySearchProblem } from "@touchline/contract/screening/registry";
import type { TrainingProblem } from "@touchline/contract/screening/training-provider";
import type { TrainingStep } from "@touchline/rules";
import { boolean, date, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** Why a vendor of the sex offender search didn't answer. */
export type OffenderSearchProblem = RegistrySearchProblem;

/** People whose search a vendor couldn't answer, until it does. */
export const offenderSearchFault = pgTable(
  "offender_search_fault",
  {
    organizationId: organizationId(),
    requirementId: uuid("requirement_id").notNull(),
    problem: text("problem").$type<OffenderSearchProblem>().notNull(),
    since: instantColumn("since").notNull(),
    tries: integer("tries").notNull(),
    nextTryAt: instantColumn("next_try_at").notNull(),
    /** An answer that could not be read. */
    sealedAnswer: bytes("sealed_answer"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.requirementId] })],
);

/** U.S. Soccer's latest answer about a person. */
export const licenseRecord = pgTable(
  "license_record",
  {
    organizationId: organizationId(),
    profileId: uuid("profile_id").notNull(),
    /** A hash of the id, the names, the date of birth, and the versions of the requirements. */
    basis: text("basis").notNull(),
    simulated: boolean("simulated").notNull(),
    askedAt: instantColumn("asked_at").notNull(),
    answeredAt: instantColumn("answered_at"),
    /** As JSON, encrypted. */
    sealedLicenses: bytes("sealed_licenses"),
    identity: text("identity").$type<LicenseIdentity>(),
    problem: text("problem").$type<LicenseProblem>(),
    problemSince: instantColumn("problem_since"),
    /** An answer that could not be read. */
    sealedAnswer: bytes("sealed_answer"),
    /** How often in a row the same problem occurred. */
    tries: integer("tries").notNull().default(0),
    nextLookAt: instantColumn("next_look_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/** The license by which a submission was completed, or sent to review. Append-only. */
export const licenseResult = pgTable(
  "license_result",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    outcome: text("outcome", { enum: ["completed", "review"] }).notNull(),
    licenseKey: text("license_key").notNull(),
    expiresOn: date("expires_on", { mode: "string" }),
    /** A hash of the id, the names and the date of birth by which the record was found. */
    holder: text("holder").notNull(),
    simulated: boolean("simulated").notNull(),
    foundAt: instantColumn("found_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** A training at the provider, for one submission. */
export const trainingEnrollment = pgTable(
  "training_enrollment",
  {
    organizationId: organizationId(),
    /** Also the reference by which the provider knows it. */
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    step: text("step").$type<TrainingStep>().notNull(),
    simulated: boolean("simulated").notNull(),
    state: text("state", { enum: ["placing", "open", "completed", "canceled"] }).notNull(),
    enrollmentId: text("enrollment_id"),
    sealedLink: bytes("sealed_link"),
    openedBy: uuid("opened_by").notNull(),
    openedAt: instantColumn("opened_at").notNull(),
    completedAt: instantColumn("completed_at"),
    problem: text("problem").$type<TrainingProblem>(),
    problemSince: instantColumn("problem_since"),
    sealedAnswer: bytes("sealed_answer"),
    nextLookAt: instantColumn("next_look_at"),
    looks: integer("looks").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);
