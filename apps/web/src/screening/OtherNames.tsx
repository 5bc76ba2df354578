import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getOtherNames, mostOtherNames, saveOtherNames } from "@touchline/contract/screening/other-names";
import { Button, Notice, Panel, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { call } from "../client.ts";
import { messageOf } from "../ErrorScreens.tsx";
import { FetchFailed } from "./FetchFailed.tsx";
import classes from "./OtherNames.module.css";
import { words } from "./other-names-words.ts";

type Name = { firstName: string; lastName: string };
type Place = { requirementId: string; profileLevelAccessId: string };

const isEmpty = ({ firstName, lastName }: Name) => firstName.trim() === "" && lastName.trim() === "";
const isHalf = (one: Name) => !isEmpty(one) && (one.firstName.trim() === "" || one.lastName.trim() === "");

/** The other names of the person, which they add before they are screened and at any time later. */
export function OtherNames({ requirementId: id, profileLevelAccessId }: Place) {
  const queryKey = ["otherNames", id, profileLevelAccessId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getOtherNames, { params: { id }, query: { profileLevelAccessId } }, { signal }),
  });
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [edited, setEdited] = useState<Name[] | null>(null);
  const [tried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: (names: Name[]) => call(saveOtherNames, { params: { id }, body: { profileLevelAccessId, names } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved);
      setEdited(null);
      notify("done", words.saved);
    },
  });
  if (error && !data) return <FetchFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (edited && !edited.some(isHalf) && !saving.isPending) saving.mutate(edited.filter((one) => !isEmpty(one)));
  };
  const begin = () => {
    setTried(false);
    setEdited(data.names.length > 0 ? data.names : [{ firstName: "", lastName: "" }]);
  };
  return (
    <Panel title={words.title}>
      {edited === null ? (
        <div className={classes.parts}>
          <p>{words.about}</p>
          {data.names.length > 0 && (
            <ul className={classes.names}>
              {data.names.map(({ firstName, lastName }) => (
                <li key={`${firstName}\n${lastName}`}>{`${firstName} ${lastName}`}</li>
              ))}
            </ul>
          )}
          <div>
            <Button small variant="secondary" label={data.names.length > 0 ? words.edit : words.add} onClick={begin} />
          </div>
        </div>
      ) : (
        <form className={classes.parts} onSubmit={submit} noValidate>
          <p>{words.about}</p>
          {edited.map((one, place) => {
            const set = (change: Partial<Name>) =>
              setEdited(edited.map((other, at) => (at === place ? { ...other, ...change } : other)));
            const number = place + 1;
            const missing = (value: string) =>
              tried && isHalf(one) && value.trim() === "" ? words.missing : undefined;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <fieldset key={place} className={classes.pair}>
                <legend className={classes.legend}>{words.name({ number })}</legend>
                <TextInput
                  label={words.firstName}
                  maxLength={100}
                  value={one.firstName}
                  onChange={(event) => set({ firstName: event.currentTarget.value })}
                  error={missing(one.firstName)}
                />
                <TextInput
                  label={words.lastName}
                  maxLength={100}
                  value={one.lastName}
                  onChange={(event) => set({ lastName: event.currentTarget.value })}
                  error={missing(one.lastName)}
                />
              </fieldset>
            );
          })}
          <p className={classes.quiet}>{words.removeHelp}</p>
          {saving.error && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
          <div className={classes.buttons}>
            <Button type="submit" label={words.save} loading={saving.isPending} />
            {edited.length < mostOtherNames && (
              <Button
                variant="secondary"
                label={words.addAnother}
                onClick={() => setEdited([...edited, { firstName: "", lastName: "" }])}
              />
            )}
            <Button variant="tertiary" label={words.cancel} onClick={() => setEdited(null)} />
          </div>
        </form>
      )}
    </Panel>
  );
}
