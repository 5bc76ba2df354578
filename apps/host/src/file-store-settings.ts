import type { S3Settings } from "@touchline/api/adapters/files/s3-requests";
import { type ReadSetting, readUrl } from "./screening-settings.ts";

/** Where files are kept: `first` is where new ones go. A bucket that is set but not first is read, so that files can be moved back. */
export type FileStoreSettings = { bucket: S3Settings; first: "bucket" | "disk" };

/**
 * Reads where files are kept. Null: in `DATA_DIR`.
 *
 * @throws Error with one sentence that names the variable and what to write.
 */
export function readFileStore(read: ReadSetting): FileStoreSettings | null {
  const bucket = read("S3_BUCKET");
  const first = read("FILES_STORE");
  if (first !== null && first !== "disk" && first !== "bucket")
    throw new Error(`FILES_STORE is "${first}". Use disk or bucket.`);
  const [accessKeyId, secretAccessKey] = [read("S3_ACCESS_KEY_ID"), read("S3_SECRET_ACCESS_KEY")];
  if (bucket === null) {
    if (first === "bucket" || accessKeyId !== null || secretAccessKey !== null)
      throw new Error("S3_BUCKET isn't set. Set it to the name of the bucket for files.");
    return null;
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(
      `S3_BUCKET is "${bucket}". Use the name of a bucket: 3 to 63 small letters, digits, dots, and hyphens.`,
    );
  if (accessKeyId === null || secretAccessKey === null)
    throw new Error("S3_BUCKET needs a key. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.");
  const region = read("S3_REGION") ?? "us-east-1";
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new Error(`S3_REGION is "${region}". Use a region such as us-east-1.`);
  const own = readUrl(read, "S3_ENDPOINT");
  const settings: S3Settings = {
    endpoint: own ?? `https://s3.${region}.amazonaws.com`,
    ...{ region, bucket, accessKeyId, secretAccessKey },
    prefix: readPrefix(read("S3_PREFIX")),
    sessionToken: read("S3_SESSION_TOKEN"),
    pathStyle: readAddressing(read("S3_ADDRESSING"), { own: own !== null, bucket }),
    encryption: readEncryption(read("S3_ENCRYPTION"), read("S3_KMS_KEY_ID")),
  };
  return { bucket: settings, first: first ?? "bucket" };
}

function readPrefix(text: string | null): string {
  if (text === null) return "";
  const prefix = text.replace(/\/+$/, "");
  if (!/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(prefix))
    throw new Error(`S3_PREFIX is "${text}". Use letters, digits, and hyphens, such as touchline/files.`);
  return `${prefix}/`;
}

/** AWS wants the bucket in the host; services of one's own mostly have no names for it there. */
function readAddressing(text: string | null, { own, bucket }: { own: boolean; bucket: string }): boolean {
  if (text !== null && text !== "path" && text !== "host")
    throw new Error(`S3_ADDRESSING is "${text}". Use path or host.`);
  // A certificate for the service's hosts is good for one label.
  return text === null ? own || bucket.includes(".") : text === "path";
}

function readEncryption(text: string | null, keyId: string | null): S3Settings["encryption"] {
  if (keyId !== null && text !== "aws:kms") throw new Error("S3_KMS_KEY_ID needs S3_ENCRYPTION set to aws:kms.");
  if (text === null || text === "AES256") return { algorithm: "AES256", keyId: null };
  if (text === "aws:kms") return { algorithm: text, keyId };
  if (text === "off") return null;
  throw new Error(`S3_ENCRYPTION is "${text}". Use AES256, aws:kms, or off.`);
}
