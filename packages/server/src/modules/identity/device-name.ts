const browserNames: readonly [RegExp, string][] = [
  // Browsers on iOS have tokens of their own, and most browsers also name Chrome or Safari.
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const operatingSystemNames: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const firstMatchingName = (table: readonly [RegExp, string][], text: string) =>
  table.find(([form]) => form.test(text))?.[1];

/**
 * Names browser and operating system from the user agent, for the list of sessions. More precise data is not stored.
 */
export function deviceNameOf(userAgent: string): string {
  const browser = firstMatchingName(browserNames, userAgent);
  const system = firstMatchingName(operatingSystemNames, userAgent);
  if (browser && system) return `${browser} em ${system}`;
  return browser ?? system ?? 'Outro aparelho';
}
