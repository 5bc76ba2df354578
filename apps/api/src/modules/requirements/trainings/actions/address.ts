import type { Adapters, Call, Site } from "../../../../call.ts";
import type { Package } from "../queries.ts";

/**
 * A link to the files of a package. Its frame sends no access token and resolves relative addresses, so the path itself carries the
 * encrypted permission and its expiration.
 */
export type PackageLink = {
  organizationId: string;
  attemptId: string;
  sittingId: string;
  fileId: string;
  item: number;
  until: number;
};

/** The attempt id used for previews, which read and store no progress. */
export const noAttempt = "00000000-0000-0000-0000-000000000000";
export const packagePath = "/api/app/training-package";
/** How long an address lasts: for a long course with a pause. */
const lasts = 4 * 3600 * 1000;
const place = { tenant: "", table: "training_sitting", column: "link", id: "" };
const ids = ["organizationId", "attemptId", "sittingId", "fileId"] as const;

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idIn = (bytes: Buffer) => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** Encrypts a link compactly, because it is part of every address of the package. */
export function sealLink({ vault }: Pick<Adapters, "vault">, link: PackageLink): string {
  const more = Buffer.alloc(10);
  more.writeUInt16BE(link.item, 0);
  more.writeBigUInt64BE(BigInt(link.until), 2);
  const bytes = Buffer.concat([...ids.map((name) => bytesOf(link[name])), more]);
  return vault.sealShared(place, bytes.toString("base64")).toString("base64url");
}

/** Decrypts a link; null if it is forged or expired. */
export function openLink({ vault }: Pick<Adapters, "vault">, token: string, now: Date): PackageLink | null {
  let bytes: Buffer;
  try {
    bytes = Buffer.from(vault.openShared(place, Buffer.from(token, "base64url")), "base64");
  } catch {
    return null;
  }
  const [organizationId = "", attemptId = "", sittingId = "", fileId = ""] = ids.map((_, index) =>
    idIn(bytes.subarray(16 * index, 16 * index + 16)),
  );
  const [item, until] = [bytes.readUInt16BE(64), Number(bytes.readBigUInt64BE(66))];
  return until < now.getTime() ? null : { organizationId, attemptId, sittingId, fileId, item, until };
}

/** Returns the origin that serves packages: a dedicated host if one is configured. */
export const packagesAt = ({ url, apiUrl, packagesUrl }: Site): string => packagesUrl ?? apiUrl ?? url;

/** The address of the page that a part begins with. */
export function addressOf(
  { adapters, organizationId, now }: Call,
  of: Pick<PackageLink, "attemptId" | "sittingId" | "fileId" | "item">,
  { items }: Pick<Package, "items">,
): string {
  const { path = "", query = "" } = items[of.item] ?? {};
  const token = sealLink(adapters, { organizationId, ...of, until: now.getTime() + lasts });
  const page = path.split("/").map(encodeURIComponent).join("/");
  return `${packagesAt(adapters.site)}${packagePath}/${token}/${page}${query === "" ? "" : `?${query}`}`;
}
