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

/** A partner whose people can sign in with it. */
export type Partner = { key: string; name: string };
/** The owner of the account has to enter its password: once because it already exists, or because it isn't only the organization's. */
export type ProofNeeded = {
  email: string;
  name: string;
  /** Whether the password is asked for because the account isn't only the organization's. */
  elsewhere?: boolean;
};

/**
 * The key of what this tab stores while the browser is at the partner. The verifier is needed to exchange the returned code.
 */
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

/** What is stored of the login page: where to go afterwards, and whether to stay logged in. */
type SignInRequest = { next: unknown; remember: boolean };

/** Returns the address of a partner's sign-in page. */
export async function beginAtPartner(partner: Partner, { next, remember }: SignInRequest): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  keepInTab(key, JSON.stringify({ verifier, next, remember }));
  return `${identityAddress()}${partnerPaths.begin(partner.key, base64url(new Uint8Array(hash)))}`;
}

function readKept(): { verifier?: string } & Partial<SignInRequest> {
  return JSON.parse(readInTab(key) ?? "{}");
}

/** Returns the page that the person was going to before they signed in at a partner. */
export const nextAfterPartner = () => readKept().next;

let first: { code: string; done: Promise<ProofNeeded | null> } | null = null;

/**
 * Logs in with the returned code. Repeated calls with the same code share one login.
 *
 * @returns the proof that is needed first, or null.
 * @throws SecondFactorRequired if the account requires a second factor; CallFailed
 */
export function finishAtPartner(code: string): Promise<ProofNeeded | null> {
  if (first?.code !== code) first = { code, done: exchange(code) };
  return first.done;
}

/** Logs in with the code and the password of the existing account. */
export const proveAtPartner = (code: string, password: string) => exchange(code, password);

/**
 * Completes the second step, if the account requires one. It also connects the partner's sign-in with the account.
 *
 * @throws CallFailed
 */
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

/** Forgets what was stored for this sign-in. */
export const forgetPartner = () => forgetInTab(key);

/**
 * Returns the reason for a failure. The service's own message is shown, except for a wrong password, for which the login page
 * has a better one.
 */
export function partnerProblem(error: unknown, proving: boolean): string | null {
  if (!(error instanceof CallFailed)) return null;
  if (proving) return signInProblem(error);
  const description = (error.problem as { error_description?: unknown } | null)?.error_description;
  return typeof description === "string" ? description : error.message;
}
