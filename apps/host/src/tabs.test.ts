import { openTenancy } from "@touchline/api/database/tenancy";
import { organizationMaker, password } from "@touchline/api/test/organization";
import { createAccounts } from "@touchline/identity";
import { expect, test } from "vitest";
import { someServers } from "../test/running.ts";
import { runTabs } from "./drill/tabs.ts";

const servers = someServers(2);

test("tabs of many sessions that renew at once, at two servers on one database, all go on, and nobody else waits in vain", async () => {
  const { adapters, database, identityPool, urls } = servers;
  const organization = await organizationMaker({
    tenancy: openTenancy(database.pool),
    accounts: createAccounts(identityPool),
    adapters,
    now: () => new Date(),
  })();
  const coach = await organization.aMember("northTeam", "Head Coach");
  const [sessions, tabs, rounds] = [12, 6, 3];
  const logins = [{ email: coach.email, password }];
  const report = await runTabs({ urls, logins, sessions, tabs, rounds, log: () => {} });
  expect(report).toMatchObject({ loggedOut: 0, failed: [], parted: 0, renewed: sessions * tabs * rounds });
  expect(report.others.failed).toEqual([]);
}, 120_000);
