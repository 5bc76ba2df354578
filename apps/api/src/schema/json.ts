import type { ReportedValues } from "@touchline/rules";
import type { Activity } from "@touchline/rules/requirements/activity-tree";

// The shapes of what columns of JSON hold.

/** Assignments and exceptions as they would be, as their tables have them. */
export type WantedRows = {
  assignments: {
    content_assignment_id: string;
    level_id: string;
    include_below: boolean;
    mandatory: boolean;
    payer: string;
    age_from: number | null;
    age_to: number | null;
    age_by: string;
    conditions_match: string;
    labels: string[];
    conditions: { condition_question_id: string; answer: boolean }[];
  }[];
  exceptions: {
    profile_id: string | null;
    level_id: string | null;
    include_below: boolean;
    label_id: string | null;
    until_day: string | null;
  }[];
  /** Whoever is cleared would stay so for now: to them it is optional. */
  keepCleared?: boolean;
};

type Group = { memberships: number; examples: string[] };
/** How a membership can be affected. */
export const effectGroups = ["gain", "lose", "losingClearance", "gainingClearance"] as const;
export type EffectGroup = (typeof effectGroups)[number];

/** What was found so far; memberships as examples of each by their ids. */
export type EffectSoFar = Record<EffectGroup, Group> & {
  /** By level: gain, lose, losing clearance. */
  levels: Record<string, [gain: number, lose: number, losing: number]>;
  /** People who would newly have to do it, and those who read the reminders of it. */
  people: number;
  mailed: number;
  /** People who have to do it and would be paid for by one or the other, less those who are now. */
  paying: { organization: number; members: number };
  /** Submissions that await review, and would be withdrawn. */
  withdrawn: number;
};

/** What a day to do it again by would do, as far as people were looked at; memberships as examples by their ids. */
export type RedoEffect = {
  /** Completions that would count shorter than they do now. */
  ending: number;
  /** Memberships that are cleared now, and would not be any more the day after, unless it is done again by then. */
  losing: number;
  examples: string[];
};

/** Something of a package that may not run as it is meant to: its author is told, and it is taken all the same. */
export type PackageFinding = {
  /**
   * Frames that call the frame around them, files that come from other sites, what browsers have no player for, or results that
   * it shares with other courses.
   */
  kind: "frames" | "elsewhere" | "plugin" | "otherCourses";
  /** The other sites, or the file; else nothing. */
  detail: string;
};

/** The activities of a package, which of them are its parts, in the order of the parts, and each by the package's own name. */
export type ActivityTree = { root: Activity; parts: string[]; ids: Record<string, string> };

/** How a package of several parts stands after a step. */
export type Stepped = {
  state: string;
  /** The part that is open after this; null: none. */
  opens: number | null;
  /** Parts that may be chosen. */
  choices: number[];
  /** The parts that the next step leads to when one goes on, or back; null: to none. */
  next: number | null;
  back: number | null;
  /** `next` is where everything was left, or the beginning. */
  nextBy: "continue" | "resumeAll" | "start";
  /** Everything was gone through, or left for good: what comes next begins anew. Missing in what was kept before this was told. */
  isOver?: boolean;
  /** What the part that is open begins with of the objectives that parts share. */
  objectives: ReportedValues;
  /** How the whole stands. */
  completion: "completed" | "incomplete" | "unknown";
  success: "passed" | "failed" | "unknown";
  /** The score of the whole between −1 and 1; null: none was rolled up. */
  measure: number | null;
};

/** The sequencing of a package, and how it stands before anything was opened. */
export type PackageSequencing = ActivityTree & { before: Stepped };
