/** Loads the code of the panel for a new post; the buttons that open the panel call it in advance. */
export const loadPostPanel = () => import('./post-panel.tsx').then((module) => module.PostPanel);
