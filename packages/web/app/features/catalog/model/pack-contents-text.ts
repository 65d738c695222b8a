import type { Service } from '@guilda/contract/services/catalog';

/** Kinds and counts of a pack's files: `12 JPG · 2 MP4`; empty without files. */
export function packContentsText(packArchives: Service['archives']): string {
  return packArchives
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`)
    .join(' · ');
}
