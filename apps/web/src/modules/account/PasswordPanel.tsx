export function PasswordPanel() {
  return null;
}
