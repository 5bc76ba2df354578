import { chatToken } from "@touchline/contract/accounts/chat";
import * as settings from "@touchline/contract/accounts/organization-settings";
import * as contract from "@touchline/contract/accounts/organizations";
import { getSecondFactorRoles, setSecondFactorRoles } from "@touchline/contract/accounts/second-factor";
import type { Adapters } from "../../../call.ts";
import { on, onErrand, onVisit, type Route } from "../../../http/mount.ts";
import { recordPendingBytes } from "../../../http/pending-uploads.ts";
import { authorize } from "../../../security/authorize.ts";
import { rezoningEffect, seasonEffect } from "../../compliance/index.ts";
import {
  addFile,
  authorizeFileChange,
  linkFile,
  onlyFile,
  openByToken,
  readFile,
  removeFile,
} from "./actions/files.ts";
import { makeLogo, putLogo, readLogo } from "./actions/logo.ts";
import { demandSecondFactor } from "./actions/second-factor.ts";
import { saveSettings } from "./actions/settings.ts";
import { requireTimeZone } from "./actions/time-zone.ts";
import { selectOrganization } from "./queries/active.ts";
import { chatTokenOf } from "./queries/chat.ts";
import { namedOrganization, secondFactorRoles } from "./queries/own.ts";
import { levelKinds, presentSettings, settingsOf } from "./queries/settings.ts";

export const organizationRoutes = (adapters: Adapters): Route[] => [
  on(contract.selectOrganization, (call, { params }) => selectOrganization(call, params.id)),

  on(settings.getOrganizationSettings, (call, { params }) => settingsOf(call, params.id)),
  on(settings.saveOrganizationSettings, async (call, { params, body }) => {
    await saveSettings(call, params.id, body);
    return settingsOf(call, params.id);
  }),
  on(settings.timeZoneEffect, async (call, { params, query }) => {
    const own = await namedOrganization(call, params.id);
    authorize(call, "organization.edit", { organizationWide: true });
    await requireTimeZone(call, query.timeZone);
    return rezoningEffect(call, own.timeZone, query.timeZone);
  }),
  on(settings.seasonEffect, async (call, { params }) => {
    await namedOrganization(call, params.id);
    authorize(call, "organization.edit", { organizationWide: true });
    return seasonEffect(call);
  }),
  on(settings.listLevelKinds, async (call, { params }) => {
    await namedOrganization(call, params.id);
    return levelKinds(call);
  }),

  on(settings.getOrganizationFile, (call, { params, query }) =>
    readFile(call, { organizationId: params.id, ...query }),
  ),
  onErrand(settings.addOrganizationFile, {
    async begin(call, { params, query, uploads }) {
      await authorizeFileChange(call, { organizationId: params.id, ...query });
      const sent = onlyFile(uploads);
      if (query.purpose !== "Logo") return null;
      const storageKey = call.adapters.files.newKey();
      await recordPendingBytes(call, storageKey);
      return { storageKey, sent };
    },
    act: async (begun, means) => begun && makeLogo(begun.storageKey, begun.sent, means),
    async finish(call, { params, query, uploads }, logo) {
      await authorizeFileChange(call, { organizationId: params.id, ...query });
      if (logo) await putLogo(call, logo);
      else await addFile(call, { organizationId: params.id, ...query }, uploads);
      return presentSettings(call, params.id);
    },
  }),
  on(settings.removeOrganizationFile, async (call, { params, query }) => {
    await removeFile(call, { organizationId: params.id, ...query });
    return undefined;
  }),
  on(settings.getOrganizationFileUrl, (call, { params, query }) =>
    linkFile(call, { organizationId: params.id, ...query }),
  ),
  onVisit(settings.openOrganizationFile, (visit, { query }) => openByToken(visit, adapters, query.token)),
  onVisit(settings.getOrganizationLogo, (visit, { params }) => readLogo(visit, adapters, params)),

  on(chatToken, async (call) => ({ intercom_user_jwt: await chatTokenOf(call) })),

  on(getSecondFactorRoles, async (call) => ({ roles: await secondFactorRoles(call) })),
  on(setSecondFactorRoles, async (call, { body }) => {
    await demandSecondFactor(call, body.roles);
    return undefined;
  }),
];
