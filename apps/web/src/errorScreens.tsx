import type { ErrorComponentProps } from "@tanstack/react-router";
import { useRouter } from "@tanstack/react-router";
import { ErrorScreen, UnexpectedErrorScreen } from "@touchline/ui";
import { supportEmail } from "./supportEmail.ts";

/** For what nothing else caught. */
export function UnhandledScreen({ reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <UnexpectedErrorScreen onRetry={retry} />;
}

/** For addresses that lead nowhere. */
export function NotFoundScreen() {
  const router = useRouter();
  return (
    <ErrorScreen
      title="We could not find this page"
      message="The address may be mistyped, or what was here has been moved or removed."
      statusCode={404}
      supportEmail={supportEmail()}
      onRetry={() => void router.invalidate()}
    />
  );
}
