import type { Tenancy } from "../../../../database/tenancy.ts";
import type { ApiKeys } from "../../../../http/api-keys.ts";
import { loadKeyActor } from "../queries.ts";
import { apiKeyHash, noteUse } from "./manage.ts";

/** How many keys a process remembers the last use of. */
const remembered = 10_000;
const anHour = 3_600_000;

/** Who calls with which key. The use of each is written at most once an hour, so that a call only reads. */
export function apiKeysOf(tenancy: Tenancy, limit: ApiKeys["limit"]): ApiKeys {
  const noted = new Map<string, number>();
  return {
    limit,
    load: loadKeyActor,
    find: (key) => tenancy.organizationOfApiKey(apiKeyHash(key)),
    async used({ organizationId, apiKeyId }, now) {
      const before = noted.get(apiKeyId);
      if (before !== undefined && now.getTime() - before < anHour) return;
      if (noted.size >= remembered) noted.delete(noted.keys().next().value as string);
      noted.set(apiKeyId, now.getTime());
      await tenancy.run(organizationId, (db) => noteUse({ db, organizationId, now }, apiKeyId));
    },
  };
}
