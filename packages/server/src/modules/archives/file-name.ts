import { limits } from '@guilda/contract/limits';
import type { ArchiveType } from '@guilda/contract/packs';

const NAMELESS = 'arquivo';
/** How browsers write quotes and line breaks in the name of a file they send. */
const escaped = /%(?:22|0[ad])/gi;
/** Control characters, those that turn or hide text, and what some file system forbids in a name. */
const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu;
/** Names that mean a device to Windows, whatever follows their first dot. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

const extensions: Readonly<Record<ArchiveType, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png', 'apng'],
  'image/gif': ['gif'],
  'video/mp4': ['mp4', 'm4v'],
};

/** Splits before the last dot; what follows it is the extension. */
function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/** At most `length` UTF-16 units, cut before the extension and never within a character. */
function shorten(name: string, length: number): string {
  if (name.length <= length) return name;
  const { stem, extension } = split(name);
  const kept = extension.length <= 16 ? extension : '';
  return stem.slice(0, length - kept.length).replace(/\p{Surrogate}$/u, '') + kept;
}

/** A sender's name for a file without a path and without what no file name may hold; never empty. */
export function keptName(name: string): string {
  const base = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .replace(escaped, '')
    .replace(forbidden, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const short = shorten(clean, limits.archiveName).replace(/[. ]+$/, '');
  if (short === '') return NAMELESS;
  return device.test(short) ? shorten(`_${short}`, limits.archiveName) : short;
}

/** The extension of a type's files: of their keys, and of names that end in another. */
export function extensionOf(type: ArchiveType): string {
  return extensions[type][0];
}

/** The name a file is saved under: the sender's, with an extension that tells what it really is. */
export function savedName(name: string, type: ArchiveType): string {
  const { extension } = split(name);
  if (extensions[type].includes(extension.slice(1).toLowerCase())) return name;
  return `${name}.${extensionOf(type)}`;
}

/** The names with a number added where one came before, whatever its case, as folders need it. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const { stem, extension } = split(name);
    let unique = name;
    for (let n = 2; taken.has(unique.toLowerCase()); n += 1) unique = `${stem} (${n})${extension}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
