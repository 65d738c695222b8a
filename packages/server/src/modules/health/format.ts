const numberFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Formats a number for pt-BR. */
export const countText = (value: number): string => numberFormat.format(value);

/** Formats bytes in the largest unit in which the number is at least 1. */
export function bytesText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${numberFormat.format(bytes / 1024 ** power)} ${units[power]}`;
}

/** Formats seconds in the unit that fits: seconds, minutes, hours or days. */
export function secondsText(seconds: number): string {
  if (seconds < 90) return `${numberFormat.format(Math.round(seconds))} s`;
  if (seconds < 5_400) return `${numberFormat.format(Math.round(seconds / 60))} min`;
  if (seconds < 172_800) return `${numberFormat.format(seconds / 3_600)} h`;
  return `${numberFormat.format(seconds / 86_400)} dias`;
}

/** Formats centavos as reais. */
export const reaisText = (centavos: number): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(centavos / 100);
