import type { Readable } from "node:stream";
import type { Adapters } from "../../../../call.ts";
import type { Signals } from "../../../../database/signals.ts";
import type { OrganizationId, Tenancy } from "../../../../database/tenancy.ts";
import { notFound, Refusal } from "../../../../errors.ts";
import { type EventStream, openEventStream } from "../../../../http/event-stream.ts";
import { refuseWithoutSecondFactor } from "../../../../http/mount.ts";
import { type EndedCheck, hasShownMore, type Identified } from "../../../../security/tokens.ts";
import { loadActor } from "../../../people/index.ts";
import { awaitingReview } from "./queue.ts";

type Count = { count: number; more: boolean };

/** How streams are kept; all in milliseconds. */
export type LiveCountTiming = {
  /** A sign of life, and a look whether the session still stands. */
  beat: number;
  /** How often counts are refreshed even without a signal, to find changes such as removed roles or moved levels. */
  look: number;
  /** Between two counts of an organization there is at least this, and ten times what the last one took. */
  rest: number;
};
const usualTiming: LiveCountTiming = { beat: 10_000, look: 30_000, rest: 1_000 };
/** How many streams one account and one server have. */
const most = { ofAccount: 8, inAll: 2_000 };

export type LiveCounts = {
  /** @param query.seconds after which it ends by itself. @throws NotFound, Forbidden, TooMany, Unavailable */
  open(identified: Identified, query: { organizationId: string; seconds: number }, now: Date): Promise<Readable>;
  close(): Promise<void>;
};

type Watcher = { identified: Identified; stream: EventStream };
/** Streams that are told the same: one count serves them all. */
type Group = { identified: Identified; watchers: Set<Watcher>; last: Count | null };
type Watched = {
  groups: Map<string, Group>;
  timer: NodeJS.Timeout | null;
  running: boolean;
  changed: boolean;
  notBefore: number;
};

type Deps = {
  tenancy: Tenancy;
  adapters: Adapters;
  signals: Signals;
  hasEnded: EndedCheck;
  now: () => Date;
  timing?: LiveCountTiming | undefined;
};

/**
 * How many submissions await each reviewer, as that changes. Whoever changes the queue tells every server through the
 * database; each counts anew for those who watch there, as seldom as `LiveCountTiming` says, and asks again who they are.
 */
