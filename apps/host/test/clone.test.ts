import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { cloneTemplate } from "./clone.ts";
import { execute, withDatabase } from "./database.ts";

test("clones do not see each other's tables, and both roles reach their own", async () => {
  const [one, two] = await Promise.all([cloneTemplate(), cloneTemplate()]);
  try {
    await execute(one.adminUrl, "create table only_here (n int)");
    await expect(execute(two.adminUrl, "select 1 from only_here")).rejects.toThrow(/does not exist/);
    await expect(execute(one.appUrl, "select 1 from only_here")).rejects.toThrow(/permission denied/);
  } finally {
    await Promise.all([one.drop(), two.drop()]);
  }
  await expect(execute(one.adminUrl, "select 1")).rejects.toThrow(/does not exist/);
});

test("dropping a clone waits for connections that are just closing", async () => {
  const clone = await cloneTemplate();
  const client = new Client({ connectionString: clone.appUrl });
  await client.connect();
  const closing = client.end();
  await clone.drop();
  await closing;
  await expect(execute(clone.adminUrl, "select 1")).rejects.toThrow(/does not exist/);
});

test("nobody can connect to the template, so that cloning it never waits for long", async () => {
  const { adminUrl, template } = inject("database");
  await expect(execute(withDatabase(adminUrl, template), "select 1")).rejects.toThrow(/not currently accepting/);
});
