const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** The calendar day of a moment in Brasília, as `yyyy-mm-dd`. */
export function brasiliaDayOf(instant: Date): string {
  return dayFormat.format(instant);
}
