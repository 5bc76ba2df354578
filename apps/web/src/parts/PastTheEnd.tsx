import { Button, EmptyState, IconStack2 } from "@touchline/ui";

/** In the place of rows where the address names a page that a list does not have any more. */
export function PastTheEnd({ onFirst }: { onFirst: () => void }) {
  const first = <Button variant="secondary" label="First page" onClick={onFirst} />;
  return (
    <EmptyState icon={IconStack2} title="This page is past the end" action={first}>
      The list became shorter than it was. What is left is on an earlier page.
    </EmptyState>
  );
}
