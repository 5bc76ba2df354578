import { getProfilePhoto } from "@touchline/contract/people/profiles";
import { states } from "@touchline/contract/regions";
import * as contract from "@touchline/contract/requirements/profile-details";
import { actingProfile, type Call } from "../../../call.ts";
import { forbidden } from "../../../errors.ts";
import { on, onErrand } from "../../../http/mount.ts";
import { recordPendingBytes } from "../../../http/pending-uploads.ts";
import { denialText } from "../../../security/authorize.ts";
import { authorizeSight, memberTarget, shownMembership } from "../../people/index.ts";
import { answerConditions } from "./actions/conditions.ts";
import { makePhoto, photoWithin, readPhoto } from "./actions/photo.ts";
import { personToEdit, saveCitizenshipOf, saveNameAndBirth, setBirth, updateDetails } from "./actions/save.ts";
import { conditionsOf } from "./queries/conditions.ts";
import { membershipsByExternalId, partnerOf } from "./queries/partners.ts";
import { personSeen, shownDetails } from "./queries/person.ts";

async function detailsOf(call: Call, profileId: string) {
  const person = await personSeen(call, profileId);
  return { ...shownDetails(call, person), ...(await photoWithin(call, person)) };
}
const listed = async (call: Call, externalId: string) =>
  (await membershipsByExternalId(call, externalId)).map(shownMembership);

export const routes = [
  on(contract.getProfileDetails, (call, { params }) => detailsOf(call, params.id)),
  on(getProfilePhoto, (call, { params }) => readPhoto(call, params.id, params.photoId)),

  onErrand(contract.updateProfile, {
    async begin(call, { params, body }) {
      await personToEdit(call, params.id);
      if (typeof body.photoData !== "string") return null;
      const storageKey = call.adapters.files.newKey();
      await recordPendingBytes(call, storageKey);
      return { storageKey, sent: Buffer.from(body.photoData, "base64"), extension: body.photoExtension };
    },
    act: async (begun, adapters) => begun && makePhoto(begun, adapters),
    async finish(call, { params, body }, photo) {
      await updateDetails(call, params.id, body, photo);
      return detailsOf(call, params.id);
    },
  }),

  on(contract.saveName, async (call, { body }) => {
    await saveNameAndBirth(call, body);
    return detailsOf(call, body.profileId);
  }),
  on(contract.saveCitizenship, async (call, { body }) => {
    await saveCitizenshipOf(call, body);
    return detailsOf(call, body.profileId);
  }),
  on(contract.setDateOfBirth, async (call, { params, body }) => {
    await setBirth(call, params.id, body);
    return undefined;
  }),

  on(contract.listConditions, async (call, { params }) => {
    const { edit } = await personSeen(call, params.id);
    if (!edit.allowed) throw forbidden(denialText(edit.reason), edit.reason);
    return conditionsOf(call, params.id);
  }),
  on(contract.saveConditions, async (call, { params, body }) => {
    await answerConditions(call, params.id, body, { first: true });
    return conditionsOf(call, params.id);
  }),
  on(contract.updateConditions, async (call, { params, body }) => {
    await answerConditions(call, params.id, body, { first: false });
    return conditionsOf(call, params.id);
  }),

  on(contract.getOwnPartner, async (call) => {
    const profileId = actingProfile(call);
    return profileId === null ? null : partnerOf(call, profileId);
  }),
  on(contract.getPartner, async (call, { params }) => {
    const target = await memberTarget(call, params.profileLevelAccessId);
    authorizeSight(call, target);
    return partnerOf(call, target.profileId);
  }),
  on(contract.listByExternalId, (call, { params }) => listed(call, params.externalId)),
  on(contract.listByExternalIdInQuery, (call, { query }) => listed(call, query.externalId)),

  on(contract.listStates, async (_call, { query }) =>
    states.filter(({ country }) => query.country === undefined || country === query.country),
  ),
];
