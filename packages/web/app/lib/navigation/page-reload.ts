/** Reloads the document. An object, because tests can replace its method, but not the one of `window.location`. */
export const pageReload = {
  run: (): void => window.location.reload(),
};
