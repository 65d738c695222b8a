import { saveBlob } from './save-blob.ts';

/** Byte order mark at the beginning of a file, by which spreadsheet programs recognise UTF-8. */
const UTF8_BOM = '\ufeff';

/** Downloads a text as a file with this name and media type. */
export function saveText(filename: string, type: string, text: string): void {
  const content = text.startsWith(UTF8_BOM) ? text : UTF8_BOM + text;
  saveBlob(filename, new Blob([content], { type: `${type};charset=utf-8` }));
}
