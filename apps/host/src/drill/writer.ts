import { setTimeout as wait } from "node:timers/promises";
import { RequirementType } from "@touchline/contract";
import { createContent, listContent } from "@touchline/contract/content";
import { listMembers } from "@touchline/contract/hierarchy";
import { listLabels, selectOrganization } from "@touchline/contract/organizations";
import { addMember } from "@touchline/contract/profiles";
import { demoLogins, demoOrganizations, demoPassword } from "../demo/logins.ts";

/** What was asked for and what is known of it: said to be done, or unknown because the answer never came. */
export type Ledger = { acknowledged: Set<string>; unknown: Set<string>; refused: string[] };

const timeout = 10_000;

/** A session at the host, as the director of the small demo organization. Outlives the host it was begun at. */
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
  if (!access_token) throw new Error(`Signing in was answered with ${answer.status}.`);
  return { url, token: access_token, begun: Date.now() };
}

async function call(session: Session, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${session.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${session.token}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(timeout),
  });
}

async function read<Answer>(session: Session, path: string): Promise<Answer> {
  const answer = await call(session, "GET", path);
  if (!answer.ok) throw new Error(`GET ${path} was answered with ${answer.status}.`);
  return (await answer.json()) as Answer;
}

const at = (path: string, id: string) => path.replace("{id}", id);
const organizationId = demoOrganizations.club;

/** Where the drill writes: the root of the small organization, under a label of its own. */
export type Place = { levelId: string; labelId: string };

export async function findPlaces(session: Session): Promise<Place> {
  const { hierarchyLevelId: levelId } = await read<{ hierarchyLevelId: string }>(
    session,
    at(selectOrganization.path, organizationId),
  );
  const labels = await read<{ labelId: string; name: string }[]>(session, listLabels.path);
  const labelId = labels.find((label) => label.name === "Head Coach")?.labelId ?? "";
  return { levelId, labelId };
}

/**
 * Writes until the signal: mostly people, each with everything that follows from a membership, now and then a
 * requirement. Every name is used once, so that a write that was done twice shows.
 */
export async function writeUntil(
  stop: AbortSignal,
  session: Session,
  place: Place,
  ledger: Ledger,
  nextName: () => string,
): Promise<void> {
  while (!stop.aborted) {
    const name = nextName();
    const content = name.endsWith("0");
    const answer = await (content
      ? call(session, "POST", createContent.path, {
          type: RequirementType.Document,
          name,
          description: "",
          levelId: place.levelId,
        })
      : call(session, "POST", addMember.path, {
          ...place,
          person: { firstName: "Drill", lastName: name, email: null, dateOfBirth: null },
        })
    ).catch(() => null);
    // Headers without a body that ends are no answer yet.
    const whole = await answer?.text().catch(() => null);
    if (!answer || whole === null || whole === undefined) ledger.unknown.add(name);
    else if (answer.ok) ledger.acknowledged.add(name);
    else if (answer.status >= 500) ledger.unknown.add(name);
    else ledger.refused.push(`${name}: ${answer.status} ${whole}`);
    if (!answer?.ok) await wait(100);
  }
}

/** How often each name that the drill ever used is there now. */
export async function countNames(session: Session, place: Place): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const note = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await read<{ data: { fullName: string }[]; pagination: { totalRecords: number } }>(
      session,
      `${at(listMembers.path, place.levelId)}?search=Drill&perPage=100&page=${page}`,
    );
    for (const { fullName } of data) note(fullName.replace(/^Drill /, ""));
    if (data.length === 0 || page * 100 >= pagination.totalRecords) break;
  }
  const library = await read<{ name: string }[]>(session, `${listContent.path}?organizationId=${organizationId}`);
  for (const { name } of library) if (name.startsWith("W")) note(name);
  return counts;
}
