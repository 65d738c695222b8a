/** Fetches the panel; asked for ahead of need by the buttons that open it. */
export const loadPostPanel = () => import('./post-panel.tsx').then((module) => module.PostPanel);
