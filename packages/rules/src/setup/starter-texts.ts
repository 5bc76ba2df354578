/** The texts of the starter catalog's waivers and form, until an organization writes its own. */
import type { FormDefinition } from "@touchline/contract/library/form-definition";

export const conductText = `# Code of conduct

I take part so that children can play in safety and enjoy it. I agree to the following.

- I treat players, families, coaches, officials and opponents with respect, on the field, off the field and online.
- I never harass, threaten, bully or discriminate against anyone, and I don't accept it from others.
- I follow the safety and abuse prevention policies of the organization. I avoid being alone with a child who isn't mine.
- I report anything that may put a child at risk to the organization at once, and to the authorities where the law says so.
- I don't take part while under the influence of alcohol or drugs.
- I accept the decisions of officials and respect the facilities that we use.

I understand that the organization may suspend or end my participation if I don't keep to this code.`;

export const liabilityText = `# Release of liability

**Please read this carefully. By signing it you give up certain legal rights.**

1. **Risks.** I understand that playing, training for and traveling to sports involves risks of injury, including serious injury, that
   can't be eliminated however careful everyone is.
2. **Assumption of risk.** I choose to take part, or to let the child for whom I sign take part, and accept these risks.
3. **Release.** To the extent that the law allows, I release the organization, its staff, coaches, volunteers and the owners of the
   facilities from claims for injury, loss or damage that arise from taking part, except where it was caused by gross negligence
   or on purpose.
4. **Medical care.** If I can't be reached in an emergency, I authorize the organization to arrange for medical care. I'm responsible
   for its cost.
5. **Fitness.** I know of no medical reason against taking part that I haven't told the organization.

If I sign for a child, I confirm that I'm a parent or legal guardian of the child.`;

export const photoForm: FormDefinition = {
  sections: [
    {
      key: "photos",
      title: "Photos and videos",
      text: "The organization takes photos at practices, games and events. Your answer doesn't affect whether the player may take part. You can change it at any time.",
      showIf: null,
      fields: [
        {
          key: "player",
          kind: "text",
          label: "Player's name",
          help: "",
          required: true,
          options: [],
          min: null,
          max: null,
          prefill: "fullName",
          showIf: null,
        },
        {
          key: "permission",
          kind: "choice",
          label: "Can photos of the player be published?",
          help: "",
          required: true,
          options: ["Yes, everywhere", "Only within the organization", "No"],
          min: null,
          max: null,
          prefill: null,
          showIf: null,
        },
        {
          key: "signature",
          kind: "signature",
          label: "Signature of the player, or a parent or guardian of a minor",
          help: "",
          required: true,
          options: [],
          min: null,
          max: null,
          prefill: null,
          showIf: null,
        },
      ],
    },
  ],
};
