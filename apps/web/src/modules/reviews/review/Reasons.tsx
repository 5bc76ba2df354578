import { useQuery } from "@tanstack/react-query";
import { getReviewSettings } from "@touchline/contract/reviews/review-settings";
import { fillReason } from "@touchline/rules/reviews/reasons";
import { Button } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import type { Decision, Review } from "./queries.ts";
import classes from "./Review.module.css";
import { words } from "./words.ts";

export const reviewSettingsQuery = {
  queryKey: ["reviewSettings"],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getReviewSettings, undefined, { signal }),
  staleTime: 300_000,
};

type Language = "en" | "es";

/** Returns the organization's saved replies for a decision, filled in for this person. */
export function useReasons(review: Review, decision: Decision["reviewDecision"] | null) {
  const { firstName, lastName, organizationName } = useActiveProfile();
  // The note is read by the submitter, so it starts in their language if that is known.
  const [language, setLanguage] = useState<Language>(review.language ?? "en");
  const { data } = useQuery(reviewSettingsQuery);
  const facts = {
    firstName: review.firstName,
    requirement: review.contentName,
    organization: organizationName,
    reviewer: `${firstName} ${lastName}`,
  };
  const offered = (data?.templates ?? []).filter(
    (one) => one.decision === decision && (one.type === null || one.type === review.type),
  );
  return {
    reasons: offered.map((one) => ({
      title: one.title,
      text: fillReason((language === "es" ? one.es : null) ?? one.en, facts),
    })),
    bilingual: offered.some((one) => one.es !== null),
    theirs: review.language,
    language,
    setLanguage,
  };
}

interface ReasonsProps extends ReturnType<typeof useReasons> {
  keys: boolean;
  onChoose: (text: string) => void;
}

/** The saved replies to choose from. The chosen one is added to the notes, where it can be edited. */
export function Reasons({ reasons, bilingual, theirs, language, setLanguage, keys, onChoose }: ReasonsProps) {
  if (reasons.length === 0) return null;
  const other: Language = language === "en" ? "es" : "en";
  return (
    <fieldset className={classes.reasons}>
      <legend className={classes.reasonsTitle}>
        {words.savedReplies}
        {keys && <span className={classes.keyHint}>{words.repliesHelp}</span>}
      </legend>
      {reasons.map(({ title, text }, at) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: saved replies have no ID, and two may have the same title
          key={at}
          small
          variant="secondary"
          label={title}
          rightIcon={keys && at < 9 && <span className={classes.hint}>{at + 1}</span>}
          onClick={() => onChoose(text)}
        />
      ))}
      {bilingual && (
        <Button
          small
          variant="quaternary"
          label={other === "es" ? words.showInSpanish : words.showInEnglish}
          onClick={() => setLanguage(other)}
        />
      )}
      {bilingual && theirs !== null && language === theirs && (
        <span className={classes.keyHint}>{theirs === "es" ? words.inMembersSpanish : words.inMembersEnglish}</span>
      )}
    </fieldset>
  );
}
