export function SecondFactorPanel() {
  return null;
}
