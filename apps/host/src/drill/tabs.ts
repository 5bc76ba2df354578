/** An account with its password, and the number of browsers in which it logs in. */
export type DrillLogin = { email: string; password: string };

export type TabsReport = {
  /** Renewals that returned new tokens, and responses of 503, which are retried after a moment. */
  renewed: number;
  busy: number;
  /** Responses of 401. Each is a person who was logged out. */
  loggedOut: number;
  /** Any other response, or none. */
  failed: string[];
  /** How often the tabs of one session received different tokens. */
  parted: number;
  /** The milliseconds until a tab had its response. */
  wait: Times;
  /** Requests that others made in the meantime, and how many of them were answered with 503. */
  others: { calls: number; busy: number; failed: string[]; wait: Times };
  seconds: number;
};
export type Times = { p50: number; p99: number; longest: number };

type Tokens = { access_token: string; refresh_token: string };
type Browser = { cookie: string; tokens: Tokens };

/** A browser's timeout in milliseconds. */
const timeout = 30_000;
const pause = 500;

const post = (url: string, cookie: string, body: unknown) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
  });

async function openBrowser(url: string, { email, password }: DrillLogin): Promise<Browser> {
  const answer = await fetch(`${url}/identity/connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: "touchline-web",
      grant_type: "password",
      scope: "openid offline_access",
      username: email,
      password,
    }),
    signal: AbortSignal.timeout(timeout),
  });
  const tokens = (await answer.json()) as Tokens;
  if (!answer.ok) throw new Error(`Sign-in was answered with status ${answer.status}.`);
  const sealed = await post(`${url}/api/active-user-session-set`, "", {
    token: tokens.access_token,
    refresh_token: tokens.refresh_token,
    authTime: Date.now(),
    roles: [],
    remember: true,
  });
  const [cookie = ""] = sealed.headers.getSetCookie()[0]?.split(";") ?? [];
  if (sealed.status !== 204) throw new Error(`The session was answered with status ${sealed.status}.`);
  return { cookie, tokens };
}

type Ledger = Pick<TabsReport, "renewed" | "busy" | "loggedOut" | "failed" | "parted"> & { took: number[] };
type OthersLedger = Pick<TabsReport["others"], "busy" | "failed"> & { took: number[] };

/** Requests a token newer than the tab's own. @returns null if it was refused. */
async function renewInTab(url: string, { cookie, tokens }: Browser, ledger: Ledger): Promise<Tokens | null> {
  const begun = performance.now();
  for (;;) {
    const answer = await post(`${url}/api/refresh-token`, cookie, { refreshToken: tokens.refresh_token }).catch(
      (error: Error) => error,
    );
    if (!(answer instanceof Error) && answer.ok) {
      ledger.took.push(performance.now() - begun);
      ledger.renewed += 1;
      return (await answer.json()) as Tokens;
    }
    if (!(answer instanceof Error) && answer.status === 503) {
      ledger.busy += 1;
      await answer.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, pause));
      continue;
    }
    if (!(answer instanceof Error) && answer.status === 401) ledger.loggedOut += 1;
    else ledger.failed.push(answer instanceof Error ? answer.message : `${answer.status} ${await answer.text()}`);
    return null;
  }
}

/** Keeps reading as a person who only reads, until the renewals have ended. */
async function readUntil(stop: AbortSignal, url: string, token: string, others: OthersLedger) {
  while (!stop.aborted) {
    const begun = performance.now();
    const answer = await fetch(`${url}/api/app/profile/level-roles`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeout),
    }).catch((error: Error) => error);
    others.took.push(performance.now() - begun);
    if (answer instanceof Error) {
      others.failed.push(answer.message);
      continue;
    }
    await answer.body?.cancel();
    if (answer.status === 503) {
      others.busy += 1;
      await new Promise((resolve) => setTimeout(resolve, pause));
    } else if (!answer.ok) others.failed.push(String(answer.status));
  }
}

function times(took: number[]): Times {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return { p50: at(0.5), p99: at(0.99), longest: at(1) };
}

/**
 * Opens sessions and renews each of them in all of its tabs at once, again and again, each tab at another server. In the
 * meantime a person reads at each server.
 *
 * @param options.urls servers of one product on one database.
 */
export async function runTabs(options: {
  urls: readonly string[];
  logins: readonly DrillLogin[];
  sessions: number;
  tabs: number;
  rounds: number;
  log: (line: string) => void;
}): Promise<TabsReport> {
  const { urls, logins, sessions, tabs, rounds, log } = options;
  const begun = performance.now();
  const server = (index: number) => urls[index % urls.length] as string;
  const browsers: Browser[] = [];
  for (let index = 0; index < sessions; index += 1) {
    browsers.push(await openBrowser(server(index), logins[index % logins.length] as DrillLogin));
  }
  log(`Sessions open: ${sessions}.`);
  const ledger: Ledger = { renewed: 0, busy: 0, loggedOut: 0, failed: [], parted: 0, took: [] };
  const others: OthersLedger = { busy: 0, failed: [], took: [] };

  const renewInAllTabs = async (browser: Browser, number: number) => {
    const accounts = await Promise.all(
      Array.from({ length: tabs }, (_, tab) => renewInTab(server(number + tab), browser, ledger)),
    );
    const held = accounts.filter((one) => one !== null);
    if (new Set(held.map((one) => one.refresh_token)).size > 1) ledger.parted += 1;
    browser.tokens = held[0] ?? browser.tokens;
  };
  for (let round = 1; round <= rounds; round += 1) {
    const through = new AbortController();
    const reading = urls.map((url) => readUntil(through.signal, url, browsers[0]?.tokens.access_token ?? "", others));
    await Promise.all(browsers.map(renewInAllTabs)).finally(() => through.abort());
    await Promise.all(reading);
    log(`Round ${round} of ${rounds}. Renewed: ${ledger.renewed}. Logged out: ${ledger.loggedOut}.`);
  }
  const { took, ...counts } = ledger;
  return {
    ...counts,
    wait: times(took),
    others: { calls: others.took.length, busy: others.busy, failed: others.failed, wait: times(others.took) },
    seconds: (performance.now() - begun) / 1000,
  };
}
