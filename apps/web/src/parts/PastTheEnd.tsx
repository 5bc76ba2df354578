import { Button, EmptyState, IconStack2 } from "@touchline/ui";
import { words } from "./words.ts";

/** In the place of rows where the address names a page that a list does not have anymore. */
export function PastTheEnd({ onFirst }: { onFirst: () => void }) {
  const first = <Button variant="secondary" label={words.firstPage} onClick={onFirst} />;
  return (
    <EmptyState icon={IconStack2} title={words.pastTheEndTitle} action={first}>
      {words.pastTheEndHelp}
    </EmptyState>
  );
}
