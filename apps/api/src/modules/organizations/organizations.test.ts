import { selectOrganization } from "@touchline/contract/organizations";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { aWorld, type LabelName, type Organization, type Person } from "../../../test/world.ts";

const world = aWorld();

const selected = (org: Organization, person: Person) =>
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
