import { type AnyEndpoint, fileContent } from "@touchline/contract";
import { waitInWords } from "@touchline/contract/wait";
import { Refusal } from "../errors.ts";

/** A limit: the number of calls at once, and how many more per second. */
export type Rate = { burst: number; perSecond: number };
export type CostlyRates = { account: Rate; address: Rate; apiKeys?: Rate };

/** Far more than people need; a club's whole office may share one address. */
export const usualRates: CostlyRates = {
  account: { burst: 120, perSecond: 2 },
  address: { burst: 600, perSecond: 10 },
};

const remembered = 50_000;

/** Calls that transfer files, and those declared costly. */
export const isCostly = ({ multipart, response, costly }: AnyEndpoint) =>
  multipart || costly || response === fileContent;

/**
 * Counts costly calls per account and per address, in this process: a token bucket each.
 *
 * @throws 429 with the seconds to wait.
 */
export function costlyLimit(
  rates: CostlyRates = usualRates,
): (of: { account: string | null; address: string }, now: Date) => void {
  const take = openBuckets();
  return ({ account, address }, now) => {
    const waits = [
      take(`address ${address}`, rates.address, now.getTime()),
      ...(account ? [take(`account ${account}`, rates.account, now.getTime())] : []),
    ];
    refuseUntil(Math.max(...waits));
  };
}

/** A tournament's check-in desks need a few hundred people per minute; whole rosters go in one call. */
export const usualKeyRate: Rate = { burst: 600, perSecond: 10 };

/**
 * Counts calls with API keys, all keys of an organization together, in this process.
 *
 * @throws 429 with the seconds to wait.
 */
export function keyLimit(rate: Rate = usualKeyRate): (organizationId: string, now: Date) => void {
  const take = openBuckets();
  return (organizationId, now) => refuseUntil(take(organizationId, rate, now.getTime()));
}

function refuseUntil(retryAfter: number): void {
  if (retryAfter === 0) return;
  throw new Refusal("tooMany", `Too many requests. Try again in ${waitInWords(retryAfter)}.`, {
    retryAfter,
  });
}

/** Keeps a token bucket for each key. */
function openBuckets() {
  const buckets = new Map<string, { left: number; at: number }>();
  /** Takes one token; returns the seconds to wait when there is none. */
  return (key: string, { burst, perSecond }: Rate, now: number): number => {
    const bucket = buckets.get(key) ?? { left: burst, at: now };
    const left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    // Reinserting moves the key to the end, so the first key of the map is the least recently used.
    buckets.delete(key);
    if (buckets.size >= remembered) buckets.delete(buckets.keys().next().value as string);
    buckets.set(key, { left: left < 1 ? left : left - 1, at: now });
    return left < 1 ? Math.ceil((1 - left) / perSecond) : 0;
  };
}
