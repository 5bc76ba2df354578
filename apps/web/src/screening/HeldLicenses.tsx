import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshHeldLicenses } from "@touchline/contract/screening/licenses";
import { simulatedNotice } from "@touchline/rules/screening/order-words";
import { Badge, Button, IconCheck, IconCircleMinus, LoadingState, Notice, Panel } from "@touchline/ui";
import { useEffect, useRef } from "react";
import { call } from "../client.ts";
import { dayText, momentText } from "../dates.ts";
import { messageOf } from "../ErrorScreens.tsx";
import { FetchFailed } from "./FetchFailed.tsx";
import classes from "./HeldLicenses.module.css";
import { type HeldLicenses as Held, heldLicensesQuery } from "./queries.ts";
import { words } from "./words.ts";

interface HeldLicensesProps {
  requirementId: string;
  profileLevelAccessId: string;
  zone: string;
  /** Whether it is shown to the member or a guardian. */
  own: boolean;
  /** Whether the requirement isn't completed, as far as the page knows. */
  owed?: boolean;
  /** Called when U.S. Soccer has answered, because the requirement may have changed. */
  onChange?: () => void;
}

/** The licenses that U.S. Soccer has for a member, and which of them count. */
export function HeldLicenses({
  requirementId: id,
  profileLevelAccessId,
  zone,
  own,
  owed = false,
  onChange,
}: HeldLicensesProps) {
  const query = heldLicensesQuery(id, profileLevelAccessId);
  const { data, error, refetch } = useQuery(query);
  const queryClient = useQueryClient();
  const refreshing = useMutation({
    mutationFn: () => call(refreshHeldLicenses, { params: { id }, body: { profileLevelAccessId } }),
    onSuccess: async (licenses) => {
      queryClient.setQueryData(query.queryKey, { ...licenses, looking: true });
    },
  });
  const answered = data?.looking ? null : `${data?.refreshedAt} ${data?.problem?.since}`;
  const before = useRef(answered);
  useEffect(() => {
    if (answered === null || data === undefined) return;
    const isFirst = before.current === "undefined undefined";
    // Found before this was first read: the requirement beside it may have been read before that.
    const isBehind = owed && data.licenses.some((one) => one.standing === "counts");
    if (isFirst ? isBehind : before.current !== answered) onChange?.();
    before.current = answered;
  }, [answered, data, owed, onChange]);
  if (data && (data.provider === null || !data.idKnown)) return null;
  return (
    <Panel title={words.licensesTitle}>
      {error && !data ? (
        <FetchFailed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={classes.parts}>
          {data.provider?.simulated && <Notice tone="none">{simulatedNotice}</Notice>}
          <Found held={data} own={own} zone={zone} />
          {refreshing.error && <Notice tone="stop">{messageOf(refreshing.error)}</Notice>}
          <div className={classes.foot}>
            <p className={classes.quiet}>
              {data.refreshedAt === null
                ? words.licensesNeverRefreshed
                : words.licensesRefreshed({ moment: momentText(data.refreshedAt, zone) })}
            </p>
            <Button
              small
              variant="secondary"
              label={words.refreshLicenses}
              loading={refreshing.isPending || data.looking}
              disabled={data.refreshableAt !== null}
              onClick={() => refreshing.mutate()}
            />
          </div>
        </div>
      ) : (
        <LoadingState label={words.loadingLicenses} />
      )}
    </Panel>
  );
}

function Found({ held, own, zone }: { held: Held; own: boolean; zone: string }) {
  const { problem, licenses, looking, refreshedAt, identityText, accepted, higherGrades } = held;
  return (
    <>
      {problem && (
        <Notice tone="needs" title={problem.text}>
          {own ? problem.whatToDo : words.problemSince({ moment: momentText(problem.since, zone) })}
        </Notice>
      )}
      {identityText && licenses.length > 0 && (
        <Notice tone="waits" title={identityText}>
          {own ? words.identityReviewed : words.identityReview}
        </Notice>
      )}
      {looking && licenses.length === 0 && <LoadingState label={words.lookingForLicenses} lines={2} />}
      {!looking && refreshedAt !== null && licenses.length === 0 && <p>{words.noLicensesFound}</p>}
      {licenses.length > 0 && (
        <ul className={classes.licenses}>
          {licenses.map(({ key, name, issuer, issuedOn, expiresOn, standing, standingText }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a license may be listed twice
            <li key={`${key} ${place}`} className={classes.license}>
              <div className={classes.about}>
                <b>{name}</b>
                <p className={classes.quiet}>
                  {expiresOn === null ? words.validWithoutEnd : words.validThrough({ day: dayText(expiresOn) })}
                  {issuedOn !== null && ` · ${words.issuedOn({ day: dayText(issuedOn) })}`}
                  {issuer !== "" && ` · ${issuer}`}
                </p>
              </div>
              <Badge
                tone={standing === "counts" ? "done" : standing === "expired" ? "needs" : "none"}
                icon={standing === "counts" ? IconCheck : IconCircleMinus}
              >
                {standingText}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {!licenses.some((one) => one.standing === "counts") && (
        <details className={classes.accepted}>
          <summary>{words.acceptedTitle({ count: accepted.length })}</summary>
          <p className={classes.quiet}>
            {accepted.join(", ")}
            {higherGrades && ` · ${words.higherGradesCount}`}
          </p>
        </details>
      )}
    </>
  );
}
