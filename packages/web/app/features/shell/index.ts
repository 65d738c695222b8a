export { bootScript } from './boot-script.ts';
export { ErrorPage } from './error-page.tsx';
export { LazyOverlays } from './lazy-overlays.tsx';
export { NotFoundPage } from './not-found.tsx';
export { SecondLook } from './second-look.tsx';
export { Shell } from './shell.tsx';
export { chooseTheme, followTheme, useThemeChoice } from './theme.ts';
