import { partnerGrant, partnerPaths } from "@touchline/contract/accounts/partner-sign-in";
import { getToken } from "@touchline/contract/accounts/session";
import { findSso } from "@touchline/contract/integrations/single-sign-on";
import { call } from "../client.ts";
import { CallFailed, dataOf, identityAddress, send } from "../transport.ts";
import { forgetInTab, keepInTab, readInTab } from "./browser-storage.ts";
import { endPending } from "./ending.ts";
import {
  beginSession,
  rethrowSignInError,
  type SecondFactor,
  type SecondFactorRequired,
  signInFurther,
  signInProblem,
} from "./sign-in.ts";
import { words } from "./words.ts";

/** A partner at which people of its own may sign in. */
export type Partner = { key: string; name: string };
/** An account with the partner's address was here before: its owner has to log in to it once. */
export type ProofNeeded = {
  email: string;
  name: string;
  /** Whether the password is asked for because the account isn't only the organization's. */
  elsewhere?: boolean;
};

/** What this tab keeps while its browser is at the partner: what makes the code that comes back good for tokens. */
const key = "touchline.partner";

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The partners of the identity service; none if it has none or doesn't answer. */
export async function listPartners(): Promise<Partner[]> {
  const url = `${identityAddress()}${partnerPaths.issuers}`;
  const response = await send(url, { credentials: "omit" }).catch(() => null);
  const partners: unknown = response?.ok ? await response.json().catch(() => null) : null;
  return Array.isArray(partners) ? (partners as Partner[]) : [];
}

/** The identity providers of organizations that vouch for an address; its name before the @ stays here. */
export async function findSignOns(email: string): Promise<Partner[]> {
  const domain = email.trim().toLowerCase().split("@").at(-1) ?? "";
  return (await call(findSso, { params: { domain } })).data;
}

/** What is kept of the login page meanwhile: where to go afterwards, and whether the session is to last. */
type SignInRequest = { next: unknown; remember: boolean };

/** Where the browser goes to sign in at a partner. */
export async function beginAtPartner(partner: Partner, { next, remember }: SignInRequest): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  keepInTab(key, JSON.stringify({ verifier, next, remember }));
  return `${identityAddress()}${partnerPaths.begin(partner.key, base64url(new Uint8Array(hash)))}`;
}

function readKept(): { verifier?: string } & Partial<SignInRequest> {
  return JSON.parse(readInTab(key) ?? "{}");
}

/** Where whoever signed in at a partner was on the way to. */
export const nextAfterPartner = () => readKept().next;

let first: { code: string; done: Promise<ProofNeeded | null> } | null = null;

/**
 * Logs in with the returned code. Repeated calls with the same code share one sign-in.
 *
 * @returns what must be proven first, else null.
 * @throws SecondFactorAsked if the account requires more; CallFailed
 */
export function finishAtPartner(code: string): Promise<ProofNeeded | null> {
  if (first?.code !== code) first = { code, done: exchange(code) };
  return first.done;
}

/** Signs in at the partner's with the password of the account that was here before. */
export const proveAtPartner = (code: string, password: string) => exchange(code, password);

/** The second step, where the account asks for one. What the password has proven is connected by it. @throws CallFailed */
export function goFurtherAtPartner(code: string, step: SecondFactorRequired, factor: SecondFactor): Promise<void> {
  const { verifier, remember = false } = readKept();
  const linking = verifier === undefined ? undefined : { partner_code: code, code_verifier: verifier };
  return signInFurther(step.mfaToken, factor, remember, linking);
}

async function exchange(code: string, password?: string): Promise<ProofNeeded | null> {
  const { verifier, remember = false } = readKept();
  if (verifier === undefined) {
    throw new CallFailed(words.signInTooOld, 400);
  }
  await endPending();
  const response = await send(`${identityAddress()}${getToken.path}`, {
    method: getToken.method,
    credentials: "omit",
    body: new URLSearchParams({
      client_id: "touchline-web",
      grant_type: partnerGrant,
      scope: "openid offline_access",
      code,
      code_verifier: verifier,
      ...(password === undefined ? {} : { password }),
    }),
  });
  const proof = await proofOf(response);
  if (proof) return proof;
  await beginSession(await dataOf(response).catch(rethrowSignInError), remember);
  return null;
}

async function proofOf(response: Response): Promise<ProofNeeded | null> {
  if (response.status !== 400) return null;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { error, email, name, elsewhere = false } = (answer ?? {}) as { error?: string } & ProofNeeded;
  return error === "proof_required" ? { email, name, elsewhere } : null;
}

/** Forgets what was kept for this sign-in. */
export const forgetPartner = () => forgetInTab(key);

/**
 * The reason for a failure. The service's own message is shown; for a wrong password the login page has a better one.
 */
export function partnerProblem(error: unknown, proving: boolean): string | null {
  if (!(error instanceof CallFailed)) return null;
  if (proving) return signInProblem(error);
  const description = (error.problem as { error_description?: unknown } | null)?.error_description;
  return typeof description === "string" ? description : error.message;
}
