export { bootScript } from './boot-script.ts';
export { ErrorPage } from './error-page.tsx';
export { NotFoundPage } from './not-found.tsx';
export { Shell, type ShellProps } from './shell.tsx';
export { chooseTheme, type Theme, useTheme } from './theme.ts';
export type { Viewer } from './viewer.ts';
