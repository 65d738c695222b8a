const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** File name of an export with the date in Brazil, such as `guilda-dados-2026-11-22.zip`. */
export function exportFileName(at: Date): string {
  return `guilda-dados-${dayFormat.format(at)}.zip`;
}
