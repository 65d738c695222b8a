import type { Service } from '@guilda/contract/catalog';

/** Kinds and counts of a pack: `12 JPG · 2 MP4`; empty for none. */
export function packContentsText(archives: Service['archives']): string {
  return archives
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`)
    .join(' · ');
}
