import { v7 } from "uuid";

/** A new id: UUIDv7, so that what was made later sorts later. */
export const newId = (): string => v7();

/** No id that was made at this instant or later sorts before it. */
export const firstIdOf = (at: Date): string => v7({ msecs: at.getTime(), seq: 0, random: new Uint8Array(16) });
