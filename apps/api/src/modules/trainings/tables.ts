import type { TrainingOutcome } from "@touchline/rules";
import { doublePrecision, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

/** How a part of a package stands in an attempt, with what it told last. */
export const trainingProgress = pgTable(
  "training_progress",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    item: smallint("item").notNull(),
    tries: smallint("tries").notNull(),
    outcome: text("outcome").$type<TrainingOutcome>().notNull(),
    /** In percent. */
    score: doublePrecision("score"),
    /** As the package is told: what counted of all its sittings. */
    seconds: integer("seconds").notNull(),
    sealedValues: bytes("sealed_values").notNull(),
    savedAt: instantColumn("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId, table.item] })],
);

/** Where a learner is in a package that asks for more than parts one after another. */
export const trainingSequence = pgTable(
  "training_sequence",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    sealedState: bytes("sealed_state").notNull(),
    savedAt: instantColumn("saved_at").notNull(),
    /** How many steps were taken. What is worked out from one counts where no other was taken since. */
    version: integer("version").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** Each time that a part was opened. Only the latest one of an attempt tells. */
export const trainingSitting = pgTable(
  "training_sitting",
  {
    organizationId: organizationId(),
    sittingId: uuid("sitting_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    item: smallint("item").notNull(),
    openedBy: uuid("opened_by").notNull(),
    openedAt: instantColumn("opened_at").notNull(),
    savedAt: instantColumn("saved_at").notNull(),
    endedAt: instantColumn("ended_at"),
    /** The seconds of the part when it was opened. */
    secondsBefore: integer("seconds_before").notNull(),
    /** As the package said, also where no more than less can have passed. */
    secondsTold: integer("seconds_told"),
    outcome: text("outcome").$type<TrainingOutcome>().notNull(),
    /** The outcome of the part when it was opened. */
    outcomeBefore: text("outcome_before").$type<TrainingOutcome>().notNull().default("open"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.sittingId] })],
);
