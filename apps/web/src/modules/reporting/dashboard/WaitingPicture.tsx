import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { getWaiting } from "@touchline/contract/reporting/waiting";
import { IconCheck, Skeleton, TextLink } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { taskTitle } from "../../tasks/tasks/words.ts";
import classes from "./Pictures.module.css";
import { words } from "./words.ts";

type Waiting = ResponseOf<typeof getWaiting>;

interface Line {
  key: string;
  count: number;
  more?: boolean;
  what: string;
  note?: string;
  href: string;
}

const number = new Intl.NumberFormat();

/** Lists what needs the reader's attention, each with its list; the most urgent first. */
function linesOf(waits: Waiting, levelId: string): Line[] {
  const { incidents, reviews, proposals, duplicates } = waits;
  const lines: Line[] = [
    {
      key: "incidents",
      count: incidents.open,
      what: words.openIncidents,
      ...(incidents.overdue > 0 && {
        note: words.incidentsOverdue({ count: incidents.overdue }),
      }),
      href: "/incidents?states=Open&states=InReview",
    },
    {
      key: "reviews",
      count: reviews?.count ?? 0,
      more: reviews?.more ?? false,
      what: words.submissionsToReview,
      href: "/review",
    },
    {
      key: "proposals",
      count: proposals?.count ?? 0,
      more: proposals?.more ?? false,
      what: words.proposalsToReview,
      href: "/review?proposed=yes",
    },
    {
      key: "external",
      count: waits.external?.overdue ?? 0,
      what: words.overdueResults,
      href: "/review/external?overdue=yes",
    },
    {
      key: "liveScanNotices",
      count: waits.liveScanNotices ?? 0,
      what: words.liveScanNotices,
      href: "/review/live-scan",
    },
    ...waits.failedTasks.map(({ taskId, kind, failed, stopped }) => ({
      key: taskId,
      count: failed,
      what: words.failedTask({ task: taskTitle({ kind, undoOf: null }) }),
      ...(stopped && { note: words.taskStopped }),
      href: `/tasks/${taskId}`,
    })),
    {
      key: "timeZone",
      count: waits.timeZoneAssumed ? 1 : 0,
      what: words.timeZoneToConfirm,
      href: "/account/organization",
    },
    {
      key: "undelivered",
      count: waits.undelivered.count,
      more: waits.undelivered.more,
      what: words.undeliveredPeople,
      href: `/undelivered/${levelId}`,
    },
    {
      key: "notActivated",
      count: waits.notActivated,
      what: words.notActivated,
      href: `/dashboard/${levelId}?overallStatuses=NotActivated`,
    },
    {
      key: "notConfirmed",
      count: waits.notConfirmed,
      what: words.notConfirmed,
      href: `/dashboard/${levelId}?overallStatuses=NotConfirmed`,
    },
    {
      key: "duplicates",
      count: duplicates?.count ?? 0,
      more: duplicates?.more ?? false,
      what: words.possibleDuplicates,
      href: "/people/duplicates",
    },
  ];
  return lines.filter((line) => line.count > 0 || line.note !== undefined);
}

/** Reads what needs the reader's attention. */
export function WaitingPicture({ levelId }: { levelId: string }) {
  const { data, error } = useQuery({
    queryKey: ["members", levelId, "waiting"],
    queryFn: ({ signal }) => call(getWaiting, { params: { id: levelId } }, { signal }),
  });
  if (error && !data) return <p role="alert">{words.attentionFailed({ message: messageOf(error) })}</p>;
  if (!data) return <Skeleton width="60%" />;
  const lines = linesOf(data, levelId);
  if (lines.length === 0) {
    return (
      <p className={classes.nothing}>
        <IconCheck aria-hidden="true" size={16} /> {words.nothingToDo}
      </p>
    );
  }
  return (
    <table className={classes.waiting}>
      <caption className={classes.hidden}>{words.needsAttention}</caption>
      <tbody>
        {lines.map(({ key, count, more, what, note, href }) => (
          <tr key={key}>
            <td className={classes.figure}>
              {number.format(count)}
              {more && "+"}
            </td>
            <th scope="row">
              <TextLink href={href}>{what}</TextLink>
              {note && <span className={classes.alarm}> · {note}</span>}
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
