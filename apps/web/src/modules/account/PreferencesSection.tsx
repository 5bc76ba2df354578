export function PreferencesSection() {
  return null;
}
