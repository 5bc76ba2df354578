import type { QueryOf } from "@touchline/contract";
import { getUndelivered, listUndelivered } from "@touchline/contract/messages/undelivered";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { getMember } from "@touchline/contract/people/profiles";
import * as contract from "@touchline/contract/reporting/members";
import { getWaiting } from "@touchline/contract/reporting/waiting";
import { on, onReading } from "../../../http/mount.ts";
import { exceptionsWithReasons, readExceptions } from "../../library/index.ts";
import {
  authorizeSight,
  readMember,
  readMemberships,
  seenAmong,
  shownMembership,
  targetOf,
} from "../../people/index.ts";
import { readOwed, requirementsOf } from "../../requirements/index.ts";
import { getTask } from "../../tasks/index.ts";
import { exportFile } from "./actions/export-task.ts";
import { memberTasks, previewMessage, startForMembers } from "./actions/start.ts";
import { createView, deleteView, keepList, listViews, updateView } from "./actions/views.ts";
import { membersBelow, readAround } from "./queries/list.ts";
import { undeliveredOf, undeliveredPage } from "./queries/undelivered.ts";
import { waiting } from "./queries/waiting.ts";

const narrowedBy = ({ filters, ...query }: QueryOf<typeof listMembers>) => ({ ...query, ...filters });

export const routes = [
  onReading(
    listMembers,
    (call, { params, query }) => readAround(call, params.id, narrowedBy(query)),
    async (call, { query }, read) => {
      const { data, total, more, next } = await membersBelow(call, narrowedBy(query), read);
      return { data, pagination: { page: query.page, perPage: query.perPage, totalRecords: total, more, next } };
    },
  ),

  on(listUndelivered, (call, { params, query }) => undeliveredPage(call, params.id, query)),
  on(getUndelivered, (call, { params }) => undeliveredOf(call, params.id)),

  on(contract.startMemberTask, async (call, { params, body }) => {
    const { taskId } = await startForMembers(call, { levelId: params.id, ...body });
    return getTask(call, memberTasks, taskId);
  }),
  on(contract.previewMemberMessage, (call, { params, body }) => previewMessage(call, { levelId: params.id, ...body })),
  on(contract.downloadMemberExport, (call, { params }) => exportFile(call, params.id)),

  on(contract.listMemberViews, (call) => listViews(call)),
  on(contract.createMemberView, (call, { body }) => createView(call, body)),
  on(contract.updateMemberView, async (call, { params, body }) => {
    await updateView(call, { viewId: params.id, ...body });
    return undefined;
  }),
  on(contract.deleteMemberView, async (call, { params }) => {
    await deleteView(call, params.id);
    return undefined;
  }),
  on(contract.keepMemberList, async (call, { body }) => {
    await keepList(call, body);
    return undefined;
  }),

  onReading(
    getMember,
    (call, { params }) => {
      return Promise.all([
        readMember(call, params.id),
        readMemberships(call, params.id),
        readOwed(call, params.id),
        readExceptions(call, params.id),
      ]);
    },
    async (call, _input, read) => {
      const [member, memberships, owed, spared] = await read;
      const target = targetOf(call, member);
      authorizeSight(call, target);
      const { requirements, reasons } = requirementsOf(call, target, owed);
      return {
        profileId: target.profileId,
        firstName: target.firstName,
        lastName: target.lastName,
        email: target.email,
        dateOfBirth: target.dateOfBirth,
        photoId: target.photoId,
        membership: shownMembership(target),
        overallStatusSince: target.overallStatusSince.toISOString(),
        reasons,
        memberships: seenAmong(call, target.profileId, memberships).map(shownMembership),
        requirements,
        ...exceptionsWithReasons(call, target, spared),
      };
    },
  ),
  on(getWaiting, (call, { params }) => waiting(call, params.id)),
];
