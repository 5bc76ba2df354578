/**
 * The release that a person, or a minor's guardian, signs before a selfie is compared with a document: the written consent
 * that Illinois, Texas and Washington require before face geometry is captured. Any change of the text makes a new version,
 * which must be signed again.
 */
export type ReleaseText = { title: string; text: string; statement: string };

/**
 * @param of.keepDays days after the decision until pictures are destroyed.
 * @param of.service the company whose computers compare the faces; null: the organization's own server does.
 */
export function identityRelease({
  organization,
  keepDays,
  service,
}: {
  organization: string;
  keepDays: number;
  service: string | null;
}): ReleaseText {
  const days = keepDays === 1 ? "1 day" : `${keepDays} days`;
  const computed =
    service === null
      ? `in the memory of the server of ${organization}, and discarded as soon as the comparison ends. It is never stored.`
      : `by ${service}, a company that does this for ${organization}. The pictures are sent to it encrypted. It answers with the result, and ${organization} has told it to keep neither the pictures nor the geometry.`;
  const getsIt =
    service === null
      ? `Nobody but reviewers of ${organization}.`
      : `Nobody but reviewers of ${organization}, and ${service} for the comparison alone.`;
  const [toOthers, to] =
    service === null ? ["disclosed to others", "disclosed"] : ["disclosed to anyone else", "disclosed to anyone else"];
  return {
    title: "Release for comparing a selfie with your document",
    text: `${organization} can compare a selfie with the photo on your identity document. For that, a computer measures the shape of both faces (face geometry). Under some state laws this is biometric information.

**You don't have to agree.** You can verify your identity without a selfie: with photos of the document alone, or in person. Both count the same.

**What is collected.** A selfie and photos of your document. When they are compared, the geometry of both faces is computed ${computed}

**What it is for.** Only to help a reviewer of ${organization} see whether the document is yours. A person always decides. The computer never approves or refuses anyone.

**What is kept, and for how long.** The result in words ("likely the same", "unclear", or "likely not"). The pictures are encrypted with a key of their own, which is destroyed ${days} after the decision, or at once when you ask for it. Nobody can open them after that, except in backups of the server until these are deleted. Of your document's number, only the last four characters are kept, and a code computed from the number that shows when the same document is submitted for someone else.

**Who gets it.** ${getsIt} Each time somebody opens a picture it is recorded. Pictures and face geometry are never sold, leased, traded, ${toOthers}, or used to train computers.

**You can withdraw this release** on this page at any time. Your pictures are then destroyed.

**Illinois.** Under the Biometric Information Privacy Act (740 ILCS 14), you are informed in writing that biometric information is collected and stored, for the specific purpose and length of time stated above. This is your written release. Destruction follows the schedule above, and in any case when the purpose has been satisfied or within 3 years of your last interaction with ${organization}, whichever is first.

**Texas.** Under section 503.001 of the Business & Commerce Code, you are informed before a biometric identifier is captured, and your consent is asked. It isn't sold, leased, or ${to}, and is destroyed within a reasonable time, no later than the first anniversary of the date on which the purpose expires.

**Washington.** Under chapter 19.375 RCW and the My Health My Data Act (chapter 19.373 RCW), this is the notice, and your consent is asked before biometric data is collected, for the purpose stated above and no other. You may withdraw it and have the data deleted at any time.`,
    statement: `I read this release. I agree that ${organization} collects these pictures and compares the faces on them as described.`,
  };
}

/** The full signed text. Its SHA-256 is the version. */
export const releaseWording = ({ title, text, statement }: ReleaseText): string =>
  [title, text, `[ ] ${statement}`].join("\n\n");
