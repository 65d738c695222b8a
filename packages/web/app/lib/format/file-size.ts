/** A number of bytes as text: 1536 → `1,5 KB`. */
export function fileSizeText(byteCount: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let value = byteCount;
  let unitIndex = 0;
  // 1023.5 would be rounded to 1024, which is one of the next unit.
  while (value >= 1023.5 && unitIndex < units.length - 1) {
    value /= 1024;
    unitIndex += 1;
  }
  const digits = unitIndex === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits).replace('.', ',').replace(',0', '')} ${units[unitIndex]}`;
}
