export { bootScript } from './boot-script.ts';
export { LazyOverlays } from './lazy-overlays.tsx';
export { ErrorPage } from './pages/error-page.tsx';
export { NotFoundPage } from './pages/not-found.tsx';
export { RetryAsMember } from './pages/retry-as-member.tsx';
export { Shell } from './shell.tsx';
export { chooseTheme, followTheme, useThemeChoice } from './theme.ts';
