import { describe, expect, test } from "vitest";
import { type MergedEntry, mergeRefusal, type OpenAttempt, survivingAttempt, survivingCompletion } from "./merging.ts";

describe("of two completions", () => {
  const done = (completedAt: number, expiresAt: number | null) => ({ completedAt, expiresAt });
  test.each([
    [done(1, 100), done(2, 50), done(1, 100)],
    [done(1, null), done(2, 50), done(1, null)],
    [done(1, 100), done(2, 100), done(2, 100)],
    [null, done(2, 50), done(2, 50)],
    [null, null, null],
  ])("of %o and %o %o counts: the one that is good for longer", (one, other, expected) => {
    expect(survivingCompletion(one, other)).toEqual(expected);
    expect(survivingCompletion(other, one)).toEqual(expected);
  });
});

describe("of two open submissions", () => {
  const open = (state: OpenAttempt["state"], createdAt: number, source: OpenAttempt["source"] = null): OpenAttempt => ({
    state,
    source,
    createdAt,
  });
  test.each([
    [open("waitingProvider", 2), open("waitingProvider", 1), 1, "the older running order"],
    [open("waitingProvider", 2), open("pendingReview", 1), 2, "a running order before a review"],
    [open("pendingReview", 2, "FlaggedBackgroundCheck"), open("waitingProvider", 1), 2, "a finding before everything"],
    [open("pendingReview", 2), open("draft", 1), 2, "a review before a draft"],
    [open("draft", 2), open("draft", 1), 1, "the older draft"],
  ])("%o or %o: the one begun at %i (%s)", (one, other, begun) => {
    expect(survivingAttempt(one, other).createdAt).toBe(begun);
    expect(survivingAttempt(other, one).createdAt).toBe(begun);
  });
});

describe("two entries cannot become one", () => {
  const entry = (profileId: string, more: Partial<MergedEntry> = {}): MergedEntry => ({
    profileId,
    appUserId: null,
    merged: false,
    guardians: [],
    children: [],
    minor: false,
    ...more,
  });
  test.each<[MergedEntry, MergedEntry, string | null, string | null]>([
    [entry("a"), entry("b"), null, null],
    [entry("a", { appUserId: "x" }), entry("b"), null, null],
    [entry("a", { appUserId: "x" }), entry("b", { appUserId: "x" }), null, null],
    [entry("a", { appUserId: "x" }), entry("b", { appUserId: "y" }), null, "twoLogins"],
    [entry("a"), entry("b", { appUserId: "y" }), null, "keepTheLogin"],
    [entry("a"), entry("a"), null, "sameEntry"],
    [entry("a"), entry("b"), "b", "ownEntry"],
    [entry("a"), entry("b"), "a", "ownEntry"],
    [entry("a", { merged: true }), entry("b"), null, "alreadyMerged"],
    [entry("a"), entry("b", { merged: true }), null, "alreadyMerged"],
    [entry("a", { children: ["b"] }), entry("b"), null, "guardsTheOther"],
    [entry("a"), entry("b", { children: ["a"] }), null, "guardsTheOther"],
    [entry("a", { guardians: ["p", "q"] }), entry("b", { guardians: ["q", "r"] }), null, "tooManyGuardians"],
    [entry("a", { guardians: ["p", "q"] }), entry("b", { guardians: ["q"] }), null, null],
    [entry("a", { minor: true }), entry("b", { children: ["c"] }), null, "childGuards"],
  ])("%o and %o, asked by %o: %o", (keep, merge, actor, refusal) => {
    expect(mergeRefusal(keep, merge, actor)).toBe(refusal);
  });
});
