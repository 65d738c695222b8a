import { brasiliaDayOf } from '@guilda/contract/brasilia-day';

/** File name of an export with the day in Brasília, such as `guilda-dados-2026-11-22.zip`. */
export function exportFileName(createdAt: Date): string {
  return `guilda-dados-${brasiliaDayOf(createdAt)}.zip`;
}
