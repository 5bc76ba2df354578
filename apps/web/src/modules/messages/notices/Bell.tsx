import { useQuery } from "@tanstack/react-query";
import { mostUnread } from "@touchline/contract/messages/notices";
import { IconBell, IconButton } from "@touchline/ui";
import classes from "./Notices.module.css";
import { unreadQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Links to the notifications, with the number of unread ones. */
export function Bell({ profileId }: { profileId: string }) {
  const { data } = useQuery(unreadQuery(profileId));
  const count = data?.count ?? 0;
  const countText = data?.more ? `${mostUnread}+` : String(count);
  return (
    <span className={classes.bell}>
      <IconButton
        label={count === 0 ? words.notifications : words.notificationsUnread({ count: countText })}
        icon={<IconBell aria-hidden />}
        href="/notifications"
      />
      {count > 0 && (
        <span className={classes.unread} aria-hidden="true">
          {countText}
        </span>
      )}
    </span>
  );
}
