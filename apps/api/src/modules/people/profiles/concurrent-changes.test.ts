import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { aWorld } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { changeMany } from "./actions/change-many.ts";

const world = aWorld();
const dialect = new PgDialect();

/** The call, of which the first statement that begins so has another one before it. Its query builder stays the same. */
function withBefore(call: Call, beginning: string, other: SQL): Call {
  const execute = call.db.execute.bind(call.db);
  let hasBegun = false;
  const after = async (query: SQL) => {
    if (!hasBegun && dialect.sqlToQuery(query).sql.trim().startsWith(beginning)) {
      hasBegun = true;
      await execute(other);
    }
    return execute(query);
  };
  call.db.execute = after as unknown as typeof execute;
  return call;
}

test("a membership that is no more as it was judged is left as it is, told so, and holds up no other", async () => {
  const org = await world.it.anOrganization();
  const [one, other] = [await org.aMember("northTeam", "Head Coach"), await org.aMember("northTeam", "Head Coach")];
  const labelOf = (id: string) => sql`SELECT label_id FROM profile_level_access
    WHERE organization_id = ${org.organizationId} AND profile_level_access_id = ${id}`;
  const { Volunteer, "Team Manager": manager } = org.labelIds;
  const { outcomes } = await org.asSystem((call) =>
    changeMany(
      withBefore(
        call,
        "UPDATE profile_level_access",
        sql`UPDATE profile_level_access SET label_id = ${manager}
          WHERE organization_id = ${call.organizationId} AND profile_level_access_id = ${one.plaId}`,
      ),
      [one, other].map(({ plaId }) => ({ profileLevelAccessId: plaId, labelId: Volunteer })),
    ),
  );
  expect(outcomes.get(one.plaId)).toMatchObject({ refused: { reason: "concurrentChange" } });
  expect(outcomes.get(other.plaId)).toHaveProperty("done");
  const now = await org.asSystem(async ({ db }) => [
    (await db.execute(labelOf(one.plaId))).rows,
    (await db.execute(labelOf(other.plaId))).rows,
  ]);
  expect(now).toEqual([[{ label_id: manager }], [{ label_id: Volunteer }]]);
});
