import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { inject } from "vitest";
import { execute, withDatabase } from "./database.ts";

/**
 * A database for one test file, as the owning, the serving, and the identity service's role. `drop` removes it. Close the
 * test's own connections first, because PostgreSQL waits five seconds for them and then refuses.
 */
export type Clone = { adminUrl: string; appUrl: string; identityUrl: string; drop(): Promise<void> };

const objectInUse = "55006";

/** Copies the run's migrated template. Call it once per test file, in `beforeAll`, and `drop` in `afterAll`. */
export async function cloneTemplate(): Promise<Clone> {
  const { adminUrl, appUrl, identityUrl, template } = inject("database");
  const name = `touchline_test_${randomBytes(6).toString("hex")}`;
  const statement = `create database ${name} template ${template} strategy file_copy`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await execute(adminUrl, statement);
      break;
    } catch (cause) {
      // Background processes of the server may be connected to the template for a moment.
      if ((cause as { code?: string }).code !== objectInUse || attempt === 50) throw cause;
      await wait(100);
    }
  }
  return {
    adminUrl: withDatabase(adminUrl, name),
    appUrl: withDatabase(appUrl, name),
    identityUrl: withDatabase(identityUrl, name),
    async drop() {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await execute(adminUrl, `drop database if exists ${name}`);
        } catch (cause) {
          // Connections that were just closed take a moment to disappear.
          if ((cause as { code?: string }).code !== objectInUse || attempt === 5) throw cause;
        }
      }
    },
  };
}
