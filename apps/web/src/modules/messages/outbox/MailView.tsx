import { Facts, Panel, Tabs, TextLink } from "@touchline/ui";
import type { ReactNode } from "react";
import { momentText } from "../../../dates.ts";
import classes from "./Outbox.module.css";
import { type DemoMail, htmlAddress } from "./queries.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface MailViewProps {
  mail: DemoMail;
  form: "html" | "text";
  onForm: (form: "html" | "text") => void;
}

/** One mail, as its recipient sees it and as plain text. */
export function MailView({ mail, form, onForm }: MailViewProps) {
  return (
    <Panel title={mail.subject}>
      <div className={classes.view}>
        <Facts
          facts={[
            { label: words.to, value: mail.to },
            { label: words.sent, value: momentText(mail.createdAt, zone) },
          ]}
        />
        <Tabs
          label={words.emailFormat}
          tabs={[
            { key: "html", label: words.asSent },
            { key: "text", label: words.plainText },
          ]}
          current={form}
          onChange={onForm}
        >
          {form === "html" ? (
            <iframe
              className={classes.paper}
              title={words.emailTitle({ subject: mail.subject })}
              src={htmlAddress(mail.mailId)}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            />
          ) : (
            <pre className={classes.text}>{linked(mail.text)}</pre>
          )}
        </Tabs>
      </div>
    </Panel>
  );
}

/** The text with its addresses to follow; those of this site without leaving the page's own navigation. */
function linked(text: string): ReactNode[] {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    const url = URL.parse(match[0]);
    if (!url) continue;
    const own = url.origin === location.origin;
    pieces.push(
      text.slice(end, match.index),
      <TextLink
        key={match.index}
        href={own ? `${url.pathname}${url.search}${url.hash}` : url.href}
        target={own ? "_self" : "_blank"}
      >
        {match[0]}
      </TextLink>,
    );
    end = match.index + match[0].length;
  }
  return [...pieces, text.slice(end)];
}
