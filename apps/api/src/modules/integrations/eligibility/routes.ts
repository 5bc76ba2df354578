import * as contract from "@touchline/contract/integrations/eligibility";
import { on, onReadOnly } from "../../../http/mount.ts";
import { checkMany, checkOne, levelIds } from "./queries.ts";

export const routes = [
  onReadOnly(contract.checkEligibility, (call, { query }) => checkOne(call, query)),
  on(contract.checkManyEligibility, async (call, { body }) => ({ data: await checkMany(call, body.checks) })),
  onReadOnly(contract.listLevelIds, (call, { query }) => levelIds(call, query.cursor)),
];
