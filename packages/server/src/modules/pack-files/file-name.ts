import { limits } from '@guilda/contract/limits';
import type { ArchiveType } from '@guilda/contract/services/packs';

const DEFAULT_FILE_NAME = 'arquivo';
/** The escape sequences that browsers write into file names for quotes and line breaks. */
const escapedCharacterPattern = /%(?:22|0[ad])/gi;
/**
 * Control characters, invisible characters, characters that change the writing direction, and characters that file
 * systems forbid.
 */
const forbiddenCharacterPattern = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu;
/** Names that Windows reserves for devices, also when an extension follows. */
const windowsDeviceNamePattern = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

const extensionsByType: Readonly<Record<ArchiveType, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png', 'apng'],
  'image/gif': ['gif'],
  'video/mp4': ['mp4', 'm4v'],
};

/** Splits a file name before its last dot, with which the extension begins. */
function splitExtension(name: string): { stem: string; extension: string } {
  const dotIndex = name.lastIndexOf('.');
  if (dotIndex <= 0) return { stem: name, extension: '' };
  return { stem: name.slice(0, dotIndex), extension: name.slice(dotIndex) };
}

/** Shortens a name to at most `maxLength` UTF-16 units. The extension stays, and no surrogate pair is cut in half. */
function shortenFileName(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  const { stem, extension } = splitExtension(name);
  const shortExtension = extension.length <= 16 ? extension : '';
  return (
    stem.slice(0, maxLength - shortExtension.length).replace(/\p{Surrogate}$/u, '') + shortExtension
  );
}

/** The name of an uploaded file without path and forbidden characters; never empty. */
export function sanitizeFileName(name: string): string {
  const baseName = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const cleanName = baseName
    .replace(escapedCharacterPattern, '')
    .replace(forbiddenCharacterPattern, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const shortName = shortenFileName(cleanName, limits.archiveName).replace(/[. ]+$/, '');
  if (shortName === '') return DEFAULT_FILE_NAME;
  return windowsDeviceNamePattern.test(shortName)
    ? shortenFileName(`_${shortName}`, limits.archiveName)
    : shortName;
}

/** The usual file extension of a type. */
export function extensionOf(type: ArchiveType): string {
  return extensionsByType[type][0];
}

/** File name for a download: the name under which the file was uploaded, with an extension that matches its content. */
export function downloadFileName(name: string, type: ArchiveType): string {
  const { extension } = splitExtension(name);
  if (extensionsByType[type].includes(extension.slice(1).toLowerCase())) return name;
  return `${name}.${extensionOf(type)}`;
}

/** Makes file names unique by adding numbers. Names that differ only in upper and lower case count as equal. */
export function makeNamesUnique(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const { stem, extension } = splitExtension(name);
    let uniqueName = name;
    for (let n = 2; usedNames.has(uniqueName.toLowerCase()); n += 1)
      uniqueName = `${stem} (${n})${extension}`;
    usedNames.add(uniqueName.toLowerCase());
    return uniqueName;
  });
}
