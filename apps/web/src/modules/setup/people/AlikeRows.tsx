import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { RowAnswer } from "@touchline/contract/setup/imports";
import { Button, Notice, TextLink } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import classes from "./Duplicates.module.css";
import { reasonsText } from "./likeness.ts";
import { answerRows, type ImportRow, type RosterImport } from "./queries.ts";
import { words } from "./words.ts";

type Answer = { answer: RowAnswer | null; numbers: number[] | null };

function useAnswer(importId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ answer, numbers }: Answer) => answerRows(importId, answer, numbers),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["rosterImport", importId] }),
        queryClient.invalidateQueries({ queryKey: ["rosterImportRows", importId] }),
      ]),
  });
}

/** Answers all rows that resemble an existing person at once. */
export function AlikeRows({ roster }: { roster: RosterImport }) {
  const answering = useAnswer(roster.rosterImportId);
  const rows = roster.fates.alike;
  if (rows === 0) return null;
  const all = (answer: RowAnswer) => answering.mutate({ answer, numbers: null });
  return (
    <Notice
      tone="needs"
      title={words.alikeRows({ count: rows })}
      action={
        <div className={classes.acts}>
          <Button
            small
            variant="secondary"
            label={words.allSame}
            disabled={answering.isPending}
            onClick={() => all("same")}
          />
          <Button
            small
            variant="secondary"
            label={words.allDifferent}
            disabled={answering.isPending}
            onClick={() => all("add")}
          />
        </div>
      }
    >
      {words.alikeRowsHint}
      {answering.error && <> {messageOf(answering.error)}</>}
    </Notice>
  );
}

/** The person that a row resembles, and the answer for that row. */
export function RowAnswers({ row, like }: { row: ImportRow; like: NonNullable<ImportRow["like"]> }) {
  const { importId = "" } = useParams({ strict: false }) as { importId?: string };
  const answering = useAnswer(importId);
  const say = (answer: RowAnswer | null) => answering.mutate({ answer, numbers: [row.number] });
  const who = (
    <span className={classes.quiet}>
      <TextLink href={`/members/${like.profileLevelAccessId}`}>{like.name}</TextLink>, {like.place}:{" "}
      {reasonsText(like.reasons)}
    </span>
  );
  if (row.answer !== null) {
    return (
      <span className={classes.who}>
        <span className={classes.quiet}>{row.answer === "same" ? words.answeredSame : words.answeredDifferent}</span>
        {who}
        <span>
          <Button
            small
            variant="quaternary"
            label={words.undo}
            aria-label={words.undoRow({ number: row.number })}
            onClick={() => say(null)}
          />
        </span>
      </span>
    );
  }
  return (
    <span className={classes.who}>
      {who}
      <span className={classes.acts}>
        <Button
          small
          variant="secondary"
          label={words.samePerson}
          aria-label={words.rowSamePerson({ number: row.number, name: like.name })}
          disabled={answering.isPending}
          onClick={() => say("same")}
        />
        <Button
          small
          variant="secondary"
          label={words.addAnyway}
          aria-label={words.rowAddAnyway({ number: row.number })}
          disabled={answering.isPending}
          onClick={() => say("add")}
        />
      </span>
    </span>
  );
}
