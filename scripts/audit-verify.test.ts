import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beginning, canonical, contentHash, linkHash, partText, sha256 } from "@touchline/api/security/audit-chain";
import { openVault, type SigningKey } from "@touchline/api/security/encryption";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyExport } from "./audit-verify.ts";

const ours = openVault("the secret of this installation, long enough").signing;
const foreign = openVault("the secret of a forger, which is long enough").signing;
const organizationId = "0197a000-0000-7000-8000-000000000001";

/** Builds an export in three parts of two entries each, as the product writes it. */
function exported(signing: SigningKey, scope: "whole" | "part" = "whole"): string[][] {
  let hash = beginning;
  return [1, 3, 5].map((from) => {
    const before = hash;
    const lines = [from, from + 1].map((seq) => {
      const id = `0197a000-0000-7000-8000-00000000010${seq}`;
      const record = { action: "level.renamed", at: "2026-11-01T10:00:00.000000Z" };
      const content = contentHash({ organizationId, source: "audit_event", id, record });
      const sealedAt = "2026-11-01T10:01:00.000Z";
      hash = linkHash({ organizationId, sequence: seq, sealedAt, before: hash, content });
      return canonical({ seq, sealedAt, content, hash, source: "audit_event", id, record });
    });
    const { keyId, publicKey } = signing;
    const head = {
      part: "touchline-audit/2",
      ...{ organizationId, first: 1, last: 6, total: 6, scope, from, through: from + 1, before },
      ...{ exportedAt: "2026-11-01T10:02:00.000Z", keyId, publicKey, lines: 2, sha256: sha256(lines.join("\n")) },
    };
    return [canonical({ ...head, signature: signing.sign(partText(head)) }), ...lines];
  });
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "touchline-verify-"));
  await writeFile(join(folder, "ours.pem"), ours.publicKey);
});
afterAll(() => rm(folder, { recursive: true }));

async function verified(parts: string[][], ...more: string[]) {
  const file = join(folder, "export.ndjson");
  await writeFile(file, `${parts.flat().join("\n")}\n`);
  const said: string[] = [];
  return { code: await verifyExport([file, ...more], (line) => said.push(line)), said: said.join("\n") };
}
const withKey = () => ["--key", join(folder, "ours.pem")];

test("a whole export that is signed with the key one keeps ends with 0", async () => {
  const { code, said } = await verified(exported(ours), ...withKey());
  expect(said).toContain("The audit log is complete and unchanged.");
  expect(code).toBe(0);
});

test("an export without its beginning, or cut off at its end, ends with 1 and names what is missing", async () => {
  const [one = [], two = [], three = []] = exported(ours);
  const noBeginning = await verified([two, three], ...withKey());
  expect(noBeginning.code).toBe(1);
  expect(noBeginning.said).toContain("WRONG: Entries 1 to 2 are missing.");
  const noEnd = await verified([one, two], ...withKey());
  expect(noEnd.code).toBe(1);
  expect(noEnd.said).toContain("WRONG: Entries 5 to 6 are missing.");
  expect((await verified([one, three], ...withKey())).said).toContain("WRONG: Entries 3 to 4 are missing.");
});

test("parts of two exports are not taken for one, nor is a head that was made to say that less is enough", async () => {
  const [one = [], two = [], three = []] = exported(ours);
  const asPart = exported(ours, "part");
  expect((await verified([one, two, asPart[2] ?? []], ...withKey())).said).toContain("is of another export");
  const less = two.map((line) => line.replace('"first":1', '"first":3'));
  expect((await verified([less, three], ...withKey())).said).toContain("The signature on line 1 is not good.");
  const silent = one.map((line) => line.replace('"first":1,', ""));
  expect((await verified([silent, two, three], ...withKey())).said).toContain("does not say where the export begins");
});

test("without a key the check says that nothing is authenticated and ends with 3, for a forgery as for the truth", async () => {
  for (const signing of [ours, foreign]) {
    const { code, said } = await verified(exported(signing));
    expect(code).toBe(3);
    expect(said).toContain("Not authenticated");
    expect(said).not.toContain("The audit log is complete and unchanged.");
  }
  const forged = await verified(exported(foreign), ...withKey());
  expect(forged.code).toBe(1);
  expect(forged.said).toContain("which you did not name");
});
