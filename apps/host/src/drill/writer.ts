import { setTimeout as wait } from "node:timers/promises";
import { RequirementType } from "@touchline/contract";
import { listLabels, selectOrganization } from "@touchline/contract/accounts/organizations";
import { createContent, listContent } from "@touchline/contract/library/content";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { addMember } from "@touchline/contract/people/profiles";
import { demoLogins, demoOrganizations, demoPassword } from "../demo/logins.ts";

/**
 * The writes and what is known of them: acknowledged, or unknown because there was no response. An unknown one is repeated
 * under its idempotency key until it is answered.
 */
export type Ledger = { acknowledged: Set<string>; unknown: Set<string>; repeated: number; refused: string[] };

const timeout = 10_000;

/** A session at the host, as the director of the small demo organization. It survives restarts of the host. */
export type Session = { url: string; token: string; begun: number };

export async function signIn(url: string): Promise<Session> {
  const email = demoLogins.find((login) => login.key === "other")?.email ?? "";
  const answer = await fetch(`${url}/identity/connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: "touchline-web",
      grant_type: "password",
      scope: "openid offline_access",
      username: email,
      password: demoPassword,
    }),
    signal: AbortSignal.timeout(timeout),
  });
  const { access_token } = (await answer.json()) as { access_token?: string };
  if (!access_token) throw new Error(`Sign-in was answered with status ${answer.status}.`);
  return { url, token: access_token, begun: Date.now() };
}

async function call(session: Session, method: string, path: string, body?: unknown, key?: string): Promise<Response> {
  return fetch(`${session.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session.token}`,
      ...(body ? { "content-type": "application/json" } : {}),
      ...(key ? { "idempotency-key": key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(timeout),
  });
}

async function read<Answer>(session: Session, path: string): Promise<Answer> {
  const answer = await call(session, "GET", path);
  if (!answer.ok) throw new Error(`GET ${path} was answered with status ${answer.status}.`);
  return (await answer.json()) as Answer;
}

const at = (path: string, id: string) => path.replace("{id}", id);
const organizationId = demoOrganizations.club;

/** Where the drill writes: at the root of the small organization, with a role of its own. */
export type DrillLevel = { levelId: string; labelId: string };

export async function findPlaces(session: Session): Promise<DrillLevel> {
  const { hierarchyLevelId: levelId } = await read<{ hierarchyLevelId: string }>(
    session,
    at(selectOrganization.path, organizationId),
  );
  const labels = await read<{ labelId: string; name: string }[]>(session, listLabels.path);
  const labelId = labels.find((label) => label.name === "Head Coach")?.labelId ?? "";
  return { levelId, labelId };
}

/**
 * Writes until the signal: mostly people, each with everything that follows from a membership, and sometimes a requirement.
 * Every name is used once, so that a write that was done twice is noticed.
 */
export async function writeUntil(
  stop: AbortSignal,
  session: Session,
  place: DrillLevel,
  ledger: Ledger,
  nextName: () => string,
): Promise<void> {
  while (!stop.aborted) {
    // Interrupted writes go first. Each is taken off the list, so that no other writer repeats it too.
    const [again] = ledger.unknown;
    if (again !== undefined) {
      ledger.unknown.delete(again);
      ledger.repeated += 1;
    }
    if (!(await write(session, place, ledger, again ?? nextName()))) await wait(100);
  }
}

/** Repeats all writes that were never answered. @throws if one isn't answered now either. */
export async function settle(session: Session, place: DrillLevel, ledger: Ledger): Promise<void> {
  const open = [...ledger.unknown];
  ledger.unknown.clear();
  for (const name of open) {
    ledger.repeated += 1;
    for (let tries = 1; !(await write(session, place, ledger, name)); tries += 1) {
      if (tries === 50) throw new Error(`The request for ${name} was never answered.`);
      ledger.unknown.delete(name);
      await wait(100);
    }
  }
}

/**
 * Sends one write under its own idempotency key, so that a repetition gets the first response.
 *
 * @returns whether it was answered.
 */
async function write(session: Session, place: DrillLevel, ledger: Ledger, name: string): Promise<boolean> {
  const content = name.endsWith("0");
  const answer = await (content
    ? call(
        session,
        "POST",
        createContent.path,
        { type: RequirementType.Document, name, description: "", levelId: place.levelId },
        name,
      )
    : call(
        session,
        "POST",
        addMember.path,
        {
          ...place,
          person: {
            firstName: "Drill",
            lastName: name,
            email: `${name.toLowerCase()}@drill.example`,
            dateOfBirth: null,
          },
        },
        name,
      )
  ).catch(() => null);
  // Headers without a complete body aren't a response yet.
  const whole = await answer?.text().catch(() => null);
  const unanswered = !answer || whole === null || whole === undefined || answer.status >= 500 || answer.status === 429;
  if (unanswered || (answer.status === 409 && whole.includes("stillRunning"))) {
    ledger.unknown.add(name);
    return false;
  }
  if (answer.ok) ledger.acknowledged.add(name);
  else ledger.refused.push(`${name}: ${answer.status} ${whole}`);
  return answer.ok;
}

/** Returns how often each name that the drill has used exists now. */
export async function countNames(session: Session, place: DrillLevel): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const note = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  let cursor: string | null = "";
  while (cursor !== null) {
    type Page = { data: { fullName: string }[]; pagination: { next: string | null } };
    const page: Page = await read<Page>(
      session,
      `${at(listMembers.path, place.levelId)}?perPage=100${cursor ? `&cursor=${cursor}` : ""}`,
    );
    for (const { fullName } of page.data) if (fullName.startsWith("Drill ")) note(fullName.slice("Drill ".length));
    cursor = page.pagination.next;
  }
  const library = await read<{ name: string }[]>(session, `${listContent.path}?organizationId=${organizationId}`);
  for (const { name } of library) if (name.startsWith("W")) note(name);
  return counts;
}
