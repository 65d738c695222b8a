const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const match = (table: readonly [RegExp, string][], text: string) =>
  table.find(([form]) => form.test(text))?.[1];

/** What a person recognises a device by, made from the browser's user agent; nothing finer is kept. */
export function deviceName(userAgent: string): string {
  const browser = match(browsers, userAgent);
  const system = match(systems, userAgent);
  if (browser && system) return `${browser} em ${system}`;
  return browser ?? system ?? 'Outro dispositivo';
}
