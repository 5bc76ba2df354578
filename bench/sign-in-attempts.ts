import { randomBytes } from "node:crypto";
import { Agent } from "node:http";
import { type Figure, none, quantile, within } from "./figures.ts";
import { type Answer, type Ask, asker, isGood, type Next, openLoop } from "./requests.ts";

/** The account that is attacked, and the other requests at the same time. */
export type JobTry = {
  url: string;
  /** An account with the right password, and others with wrong ones. */
  right: { email: string; password: string };
  others: readonly string[];
  meanwhile: Next;
};

const perSecond = { tries: 100, meanwhile: 40 };
/** The addresses that the tries come from. From a single address, most would be rate limited. */
const addresses = 200;

/** Builds the form for the token endpoint. */
type Form = Record<string, string>;

/**
 * Sends a hundred passwords a second, half of them right, a quarter wrong, and a quarter for unknown accounts, whether or not
 * the previous ones have been answered. Other requests are as fast as usual, and refused logins are told when to retry.
 */
export async function tries({ url, right, others, meanwhile }: JobTry, seconds: number): Promise<Figure[]> {
  const { ask, close } = asker(url);
  const agents = Array.from(
    { length: addresses },
    (_, n) => new Agent({ keepAlive: true, localAddress: `127.1.${n >> 8}.${(n & 255) + 1}` }),
  );
  let tried = 0;
  const next: Next = () => {
    tried += 1;
    const agent = agents[tried % addresses];
    return { path: "/identity/connect/token", method: "POST", headers: {}, form: formOf(tried, right, others), agent };
  };
  const warm = (work: Ask) => openLoop(work, meanwhile, perSecond.meanwhile, 3);
  await warm(ask);
  const [logins, served] = await Promise.all([
    openLoop(ask, next, perSecond.tries, seconds),
    openLoop(ask, meanwhile, perSecond.meanwhile, seconds),
  ]);
  close();
  for (const agent of agents) agent.destroy();
  const failed = served.filter((answer) => !isGood(answer));
  const answered = logins.filter(({ status }) => status === 200 || status === 400);
  const unanswered = logins.filter(
    (one) => !answered.includes(one) && !(one.status === 503 && one.retryAfter !== null),
  );
  const waits = (answers: readonly Answer[]) =>
    quantile(
      answers.map(({ took }) => took),
      0.99,
    );
  return [
    within(`p99 of other requests, ${perSecond.tries} sign-in attempts a second`, waits(served), 500, "ms"),
    none("failures of other requests meanwhile", failed.length, `of ${served.length}`),
    none(
      "sign-in attempts neither checked nor limited",
      unanswered.length,
      `of ${logins.length}: ${answered.length} heard, p99 ${waits(answered).toFixed(0)} ms; ${logins.length - answered.length - unanswered.length} details 503`,
    ),
  ];
}

function formOf(n: number, right: JobTry["right"], others: readonly string[]): Form {
  const form = { client_id: "touchline-web", grant_type: "password", scope: "openid offline_access" };
  if (n % 2 === 0) return { ...form, username: right.email, password: right.password };
  const known = n % 4 === 1 ? others[n % others.length] : undefined;
  const username = known ?? `${randomBytes(6).toString("hex")}@nobody.example`;
  return { ...form, username, password: `wrong ${n}` };
}
