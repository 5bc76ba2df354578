import { useMutation } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { askToPlayUp, decideOnPlayingUp, oldestAgeGroup } from "@touchline/contract/requirements/age-groups";
import type { getAgeVerification } from "@touchline/contract/requirements/submissions";
import { Button, Facts, Notice, Select, Textarea } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import type { Requirement } from "../requirements/queries.ts";
import page from "../requirements/RequirementPage.module.css";
import { playingUpStates, words } from "./words.ts";

interface PlayingUpProps {
  requirement: Requirement;
  age: ResponseOf<typeof getAgeVerification>;
  onChanged: () => void;
}

/** The question for an older age group, and what was decided; asking, and deciding. */
export function PlayingUp(props: PlayingUpProps) {
  const { playingUp, mayPlayUp, mayDecideOnPlayingUp } = props.age;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {playingUp && (
        <Facts
          facts={[
            { label: words.playingUp, value: words.group({ under: playingUp.under }) },
            { label: words.playingUpState, value: playingUpStates[playingUp.state] },
            { label: words.playingUpReason, value: playingUp.reason },
            { label: words.playingUpDecision, value: playingUp.decision },
          ]}
        />
      )}
      {mayDecideOnPlayingUp && <Decide {...props} />}
      {mayPlayUp &&
        (isOpen ? (
          <Ask {...props} onDone={() => setOpen(false)} />
        ) : (
          <div className={page.buttons}>
            <Button variant="secondary" label={words.askToPlayUp} onClick={() => setOpen(true)} />
          </div>
        ))}
    </>
  );
}

function Ask({ requirement, age: { ageGroup }, onChanged, onDone }: PlayingUpProps & { onDone: () => void }) {
  const { requirementId: id, profileLevelAccessId } = requirement;
  const [under, setUnder] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const asking = useMutation({
    mutationFn: () =>
      call(askToPlayUp, { params: { id }, body: { profileLevelAccessId, under: Number(under), reason } }),
    onSuccess: () => {
      onChanged();
      onDone();
    },
  });
  const own = ageGroup?.under ?? oldestAgeGroup;
  const older = Array.from({ length: oldestAgeGroup - own }, (_, at) => own + 1 + at);
  return (
    <form
      className={page.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (under !== null && reason.trim() !== "" && !asking.isPending) asking.mutate();
      }}
    >
      <Select
        label={words.olderGroup}
        placeholder={words.chooseOne}
        data={older.map((one) => ({ value: String(one), label: words.group({ under: one }) }))}
        value={under}
        onChange={setUnder}
        error={tried && under === null ? words.olderGroupMissing : undefined}
      />
      <Textarea
        label={words.playUpWhy}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={tried && reason.trim() === "" ? words.reasonMissing : undefined}
      />
      {asking.error && <Notice tone="stop">{messageOf(asking.error)}</Notice>}
      <div className={page.buttons}>
        <Button type="submit" label={words.sendPlayUp} loading={asking.isPending} />
        <Button variant="secondary" label={words.back} onClick={onDone} />
      </div>
    </form>
  );
}

function Decide({ requirement, age: { playingUp }, onChanged }: PlayingUpProps) {
  const { requirementId: id, profileLevelAccessId } = requirement;
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const deciding = useMutation({
    mutationFn: (approved: boolean) =>
      call(decideOnPlayingUp, {
        params: { id },
        body: {
          ...{ profileLevelAccessId, approved, reason },
          ageGroupExceptionId: playingUp?.ageGroupExceptionId ?? "",
        },
      }),
    onSuccess: onChanged,
  });
  const decide = (approved: boolean) => {
    setTried(true);
    if (reason.trim() !== "" && !deciding.isPending) deciding.mutate(approved);
  };
  return (
    <div className={page.form}>
      <Textarea
        label={words.decisionWhy}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={tried && reason.trim() === "" ? words.reasonMissing : undefined}
      />
      {deciding.error && <Notice tone="stop">{messageOf(deciding.error)}</Notice>}
      <div className={page.buttons}>
        <Button label={words.approvePlayUp} loading={deciding.isPending} onClick={() => decide(true)} />
        <Button variant="secondary" label={words.declinePlayUp} onClick={() => decide(false)} />
      </div>
    </div>
  );
}
