/** How long the `blob:` address stays valid, in ms, because the browser may still be reading the file. */
const URL_LIFETIME_MS = 60_000;

/** Downloads a blob as a file with this name. */
export function saveBlob(filename: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), URL_LIFETIME_MS);
}
