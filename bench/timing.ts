import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type Figure, ms, quantile } from "./figures.ts";
import type { Stage } from "./setup.ts";

/** A request of an outsider about an address. */
type Probe = (email: string) => { path: string; type: string; body: string };

const login: Probe = (username) => ({
  path: "/identity/connect/token",
  type: "application/x-www-form-urlencoded",
  body: new URLSearchParams({
    client_id: "touchline-web",
    grant_type: "password",
    username,
    password: "not the password",
  }).toString(),
});
const forgot: Probe = (email) => ({
  path: "/api/app/app-users/forgot-password",
  type: "application/json",
  body: JSON.stringify({ email }),
});

/** Failed logins are counted: 10 by account and address, 300 by address. Each caller stays below. */
const callers = 8;
const accounts = 30;
const samples = { login: 240, forgot: 400 };
/** The milliseconds for work after a response to end before the next request is timed. */
const rest = 25;

/**
 * Measures whether response times tell if an address has an account: medians of known and unknown addresses, measured in turn,
 * with each pair in random order. They should differ by at most 5%.
 */
export async function timing(stage: Stage): Promise<Figure[]> {
  const known: string[] = [];
  for (let n = 0; n < accounts; n += 1) known.push((await stage.join("coach", 5)).email);
  return measureTimes(stage.url, known);
}

/**
 * Measures logins at a host that is already running.
 *
 * @param known addresses with an account. The unknown ones look like them.
 */
export async function measureTimes(url: string, known: readonly string[]): Promise<Figure[]> {
  const unknown = known.map((email) => email.replace("@", ".nobody@"));
  // A server's first request of a kind isn't measured.
  for (let n = 0; n < 40; n += 1) await sent(url, forgot(n % 2 === 0 ? "warm@example.org" : (known[0] ?? "")), 0);
  const figures: Figure[] = [];
  for (const [name, probe, count] of [
    ["login", login, samples.login],
    ["forgot password", forgot, samples.forgot],
  ] as const) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < count; n += 1) {
      const kinds = Math.random() < 0.5 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
      for (const kind of kinds) {
        const emails = kind === "known" ? known : unknown;
        await wait(rest);
        times[kind].push(await sent(url, probe(emails[n % emails.length] ?? ""), n % callers));
      }
    }
    const [one, other] = [quantile(times.known, 0.5), quantile(times.unknown, 0.5)];
    figures.push({
      name: `${name}: known compared to unknown`,
      ratio: Math.max(one, other) / Math.min(one, other),
      target: 1.05,
      atMost: true,
      details: `medians ${ms(one)} known, ${ms(other)} unknown, of ${count} each`,
    });
  }
  return figures;
}

/** Returns the milliseconds until the whole response has arrived. Each caller has its own loopback address. */
function sent(url: string, { path, type, body }: ReturnType<Probe>, caller: number): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url.replace("localhost", "127.0.0.1")}${path}`, {
      method: "POST",
      localAddress: `127.0.0.${2 + caller}`,
      headers: { "content-type": type, "content-length": Buffer.byteLength(body) },
    });
    outgoing.once("error", reject);
    outgoing.once("response", (answer) => {
      if (answer.statusCode === 429 || (answer.statusCode ?? 500) >= 500) {
        reject(new Error(`${path} was answered with ${answer.statusCode}.`));
      }
      answer.resume().once("end", () => resolve(performance.now() - begun));
    });
    outgoing.end(body);
  });
}
