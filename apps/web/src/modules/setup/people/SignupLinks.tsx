import { useQuery } from "@tanstack/react-query";
import type { SignupUrlState } from "@touchline/contract/accounts/signup-urls";
import { mayHandOut } from "@touchline/rules/security/roles";
import {
  Badge,
  Button,
  EmptyState,
  IconBan,
  IconCheck,
  IconClock,
  IconUserPlus,
  IconUsers,
  LoadingState,
  Notice,
  Pager,
  Panel,
  type Tone,
  useNotify,
} from "@touchline/ui";
import { lazy, Suspense } from "react";
import { dayOfInstant } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { copyText } from "../../../files/copy-text.ts";
import { labelsQuery, navigationQuery } from "../../../levels/queries.ts";
import { mayDo } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { pageIn, textIn, useUrlState } from "../../../url-state.ts";
import { NewLinkDialog } from "./NewLinkDialog.tsx";
import { RevokeLinkDialog } from "./RevokeLinkDialog.tsx";
import classes from "./SignupLinks.module.css";
import { addressOfLink, linksPerPage, type SignupUrl, signupUrlsQuery } from "./signup-urls.ts";
import { words } from "./words.ts";

/** The code that draws QR codes is loaded when one is opened. */
const LinkCodeDialog = lazy(() => import("./LinkCodeDialog.tsx").then((file) => ({ default: file.LinkCodeDialog })));

const states: Record<SignupUrlState, { label: string; tone: Tone; icon: typeof IconCheck }> = {
  open: { label: words.open, tone: "done", icon: IconCheck },
  revoked: { label: words.withdrawn, tone: "none", icon: IconBan },
  ended: { label: words.ended, tone: "none", icon: IconClock },
  full: { label: words.full, tone: "waits", icon: IconUsers },
};

/** Lists the sign-up links at the reader's level and below. The page's state is in its address. */
export function SignupLinks() {
  const profile = useActiveProfile();
  const [{ page, dialog, link }, change] = useUrlState((search) => ({
    page: pageIn(search.page),
    dialog: textIn(search.dialog),
    link: textIn(search.link),
  }));
  const here = profile.currentLevelId ?? profile.hierarchyLevelId;
  const list = useQuery(signupUrlsQuery(here, page));
  const navigation = useQuery(navigationQuery(profile.hierarchyLevelId));
  const labels = useQuery(labelsQuery);
  const close = () => change({ dialog: undefined, link: undefined });
  const open = (kind: string, id?: string) => change({ dialog: kind, link: id }, { back: true });

  const failed = list.error ?? navigation.error ?? labels.error;
  if (failed) {
    const retry = () => void Promise.all([list.refetch(), navigation.refetch(), labels.refetch()]);
    return <LoadFailed title={words.signupLinksNotLoaded} error={failed} onRetry={retry} />;
  }
  if (!list.data || !navigation.data || !labels.data) return <LoadingState label={words.loadingLinks} />;
  const { data: links, pagination } = list.data;
  const levels = navigation.data.filter((level) =>
    mayDo(profile.levelRoles, navigation.data, "members.add", level.levelId, { roles: ["Individual"] }),
  );
  const chosen = links.find((one) => one.signupUrlId === link);
  const makeButton = (
    <Button label={words.newSignUpLink} leftIcon={<IconUserPlus aria-hidden />} onClick={() => open("new")} />
  );
  return (
    <>
      {links.length === 0 ? (
        <EmptyState icon={IconUserPlus} title={words.noLinks} action={makeButton}>
          {words.noLinksHint}
        </EmptyState>
      ) : (
        <Panel title={words.linksTitle} actions={makeButton}>
          <ul className={classes.links}>
            {links.map((one) => (
              <LinkRow
                key={one.signupUrlId}
                link={one}
                zone={profile.organization.timeZone}
                onCode={() => open("code", one.signupUrlId)}
                onRevoke={() => open("revoke", one.signupUrlId)}
              />
            ))}
          </ul>
          {pagination.totalRecords > linksPerPage && (
            <Pager {...pagination} onPage={(next) => change({ page: next > 1 ? next : undefined })} />
          )}
        </Panel>
      )}
      <div className={classes.note}>
        <Notice tone="waits" title={words.linksWarningTitle}>
          {words.linksWarning}
        </Notice>
      </div>
      {dialog === "new" && (
        <NewLinkDialog
          levels={levels}
          labels={labels.data.filter(
            (label) =>
              label.role === "Individual" && profile.levelRoles.some(({ role }) => mayHandOut(role, label.givenBy)),
          )}
          levelId={levels.some((level) => level.levelId === here) ? here : (levels[0]?.levelId ?? null)}
          onMade={(made) => change({ dialog: "code", link: made.signupUrlId, page: undefined })}
          onClose={close}
        />
      )}
      {dialog === "code" && chosen && (
        <Suspense>
          <LinkCodeDialog link={chosen} organization={profile.organization.name} onClose={close} />
        </Suspense>
      )}
      {dialog === "revoke" && chosen && <RevokeLinkDialog link={chosen} onClose={close} />}
    </>
  );
}

interface LinkRowProps {
  link: SignupUrl;
  zone: string;
  onCode: () => void;
  onRevoke: () => void;
}

function LinkRow({ link, zone, onCode, onRevoke }: LinkRowProps) {
  const notify = useNotify();
  const { label, tone, icon } = states[link.state];
  const name = words.roleAtLevel({ labelName: link.labelName, levelName: link.levelName });
  const copy = async () => {
    const copied = await copyText(addressOfLink(link));
    if (copied) notify("done", words.linkCopied({ name }));
    else notify("needs", words.copyFailed);
  };
  return (
    <li className={classes.link} aria-label={name}>
      <div className={classes.words}>
        <p className={classes.name}>
          {name}{" "}
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        </p>
        <p className={classes.quiet}>{facts(link, zone).join(" · ")}</p>
      </div>
      {link.state !== "revoked" && (
        <div className={classes.acts}>
          <Button small variant="secondary" label={words.copyLink} onClick={() => void copy()} />
          <Button small variant="secondary" label={words.qrCode} onClick={onCode} />
          <Button small variant="tertiary" danger label={words.withdraw} onClick={onRevoke} />
        </div>
      )}
    </li>
  );
}

function facts(link: SignupUrl, zone: string): string[] {
  const end = link.endsAt && dayOfInstant(new Date(Date.parse(link.endsAt) - 1).toISOString(), zone);
  return [
    words.joinedCount({ count: link.uses, limit: link.maxUses }),
    ...(end ? [link.state === "ended" ? words.expiredOn({ end }) : words.worksThrough({ end })] : []),
    words.createdOn({ date: dayOfInstant(link.createdAt, zone), name: link.createdBy }),
  ];
}
