/** Loads the moderation dialog on demand. */
export const loadModerateDialog = () =>
  import('./moderate-dialog.tsx').then((module) => module.ModerateDialog);
