import { type Screen, screens } from '@guilda/contract/privacy/screens';

const screenPatterns = screens.map((screen) => ({ screen, parts: screen.split('/') }));

/** Name of a page for analytics, derived from its path without ids and usernames. */
export function screenName(pathname: string): Screen {
  const path = pathname.replace(/\/+$/, '') || '/';
  const exactScreen = screens.find((screen) => screen === path);
  if (exactScreen) return exactScreen;
  const parts = path.split('/');
  const matchingPattern = screenPatterns.find(
    (pattern) =>
      pattern.parts.length === parts.length &&
      pattern.parts.every(
        (part, index) => part === parts[index] || (part.startsWith(':') && parts[index]),
      ),
  );
  return matchingPattern?.screen ?? 'other';
}
