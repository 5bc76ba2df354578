import { hash } from "@node-rs/argon2";

/** Hashes a password at the least cost that argon2id takes: tests sign in many people, and how their passwords were hashed is not what they are about. */
export const quicklyHashed = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
