import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { operatorTab } from "@touchline/contract";
import { Notice, TextLink } from "@touchline/ui";
import { LoadFailed, messageOf } from "../ErrorScreens.tsx";
import { BareFrame } from "../front/BareFrame.tsx";
import { GoTo } from "../GoTo.tsx";
import { BeforeShell } from "../shell/BeforeShell.tsx";
import { useTitle } from "../useTitle.ts";
import { ChoiceButton } from "./ChoiceButton.tsx";
import { readClaims } from "./claims.ts";
import classes from "./LoginPage.module.css";
import { nextPath } from "./next-path.ts";
import { peopleQuery } from "./people.ts";
import { isLoggedIn } from "./security.ts";
import { startSession } from "./start.ts";
import { switchProfile } from "./switch-profile.ts";
import { useSecurity } from "./useSecurity.ts";
import { words } from "./words.ts";

/** Lets accounts with several profiles choose one. The choice is remembered, and can be changed in the header. */
export function SelectProfilePage() {
  useTitle(words.chooseProfile);
  const security = useSecurity();
  const start = useQuery({ queryKey: ["session"], queryFn: startSession, enabled: !security.isLoaded });
  if (!security.isLoaded) {
    const { error, refetch } = start;
    return (
      <BeforeShell label={words.loadingTouchline}>
        {error && <LoadFailed title={words.sessionNotLoaded} error={error} onRetry={() => void refetch()} />}
      </BeforeShell>
    );
  }
  const claims = readClaims(security.token ?? "");
  if (!isLoggedIn(security) || !claims) return <GoTo href="/login" />;
  return <Choice accountId={claims.sub} operator={claims.tabs.includes(operatorTab)} />;
}

function Choice({ accountId, operator }: { accountId: string; operator: boolean }) {
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  const navigate = useNavigate();
  const people = useQuery(peopleQuery(accountId));
  const choose = useMutation({
    mutationFn: async (profileId: string) => {
      await switchProfile(profileId);
      await navigate({ href: nextPath(next), replace: true });
    },
  });
  if (!people.data) {
    const { error, refetch } = people;
    return (
      <BeforeShell label={words.loadingYourProfiles}>
        {error && <LoadFailed title={words.profilesNotLoaded} error={error} onRetry={() => void refetch()} />}
      </BeforeShell>
    );
  }
  const own = people.data.filter((person) => !person.guarded);
  if (own.length === 0 && operator) {
    const wanted = nextPath(next);
    return <GoTo href={/^\/admin(\/|$)/.test(wanted) ? wanted : "/admin"} />;
  }
  if (own.length === 0) {
    return (
      <BareFrame title={words.noProfileTitle} lead={words.noProfileHelp}>
        <p className={classes.profiles}>
          <TextLink href="/logout">{words.logOut}</TextLink>
        </p>
      </BareFrame>
    );
  }
  return (
    <BareFrame title={words.chooseProfile} lead={words.switchAnytime}>
      <ul className={classes.profiles}>
        {own.map(({ profileId, firstName, lastName, organizationName }) => (
          <li key={profileId}>
            <ChoiceButton
              name={organizationName}
              note={`${firstName} ${lastName}`}
              disabled={choose.isPending}
              onClick={() => choose.mutate(profileId)}
            />
          </li>
        ))}
      </ul>
      {choose.error && <Notice tone="stop">{messageOf(choose.error)}</Notice>}
    </BareFrame>
  );
}
