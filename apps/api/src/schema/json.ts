import type { ReportedValues } from "@touchline/rules";
import type { Activity } from "@touchline/rules/requirements/activity-tree";

// The types of JSON columns.

/** Proposed assignments and exceptions, as in their tables. */
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
  /** Whether cleared members stay cleared for now: the requirement is optional for them. */
  keepCleared?: boolean;
};

type Group = { memberships: number; examples: string[] };
/** The ways a membership can be affected. */
export const effectGroups = ["gain", "lose", "losingClearance", "gainingClearance"] as const;
export type EffectGroup = (typeof effectGroups)[number];

/** The results so far; with the ids of some memberships as examples of each. */
export type EffectSoFar = Record<EffectGroup, Group> & {
  /** By level: gain, lose, losing clearance. */
  levels: Record<string, [gain: number, lose: number, losing: number]>;
  /** People who would newly have to do it, and those who would get the reminders about it. */
  people: number;
  mailed: number;
  /** The change in how many people have to do it with each payer. */
  paying: { organization: number; members: number };
  /** Submissions pending review that would be withdrawn. */
  withdrawn: number;
};

/** The effect of a repeat deadline on the people processed so far; with the ids of some memberships as examples. */
export type RedoEffect = {
  /** Completions that would be valid for a shorter time than now. */
  ending: number;
  /** Memberships that are cleared now, and wouldn't be the day after unless it is repeated by then. */
  losing: number;
  examples: string[];
};

/** Something in a package that may not work as intended. It is accepted, and its author is warned. */
export type PackageFinding = {
  /**
   * Frames that call their parent frame, files from other sites, media that browsers can't play, or results shared with other
   * courses.
   */
  kind: "frames" | "elsewhere" | "plugin" | "otherCourses";
  /** The other sites, or the file; otherwise empty. */
  detail: string;
};

/** The activities of a package, which of them are its parts, in order, and each one's id by the package's own name. */
export type ActivityTree = { root: Activity; parts: string[]; ids: Record<string, string> };

/** The state of a package of several parts after a step. */
export type Stepped = {
  state: string;
  /** The part that is open after this; null: none. */
  opens: number | null;
  /** The parts that can be chosen. */
  choices: number[];
  /** The parts that the next step leads to, forward or back; null: none. */
  next: number | null;
  back: number | null;
  /** Whether `next` resumes where everything was left, or starts. */
  nextBy: "continue" | "resumeAll" | "start";
  /** Everything was completed or left for good, so the next step starts again. Missing in older states. */
  isOver?: boolean;
  /** The initial values of the open part's shared objectives. */
  objectives: ReportedValues;
  /** The completion of the whole. */
  completion: "completed" | "incomplete" | "unknown";
  success: "passed" | "failed" | "unknown";
  /** The score of the whole between −1 and 1; null: none was rolled up. */
  measure: number | null;
};

/** The sequencing of a package, and its state before anything was opened. */
export type PackageSequencing = ActivityTree & { before: Stepped };
