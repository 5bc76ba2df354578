import { rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { addOrganizationFile, getOrganizationFile } from "@touchline/contract/accounts/organization-settings";
import { expect, test } from "vitest";
import { aSmallDisk, execute } from "../../test/full-disk.ts";
import { aPdf, aWorld } from "../../test/world.ts";

const world = aWorld();

async function anAdmin() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const token = await world.it.signIn(admin.email);
  const about = { params: { id: org.organizationId }, query: { purpose: "Other" as const } };
  return { org, admin, token, about };
}

/** Sends bytes unchanged: `fetch` would build a body of its own. */
async function send(path: string, token: string, contentType: string, body: string) {
  const { hostname, port } = new URL(world.it.base);
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": contentType };
    const asking = request({ hostname, port, path, method: "POST", headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    asking.on("error", reject);
    asking.end(body);
  });
}

const file =
  'content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF';
const malformed: [string, string, string][] = [
  ["no boundary is named", "multipart/form-data", `--x\r\n${file}\r\n--x--\r\n`],
  ["the boundary is too long", `multipart/form-data; boundary=${"x".repeat(300)}`, "--x--\r\n"],
  ["it ends in the middle of a file", "multipart/form-data; boundary=x", `--x\r\n${file}`],
  ["it ends after a whole part", "multipart/form-data; boundary=x", `--x\r\n${file}\r\n--x\r\n`],
  [
    "it ends in the middle of a field",
    "multipart/form-data; boundary=x",
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb',
  ],
  ["its parts have no headers", "multipart/form-data; boundary=x", "--x\r\n\r\nnothing\r\n--x--\r\n"],
  ["it is no multipart at all", "multipart/form-data; boundary=x", "{}"],
  ["its boundary is another one", "multipart/form-data; boundary=y", `--x\r\n${file}\r\n--x--\r\n`],
  ["it is empty", "multipart/form-data; boundary=x", ""],
];

test.each(malformed)("an upload is answered 400 when %s", async (_, contentType, body) => {
  const { org, token } = await anAdmin();
  const path = `/api/app/organization/${org.organizationId}/file?purpose=Other`;
  const answer = await send(path, token, contentType, body);
  expect(answer.status, answer.body).toBe(400);
  expect(JSON.parse(answer.body).message).not.toMatch(/boundary|multipart data|needle|terminated/i);
});

test("a file's name is sent with every character escaped that RFC 5987 requires", async () => {
  const { admin, about } = await anAdmin();
  await admin.call(addOrganizationFile, { ...about, body: {}, files: [aPdf("O'Neil (1)*.pdf")] });
  const { headers } = await admin.ask(getOrganizationFile, about);
  expect(headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''O%27Neil%20%281%29%2A.pdf");
});

test("a database without space answers 503 with a reason and when to try again, and keeps what it had acknowledged", async () => {
  const { admin, about } = await anAdmin();
  await admin.call(addOrganizationFile, { ...about, body: {}, files: [aPdf("before.pdf")] });
  await execute(
    world.it.adminUrl,
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
    "CREATE TRIGGER full_disk BEFORE INSERT ON stored_file EXECUTE FUNCTION full_disk()",
  );
  const answer = await admin.ask(addOrganizationFile, { ...about, body: {}, files: [aPdf("after.pdf")] });
  await execute(world.it.adminUrl, "DROP TRIGGER full_disk ON stored_file");
  expect(answer).toMatchObject({ status: 503, body: { code: "unavailable", reason: "storageFull" } });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  const kept = await admin.ask(getOrganizationFile, about);
  expect(kept.headers.get("content-disposition")).toContain("before.pdf");
});

test("a disk without space for files answers 503 with a reason, leaves nothing behind, and takes them again once there is space", async (context) => {
  const { admin, about } = await anAdmin();
  const unmount = aSmallDisk(world.it.folder);
  if (!unmount) return context.skip("only root can mount a small disk");
  try {
    await writeFile(join(world.it.folder, "ballast"), Buffer.alloc(1_000_000));
    const large = new File([await aPdf().text(), Buffer.alloc(100_000, " ")], "large.pdf", { type: "application/pdf" });
    const answer = await admin.ask(addOrganizationFile, { ...about, body: {}, files: [large] });
    expect(answer).toMatchObject({ status: 503, body: { code: "unavailable", reason: "storageFull" } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await admin.ask(getOrganizationFile, about)).status).toBe(404);
    expect(await world.it.storedKeys()).toEqual(["ballast"]);
    await rm(join(world.it.folder, "ballast"));
    await admin.call(addOrganizationFile, { ...about, body: {}, files: [large] });
  } finally {
    unmount();
  }
});
