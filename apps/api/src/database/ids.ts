import { v7 } from "uuid";

/** Makes a new id: UUIDv7, so that later ids sort later. */
export const newId = (): string => v7();

/** Makes the lowest id of an instant: no id made then or later sorts before it. */
export const firstIdOf = (at: Date): string => v7({ msecs: at.getTime(), seq: 0, random: new Uint8Array(16) });
