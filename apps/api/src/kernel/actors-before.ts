import { isDeepStrictEqual } from "node:util";
import type { Actor } from "./call.ts";
import type { Identified } from "./tokens.ts";

/** How many a process keeps in mind. */
const remembered = 5_000;

/**
 * Who each profile was when it called last, so that what it reads can be asked for together with the question who it is.
 * Nothing is judged by it: an answer that was read so is given only when the database says the same of them at that moment.
 */
export type ActorsBefore = {
  of(identified: Pick<Identified, "appUserId">, profileId: string): Actor | undefined;
  keep(identified: Pick<Identified, "appUserId">, profileId: string, actor: Actor): void;
};

export function actorsBefore(): ActorsBefore {
  const actors = new Map<string, Actor>();
  const keyOf = ({ appUserId }: Pick<Identified, "appUserId">, profileId: string) => `${profileId} ${appUserId}`;
  return {
    of: (identified, profileId) => actors.get(keyOf(identified, profileId)),
    keep(identified, profileId, actor) {
      const key = keyOf(identified, profileId);
      // The one that changed longest ago makes room: a map keeps the order in which it was filled.
      if (!actors.delete(key) && actors.size >= remembered) actors.delete(actors.keys().next().value as string);
      actors.set(key, actor);
    },
  };
}

export const isSameActor = (one: Actor, other: Actor): boolean => isDeepStrictEqual(one, other);
