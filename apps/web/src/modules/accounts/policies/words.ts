/** The texts of the pages that show the terms of service and the privacy policy. */
export const words = {
  policyNotLoaded: ({ title }: { title: string }) => `The ${title} couldn't be loaded`,
  loadingPolicy: ({ title }: { title: string }) => `Loading the ${title}`,
  versionPublished: ({ version, date }: { version: number; date: string }) => `Version ${version}, published ${date}`,
  earlierVersion: "This is an earlier version",
  readCurrentVersion: "Read the current version",
  previousVersion: "Previous version",
};
