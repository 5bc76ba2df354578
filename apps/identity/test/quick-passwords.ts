import { hash } from "@node-rs/argon2";

/** Hashes a password at the lowest cost of argon2id, because tests log in many people and aren't about hashing. */
export const quicklyHashed = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
