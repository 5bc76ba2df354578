import { useQuery } from "@tanstack/react-query";
import { overallStatusLabels } from "@touchline/contract";
import { getWhy } from "@touchline/contract/compliance/why";
import { LoadingState, Notice, RequirementStatusBadge } from "@touchline/ui";
import { call } from "../client.ts";
import { dayOfInstant, dayText } from "../dates.ts";
import classes from "./Why.module.css";
import {
  actText,
  countsText,
  exemptionText,
  nextOverallText,
  nextText,
  overallRulesCheckedBefore,
  overallRuleWords,
  owedByText,
  rulesCheckedBefore,
  statusRuleText,
  type WhyRequirement,
  type WhyTreeData,
} from "./why-words.ts";
import { words } from "./words.ts";

export interface WhyTreeProps {
  plaId: string;
  /** Shows only this requirement. */
  requirementId?: string;
  /** An instant that has passed; now unless given. */
  at?: string;
  zone: string;
}

/** The reasons of a status, down to who decided and who assigned. Each branch can be expanded. */
export function WhyTree({ plaId, requirementId, at, zone }: WhyTreeProps) {
  const query = useQuery({
    queryKey: ["member", plaId, "why", at ?? "now"],
    queryFn: ({ signal }) => call(getWhy, { params: { id: plaId }, query: at === undefined ? {} : { at } }, { signal }),
  });
  if (query.error && !query.data) return <Notice tone="stop">{query.error.message}</Notice>;
  if (!query.data) return <LoadingState label={words.loadingReasons} />;
  const tree = query.data;
  if (requirementId !== undefined) {
    const one = tree.requirements.find((row) => row.requirementId === requirementId);
    return one ? (
      <Requirement one={one} tree={tree} zone={zone} />
    ) : (
      <p className={classes.line}>{words.notRequired}</p>
    );
  }
  return <Whole tree={tree} zone={zone} />;
}

function Whole({ tree, zone }: { tree: WhyTreeData; zone: string }) {
  const rule = tree.rules.find((one) => one.decides);
  const status = overallStatusLabels[tree.overallStatus];
  return (
    <ul className={classes.tree}>
      <li>
        <p className={classes.line}>
          <b>{tree.since === null ? status : words.statusSince({ status, date: dayOfInstant(tree.since, zone) })}</b>
        </p>
        <p className={classes.line}>
          {rule && overallRuleWords[rule.rule][0]} {tree.rejectedElsewhere && words.requiredElsewhere}
        </p>
      </li>
      <Before sentences={overallRulesCheckedBefore(tree.rules)} of={status} />
      {tree.requirements.map((one) => (
        <li key={one.requirementId}>
          {/* What the status follows from is open: it is what was asked for. */}
          <details className={classes.branch} open={one.decides && tree.overallStatus !== "Cleared"}>
            <summary>
              <span className={classes.name}>{one.name}</span> <RequirementStatusBadge status={one.status} />
            </summary>
            <Requirement one={one} tree={tree} zone={zone} />
          </details>
        </li>
      ))}
      {tree.exemptions.length > 0 && (
        <li>
          <details className={classes.branch}>
            <summary>
              <span className={classes.name}>{words.exemptions}</span>
            </summary>
            <ul className={classes.tree}>
              {tree.exemptions.map((one) => (
                <li key={`${one.contentId} ${one.createdAt}`}>{exemptionText(one, zone)}</li>
              ))}
            </ul>
          </details>
        </li>
      )}
      {!tree.past && (
        <li>
          <p className={classes.line}>{nextOverallText(tree.next, zone)}</p>
        </li>
      )}
    </ul>
  );
}

/** One requirement: the rule, what counts, what was done about it, why it is owed, what comes next. */
function Requirement({ one, tree, zone }: { one: WhyRequirement; tree: WhyTreeData; zone: string }) {
  return (
    <ul className={classes.tree}>
      <li>{statusRuleText(one, zone)}</li>
      <Before sentences={rulesCheckedBefore(one.rules)} of={one.name} />
      {one.counts && <li>{countsText(one.counts, zone)}</li>}
      {one.graceUntil !== null && <li>{words.optionalThrough({ day: dayText(one.graceUntil) })}</li>}
      <li>
        <p className={classes.line}>{words.requiredForLabel({ role: tree.labelName, level: tree.levelName })}</p>
        <ul className={classes.tree}>
          {one.owedBy.map((owed) => (
            <li key={owed.assignmentId}>{owedByText(owed, zone)}</li>
          ))}
        </ul>
      </li>
      {one.acts.length > 0 && (
        <li>
          <details className={classes.branch}>
            <summary>{words.reviewerActions}</summary>
            <ul className={classes.tree}>
              {one.acts.map((act) => (
                <li key={`${act.kind} ${act.at}`}>{actText(act, zone)}</li>
              ))}
            </ul>
          </details>
        </li>
      )}
      {one.formerExemptions.length > 0 && (
        <li>
          <details className={classes.branch}>
            <summary>{words.pastExemptions}</summary>
            <ul className={classes.tree}>
              {one.formerExemptions.map((row) => (
                <li key={row.createdAt}>{exemptionText(row, zone)}</li>
              ))}
            </ul>
          </details>
        </li>
      )}
      {!tree.past && <li>{nextText(one.next, zone)}</li>}
    </ul>
  );
}

/** The rules that come first, and did not hold. */
function Before({ sentences, of }: { sentences: readonly string[]; of: string }) {
  if (sentences.length === 0) return null;
  return (
    <li>
      <details className={classes.branch}>
        <summary>
          <span aria-hidden="true">{words.checkedFirst}</span>
          <span className={classes.hidden}>{words.checkedFirstFor({ name: of })}</span>
        </summary>
        <ul className={classes.tree}>
          {sentences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    </li>
  );
}
