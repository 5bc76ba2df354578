import type { TenantDb } from "./tenancy.ts";

/**
 * How a transaction goes on. It ends when its work is `over`. `fixing`: whether what is kept is used as it is, whatever it looks
 * to cost; `alike`: from now on all of it is.
 */
export type TransactionEnd = {
  over: boolean;
  fixing: boolean;
  alike: boolean;
};

type Transaction = {
  /** The query builder with which it began, and the one that marks every statement as `planKept` does. */
  readonly db: TenantDb;
  keeping: TenantDb | null;
  readonly through: () => TenantDb;
  readonly end: TransactionEnd;
};

/** By each of its query builders. */
export const transactions = new WeakMap<TenantDb, Transaction>();

/** What is one for all query builders of a transaction, to remember things of it by. */
export const transactionOf = ({ db }: { db: TenantDb }): object => transactions.get(db)?.db ?? db;
