import type { Schedule } from "../../../jobs/schedules.ts";
import { reconcile } from "./actions/reconcile.ts";

/** Compares the ledgers with the card provider's books, once a day. */
export const reconcileDaily: Schedule = { name: "billing.reconcile", everySeconds: 86_400, run: reconcile };
