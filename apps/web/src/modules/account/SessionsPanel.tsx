export function SessionsPanel() {
  return null;
}
