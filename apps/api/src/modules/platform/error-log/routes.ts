import * as contract from "@touchline/contract/platform/error-log";
import type { ErrorReporter } from "../../../adapters/errors/port.ts";
import { onVisit } from "../../../http/mount.ts";
import { costlyLimit, type Rate } from "../../../http/rate-limit.ts";
import { operatorCalling } from "../platform/queries.ts";
import { forgetFault } from "./actions.ts";
import { loggedErrors } from "./queries.ts";

/** Anybody may report, so little is taken of one address, and of all together. */
const ofOneAddress = { burst: 20, perSecond: 1 / 30 };
const ofEverybody = { burst: 300, perSecond: 1 };
const limitedTo = (rate: Rate) => costlyLimit({ account: rate, address: rate });

/** Unhandled errors: reported by pages, read and removed by platform operators. */
export function errorLogRoutes(errors: ErrorReporter) {
  const [ofOne, ofAll] = [limitedTo(ofOneAddress), limitedTo(ofEverybody)];
  return [
    onVisit(contract.reportError, async ({ request, now }, { body }) => {
      // One address alone leaves room for the others.
      ofOne({ account: null, address: request.ip }, now);
      ofAll({ account: null, address: "everybody" }, now);
      errors.report({ source: "page", code: null, ...body });
      return undefined;
    }),

    onVisit(contract.errorLog, async (visit) => {
      await operatorCalling(visit);
      return visit.tenancy.runShared(loggedErrors);
    }),

    onVisit(contract.forgetError, async (visit, { params }) => {
      await operatorCalling(visit);
      await forgetFault(visit.tenancy, params.id);
      return undefined;
    }),
  ];
}
