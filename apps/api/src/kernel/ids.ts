import { v7 } from "uuid";

/** A new id: UUIDv7, so that what was made later sorts later. */
export const newId = (): string => v7();