export function liveCounts({ tenancy, adapters, signals, hasEnded, now, timing = usualTiming }: Deps): LiveCounts {
  const organizations = new Map<OrganizationId, Watched>();
  const perAccount = new Map<string, number>();
  let all = 0;
  let closed = false;
  let unsubscribe: (() => void) | null = null;
  const looking = setInterval(() => {
    for (const id of organizations.keys()) soon(id, false);
  }, timing.look);
  looking.unref();

  const countFor = (organizationId: OrganizationId, identified: Identified): Promise<Count> =>
    tenancy.run(organizationId, async (db) => {
      const asking = { organizationId, db, now: now(), adapters };
      const acting = await loadActor(asking, identified, identified.profileId as string);
      if (!acting) throw notFound("profile");
      refuseWithoutSecondFactor(acting.actor, identified);
      return awaitingReview({ ...asking, ...acting });
    });

  /** Counts as soon as the timing allows. `changed`: subscribers are notified even if the number is the same. */
  function soon(organizationId: OrganizationId, changed: boolean) {
    const watched = organizations.get(organizationId);
    if (!watched || closed) return;
    watched.changed ||= changed;
    if (watched.timer || watched.running) return;
    watched.timer = setTimeout(
      () => {
        watched.timer = null;
        void recount(organizationId, watched);
      },
      Math.max(0, watched.notBefore - performance.now()),
    );
    watched.timer.unref();
  }

  async function recount(organizationId: OrganizationId, watched: Watched) {
    const { changed } = watched;
    watched.changed = false;
    watched.running = true;
    const begun = performance.now();
    for (const group of [...watched.groups.values()]) await sendCount(organizationId, group, changed);
    watched.running = false;
    watched.notBefore = performance.now() + Math.max(timing.rest, 10 * (performance.now() - begun));
    if (watched.changed) soon(organizationId, true);
  }

  async function sendCount(organizationId: OrganizationId, group: Group, changed: boolean) {
    for (const { identified, stream } of group.watchers) if (await hasEnded(identified, now())) stream.end();
    const [first] = group.watchers;
    if (!first || closed) return;
    try {
      const count = await countFor(organizationId, first.identified);
      const same = group.last?.count === count.count && group.last.more === count.more;
      group.last = count;
      if (!same || changed) for (const { stream } of group.watchers) stream.say("count", count);
    } catch (error) {
      // Callers who lost access get no more updates; other errors are retried.
      const hasLostAccess = error instanceof Refusal && error.code !== "unavailable";
      if (hasLostAccess) for (const { stream } of group.watchers) stream.end();
    }
  }

  function take(appUserId: string) {
    if (closed || all >= most.inAll) {
      throw new Refusal("unavailable", "Touchline is busy. Try again in a moment.", { retryAfter: 30 });
    }
    if ((perAccount.get(appUserId) ?? 0) >= most.ofAccount) {
      throw new Refusal("tooMany", "This is already open in too many places. Close some of them.", { retryAfter: 60 });
    }
    all += 1;
    perAccount.set(appUserId, (perAccount.get(appUserId) ?? 0) + 1);
  }

  function giveBack(appUserId: string) {
    all -= 1;
    const left = (perAccount.get(appUserId) ?? 1) - 1;
    if (left > 0) perAccount.set(appUserId, left);
    else perAccount.delete(appUserId);
  }

  function groupOf(organizationId: OrganizationId, identified: Identified) {
    const watched = organizations.get(organizationId) ?? {
      groups: new Map<string, Group>(),
      timer: null,
      running: false,
      changed: false,
      notBefore: 0,
    };
    organizations.set(organizationId, watched);
    const key = `${identified.profileId} ${identified.appUserId} ${hasShownMore(identified)}`;
    const group = watched.groups.get(key) ?? { identified, watchers: new Set<Watcher>(), last: null };
    watched.groups.set(key, group);
    return { watched, group, key };
  }

  /** @returns its group, and what takes it out again. */
  function watch(organizationId: OrganizationId, watcher: Watcher): { group: Group; leave: () => void } {
    unsubscribe ??= signals.subscribe("reviews", (id) => {
      if (id !== null) soon(tenancy.found(id), true);
      else for (const every of organizations.keys()) soon(every, false);
    });
    const { watched, group, key } = groupOf(organizationId, watcher.identified);
    group.watchers.add(watcher);
    const leave = () => {
      group.watchers.delete(watcher);
      if (group.watchers.size === 0 && watched.groups.get(key) === group) watched.groups.delete(key);
      if (watched.groups.size > 0 || organizations.get(organizationId) !== watched) return;
      if (watched.timer) clearTimeout(watched.timer);
      organizations.delete(organizationId);
    };
    return { group, leave };
  }

  return {
    async open(identified, { organizationId: requestedId, seconds }, at) {
      const { profileId, appUserId } = identified;
      const organizationId = profileId && (await tenancy.organizationOfProfile(profileId, appUserId));
      if (!organizationId) throw new Refusal("forbidden", "Choose a profile first.", { reason: "noProfile" });
      if (requestedId !== organizationId) throw notFound("organization");
      take(appUserId);
      let leave = () => {};
      const timers: NodeJS.Timeout[] = [];
      const stream = openEventStream(() => {
        for (const timer of timers) clearTimeout(timer);
        leave();
        giveBack(appUserId);
      });
      // Before it is counted: what changes meanwhile is told after.
      const watched = watch(organizationId, { identified, stream });
      leave = watched.leave;
      try {
        const count = await countFor(organizationId, identified);
        watched.group.last ??= count;
        stream.say("count", count);
      } catch (error) {
        stream.readable.destroy();
        throw error;
      }
      const lives = Math.max(0, Math.min(seconds * 1_000, identified.expiresAt.getTime() - at.getTime()));
      timers.push(
        setTimeout(() => stream.end(), lives).unref(),
        setInterval(() => {
          stream.beat();
          void hasEnded(identified, now()).then(
            (ended) => ended && stream.end(),
            () => undefined,
          );
        }, timing.beat).unref(),
      );
      return stream.readable;
    },

    async close() {
      closed = true;
      clearInterval(looking);
      unsubscribe?.();
      for (const { groups, timer } of organizations.values()) {
        if (timer) clearTimeout(timer);
        for (const { watchers } of groups.values()) for (const { stream } of watchers) stream.end();
      }
      await signals.close();
    },
  };
}
