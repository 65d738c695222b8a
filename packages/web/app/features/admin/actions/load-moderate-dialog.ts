/** Loads the code of the moderation dialog when it is first opened. */
export const loadModerateDialog = () =>
  import('./moderate-dialog.tsx').then((module) => module.ModerateDialog);
