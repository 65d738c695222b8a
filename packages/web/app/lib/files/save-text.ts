/** Byte order mark at the beginning of a file, by which spreadsheet programs recognise UTF-8. */
const UTF8_BOM = '\ufeff';

/** How long the `blob:` address stays valid, in ms, because the browser may still be reading the file. */
const URL_LIFETIME_MS = 60_000;

/** Downloads a text as a file with this name and media type. */
export function saveText(filename: string, type: string, text: string): void {
  const blob = new Blob([text.startsWith(UTF8_BOM) ? text : UTF8_BOM + text], {
    type: `${type};charset=utf-8`,
  });
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), URL_LIFETIME_MS);
}
