import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { longestNote } from "@touchline/contract/people/notes";
import { Button, EmptyState, IconFile, LoadingState, Notice, Panel, Textarea } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { momentText } from "../../../dates.ts";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { LeaveGuard } from "../../../LeaveGuard.tsx";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import classes from "./MemberPage.module.css";
import type { Member } from "./Memberships.tsx";
import { noteDown, notesQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Administrators' notes about a person, which the person never sees. */
export function NotesTab({ member, zone }: { member: Member; zone: string }) {
  const plaId = member.membership.profileLevelAccessId;
  const query = useInfiniteQuery(notesQuery(plaId));
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const adding = useMutation({
    mutationFn: (sent: string) => noteDown(plaId, sent.trim()),
    onSuccess: async (_, sent) => {
      // Text typed since then is kept.
      setText((present) => (present === sent ? "" : present));
      await queryClient.invalidateQueries({ queryKey: ["member", plaId] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "" && !adding.isPending) adding.mutate(text);
  };
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.notesNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  const notes = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Panel title={words.notes}>
      <form className={classes.form} onSubmit={submit}>
        <Textarea
          label={words.newNote}
          description={words.newNoteHint({ firstName: member.firstName })}
          maxLength={longestNote}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {adding.error && <Notice tone="stop">{adding.error.message}</Notice>}
        <div>
          <Button
            type="submit"
            label={words.addNote}
            loading={adding.isPending}
            disabledReason={text.trim() === "" ? words.noteMissing : undefined}
          />
        </div>
      </form>
      {query.isPending && <LoadingState label={words.loadingNotes} />}
      {query.data && notes.length === 0 && (
        <EmptyState icon={IconFile} title={words.noNotes}>
          {words.noNotesHint({ firstName: member.firstName })}
        </EmptyState>
      )}
      <ol className={classes.entries}>
        {notes.map((note) => (
          <li key={note.noteId} className={classes.entry}>
            <p className={classes.words}>{note.text}</p>
            <p className={classes.kind}>
              {note.authorName}, <time dateTime={note.at}>{momentText(note.at, zone)}</time>
            </p>
          </li>
        ))}
      </ol>
      <ShowMore query={query} label={words.showOlder} />
      <LeaveGuard unsaved={text.trim() !== ""} loss={words.unfinishedNoteLost} />
    </Panel>
  );
}
