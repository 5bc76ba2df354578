import { ProviderError } from "../provider-http.ts";
import { type PartnerPort, pageOf } from "./port.ts";

const teams = ["Hawks", "Owls", "Terns"];
const names = [
  "Ada Moss",
  "Ben Okafor",
  "Cleo Hart",
  "Dina Reyes",
  "Eli Stone",
  "Fay Lindqvist",
  "Gus Park",
  "Hana Sato",
];
const people = 24;

/**
 * A partner that needs no account: a small site of made-up people that never changes, by which an organization tries out what a
 * connection does. Its site id is `test`, its client `test`, its secret anything.
 */
export const testPartner: PartnerPort = {
  source: "Test",
  name: "Test site",
  simulated: true,
  signIn: "key",
  example: { siteId: "test", clientId: "test", secret: "test" },
  async read({ siteId, clientId }, list, position) {
    if (siteId !== "test" || clientId !== "test") throw new ProviderError("unauthorized", `GET ${list}`);
    const end = { position: { updated: 1, id: "end" }, last: true };
    if (position !== null) return pageOf(end);
    const numbers = Array.from({ length: people }, (_, at) => at);
    if (list === "places") {
      const common = { deleted: false };
      const of = teams.map((name, at) => ({ placeId: `team-${at}`, name, parentId: "season", ...common }));
      return pageOf({ ...end, places: [{ placeId: "season", name: "Test season", parentId: null, ...common }, ...of] });
    }
    if (list === "people") {
      return pageOf({
        ...end,
        people: numbers.map((at) => {
          const [firstName = "", lastName = ""] = (names[at % names.length] ?? "").split(" ");
          return {
            externalId: `test-${at + 1}`,
            firstName,
            lastName: `${lastName}-${"ABC"[Math.floor(at / names.length)]}`,
            email: `test.${at + 1}@example.com`,
            dateOfBirth: `${at % 8 === 0 ? 1988 : 2012}-0${1 + (at % 9)}-15`,
            phone: "",
          };
        }),
      });
    }
    return pageOf({
      ...end,
      registrations: numbers.map((at) => ({
        registrationId: `registration-${at + 1}`,
        externalId: `test-${at + 1}`,
        placeId: `team-${at % teams.length}`,
        role: at % 8 === 0 ? "Coach" : "Player",
        deleted: false,
      })),
    });
  },
  report: async () => undefined,
  isNew: null,
};
