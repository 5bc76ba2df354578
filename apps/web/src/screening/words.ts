/** The texts that every page with background check providers has. */
export const words = {
  tryAgain: "Try again",
  simulated: "Simulated provider: no real check is made.",
};
