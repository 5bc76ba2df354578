import { selectOrganization } from "@touchline/contract/accounts/organizations";
import { createContent } from "@touchline/contract/library/content";
import { saveContentAbusePreventionTraining } from "@touchline/contract/library/content-kinds";
import { usualSettings } from "@touchline/rules";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { aWorld, type LabelName, type Organization, type TestPerson } from "../../../../test/world.ts";

import { newId } from "../../../database/ids.ts";
import { ours } from "../../../database/tenancy.ts";
import { organization, organizationPlan } from "../../../schema/accounts.ts";
import { conditionQuestion, externalIdentity } from "../../../schema/requirements.ts";

const world = aWorld();

const selected = (org: Organization, person: TestPerson) =>
  person.call(selectOrganization, { params: { id: org.organizationId } });

describe("the active profile", () => {
  test("has every field that the specification names; what there is none of yet is said to be none", async () => {
    const org = await world.it.anOrganization("Cascade Youth Soccer");
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin);
    const active = await selected(org, admin);
    expect(active).toMatchObject({
      userId: admin.appUserId,
      profileId: admin.profileId,
      organizationId: org.organizationId,
      organizationName: "Cascade Youth Soccer",
      organizationPhoto: null,
      organizationPaymentMethodProvided: false,
      organizationContent: [0],
      userAwaitingIndividualPaymentContent: [],
      hierarchyLevelId: org.levels.root,
      currentLevelId: org.levels.root,
      currentLevelRole: "Admin",
      roles: ["Admin"],
      pendingReviewCount: 0,
      profilePicture: null,
      partner: null,
      yardstikOnboardingStatus: "NotStarted",
      hasRootAccess: true,
      organization: {
        id: org.organizationId,
        isDemo: false,
        showCustomerConfiguredBackgroundCheckNotice: false,
        reviewBackgroundChecksExternally: false,
      },
    });
    expect(active.levelRoles.map((one) => one.role)).toEqual(["Admin"]);
    expect(active.profilesWithPlas.map((one) => one.profileId)).toEqual([admin.profileId]);
  });

  test("carries what a session keeps: tree, types, labels, states, plan, counts and prices, from the data", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const other = await world.it.anOrganization("Second Club");
    await other.aMember("northTeam", "Volunteer", admin);
    const { contentId } = await admin.call(createContent, {
      body: { type: 5, name: "Abuse prevention", description: "", levelId: org.levels.root },
    });
    const { kind: _, ...usual } = usualSettings["abuse-prevention-training"];
    await admin.call(saveContentAbusePreventionTraining, {
      params: { id: contentId },
      body: { ...usual, trainingUrl: "https://train.example.org/", price: 1500 },
    });
    await org.aDocument(admin, { labels: ["Head Coach"] });
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.asSystem(async (call) => {
      await call.db.insert(conditionQuestion).values({
        organizationId: call.organizationId,
        conditionQuestionId: newId(),
        question: "Drives a bus",
        position: 99,
        createdAt: call.now,
      });
      await call.db.insert(externalIdentity).values({
        organizationId: call.organizationId,
        profileId: coach.profileId,
        integrationSource: "LeagueApps",
        siteId: "site-1",
        externalId: "la-77",
        createdAt: call.now,
      });
      await call.db.update(organization).set({ countryCode: "Canada" }).where(ours(organization, call));
    });
    const active = await selected(org, admin);
    expect(active).toMatchObject({
      currentLevelDepth: 0,
      picture: null,
      partner: null,
      requirementState: [],
      backgroundCheckPaymentInfo: [],
      abusePreventionTrainingPaymentInfo: [{ contentId, name: "Abuse prevention", amount: 1500, currency: "USD" }],
      organizationCount: 2,
      organization: { image: null, initials: "CY", name: "Cascade Youth Soccer" },
    });
    expect(active.tree.map((one) => [one.name, one.depth])).toEqual([
      ["Cascade Youth Soccer", 0],
      ["north", 1],
      ["south", 1],
    ]);
    expect(active.conditionTypes.map((one) => one.question)).toContain("Drives a bus");
    expect(active.contentTypes).toHaveLength(12);
    expect(active.labels.map((one) => one.name)).toContain("Head Coach");
    expect(active.labelRoles).toEqual(["Individual", "Manager", "Account Manager", "Director", "Admin"]);
    expect(new Set(active.states.map((one) => one.country))).toEqual(new Set(["CA"]));
    const hers = await selected(org, coach);
    expect(hers).toMatchObject({
      currentLevelDepth: 3,
      tree: [],
      plans: [],
      organizationCount: 1,
      partner: { integrationSource: "LeagueApps", siteId: "site-1", externalId: "la-77" },
      requirementState: [{ status: 0, count: 1 }],
    });
  });

  test("shows the plan only to people who manage the organization's billing", async () => {
    const org = await world.it.anOrganization();
    await org.asSystem((call) =>
      call.db.insert(organizationPlan).values({
        organizationId: call.organizationId,
        productName: "Basic",
        monthUnitAmount: 4900,
        yearUnitAmount: 46800,
        currency: "USD",
        recordedAt: call.now,
      }),
    );
    const plan = { productName: "Basic", monthUnitAmount: 4900, yearUnitAmount: 46800, currency: "USD" };
    expect((await selected(org, await org.aMember("root", "Account Manager"))).plans).toEqual([plan]);
    expect((await selected(org, await org.aMember("root", "Club Director"))).plans).toEqual([]);
  });

  test.each<[LabelName, boolean, boolean]>([
    ["Administrator", true, true],
    ["Club Director", true, false],
    ["Account Manager", false, true],
    ["Team Manager", true, false],
    ["Head Coach", false, false],
  ])("%s: waiting reviews are counted: %s; background screening is set up: %s", async (label, reviews, onboards) => {
    const org = await world.it.anOrganization();
    const person = await org.aMember("root", label);
    const { pendingReviewCount, yardstikOnboardingStatus } = await selected(org, person);
    expect(pendingReviewCount !== null).toBe(reviews);
    expect(yardstikOnboardingStatus !== null).toBe(onboards);
  });

  test.each<LabelName>(["Administrator", "Account Manager", "Head Coach"])(
    "tells %s which entries the navigation has, as the token does",
    async (label) => {
      const org = await world.it.anOrganization();
      const person = await org.aMember("root", label);
      const claims = decodeJwt<{ "User/Tabs": string[]; "User/Role": string[] }>(await world.it.signIn(person.email));
      const active = await selected(org, person);
      expect(claims["User/Tabs"]).toEqual(active.tabs);
      expect(claims["User/Role"]).toEqual(active.roles);
    },
  );

  test("of another organization is not found", async () => {
    const [org, other] = [await world.it.anOrganization(), await world.it.anOrganization()];
    const person = await org.aMember("root", "Administrator");
    const answer = await person.ask(selectOrganization, { params: { id: other.organizationId } });
    expect(answer.status).toBe(404);
  });
});
