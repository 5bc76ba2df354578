import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { getAgeVerification } from "@touchline/contract/requirements/submissions";
import { Facts, Panel } from "@touchline/ui";
import { call } from "../../../client.ts";
import { dayText } from "../../../dates.ts";
import type { FilePlace } from "../../../files/queries.ts";
import type { Requirement } from "../requirements/queries.ts";
import page from "../requirements/RequirementPage.module.css";
import { ErasePart } from "./ErasePart.tsx";
import { PlayingUp } from "./PlayingUp.tsx";
import { words } from "./words.ts";

const ageQuery = ({ requirementId, profileLevelAccessId }: FilePlace) =>
  queryOptions({
    queryKey: ["age", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(getAgeVerification, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
  });

/** The person's age group of the season, asking for an older one, and deleting the photos. Nothing where there is neither. */
export function AgePart({ requirement }: { requirement: Requirement }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(ageQuery(requirement));
  if (!data) return null;
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ageQuery(requirement).queryKey });
  const { ageGroup, keptDays, erasable, notice } = data;
  if (ageGroup === null && !erasable && notice === null) return null;
  return (
    <Panel title={words.ageTitle}>
      <div className={page.form}>
        {ageGroup && (
          <>
            <Facts
              facts={[
                {
                  label: words.ageGroup,
                  value: words.ageGroupOf({ under: ageGroup.under, day: dayText(ageGroup.bornFrom) }),
                },
              ]}
            />
            <p className={page.quiet}>{words.ageGroupHelp}</p>
          </>
        )}
        <PlayingUp requirement={requirement} age={data} onChanged={refresh} />
        <ErasePart requirement={requirement} page={{ erasable, release: undefined }} onErased={refresh} />
        {notice && <p className={page.quiet}>{notice}</p>}
        {erasable && <p className={page.quiet}>{words.filesKept({ days: keptDays })}</p>}
      </div>
    </Panel>
  );
}
