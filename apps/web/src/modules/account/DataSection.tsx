export function DataSection() {
  return null;
}
