import { useQuery } from "@tanstack/react-query";
import { TextLink } from "@touchline/ui";
import { send } from "../transport.ts";
import { ChoiceButton } from "./ChoiceButton.tsx";
import classes from "./LoginPage.module.css";
import type { Credentials } from "./LoginPage.tsx";
import { words } from "./words.ts";

interface DemoLogin extends Credentials {
  key: string;
  role: string;
  about: string;
}

/** Lists the logins of a demo. Elsewhere the endpoint doesn't exist, and nothing is shown. */
async function listDemoLogins(): Promise<DemoLogin[]> {
  const response = await send("/api/demo-logins", {}).catch(() => null);
  const logins: unknown = response?.ok ? await response.json().catch(() => null) : null;
  return Array.isArray(logins) ? (logins as DemoLogin[]) : [];
}

interface DemoLoginsProps {
  onChoose: (credentials: Credentials) => void;
  disabled: boolean;
}

/** Logs in as one of the demo's people with one click. */
export function DemoLogins({ onChoose, disabled }: DemoLoginsProps) {
  const { data = [] } = useQuery({ queryKey: ["demoLogins"], queryFn: listDemoLogins, staleTime: Infinity });
  if (data.length === 0) return null;
  return (
    <section className={classes.demo} aria-labelledby="demo-logins">
      <h2 className={classes.demoTitle} id="demo-logins">
        {words.demoTitle}
      </h2>
      <p className={classes.demoNote}>
        {words.demoHelp} <TextLink href="/outbox">{words.openOutbox}</TextLink>
      </p>
      <ul className={classes.demoList}>
        {data.map(({ key, role, about, email, password }) => (
          <li key={key}>
            <ChoiceButton
              name={about}
              note={`${role}, ${email}`}
              disabled={disabled}
              onClick={() => onChoose({ email, password })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
