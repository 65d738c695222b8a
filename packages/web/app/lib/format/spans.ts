/** A duration as `1 hora`, `36 horas` or `3 dias`; whole days from 48 hours on. */
export function hoursText(hours: number): string {
  if (hours >= 48 && hours % 24 === 0) return `${hours / 24} dias`;
  return countText(hours, 'hora', 'horas');
}

/** A duration as `1 minuto` or `60 minutos`. */
export const minutesText = (minutes: number): string => countText(minutes, 'minuto', 'minutos');

function countText(number: number, one: string, many: string): string {
  return `${number.toLocaleString('pt-BR')} ${number === 1 ? one : many}`;
}
