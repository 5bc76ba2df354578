/** Every text of these pages, in complete sentences. */
export const words = {
  versionPublishedOn: ({ version, dayOfInstant }: { version: number; dayOfInstant: string }) =>
    `Version ${version}, published on ${dayOfInstant}.`,
  readTheVersionInForce: "Read the version in force",
  theVersionBefore: "The version before",
  the: ({ title }: { title: string }) => `The ${title}`,
  loadingThe: ({ title }: { title: string }) => `Loading the ${title}`,
  thisIsAnEarlierVersion: "This is an earlier version",
};
