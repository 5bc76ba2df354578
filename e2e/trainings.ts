import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import type { organizationMaker } from "../apps/api/test/organization.ts";
import { type PackageFiles, zipOf } from "../apps/api/test/packages.ts";
import { expect, type Page } from "./fixtures.ts";

type Org = Awaited<ReturnType<ReturnType<typeof organizationMaker>>>;

/** The address where an administrator adds a training. */
export const newTraining = "/library/new/custom-training";

/** Uploads a course as an administrator at `newTraining`, and assigns it to head coaches. */
export async function uploaded(
  desk: Page,
  org: Org,
  files: PackageFiles,
  { more }: { more?: () => Promise<void> } = {},
): Promise<void> {
  await desk.getByLabel("Name", { exact: true }).fill("Sideline course");
  const course = { name: "course.zip", mimeType: "application/zip", buffer: await zipOf(files) };
  await desk.locator("input[type=file]").first().setInputFiles(course);
  await expect(desk.getByText(/^“.*” · SCORM (1\.2|2004)/)).toBeVisible();
  await desk.getByRole("checkbox", { name: "Members upload their certificate" }).uncheck();
  await more?.();
  await desk.getByRole("button", { name: "Save changes" }).click();
  await expect(desk.getByText("Custom training, version 1.")).toBeVisible();
  const contentId = new URL(desk.url()).pathname.split("/").at(-1) as string;
  await org.asSystem((call) =>
    assignContent(call, {
      contentId,
      contentAssignments: [
        {
          levelId: org.levels.root,
          includeBelow: true,
          labelIds: [org.labelIds["Head Coach"]],
          ...{ mandatory: true, dueDate: null, payer: "Organization" },
        },
      ],
    }),
  );
}
