/** `1 hora`, `3 dias`, `36 horas`: days where they come out whole. */
export function hoursText(hours: number): string {
  if (hours >= 48 && hours % 24 === 0) return `${hours / 24} dias`;
  return countText(hours, 'hora', 'horas');
}

/** `60 minutos`, `1 minuto`. */
export const minutesText = (minutes: number): string => countText(minutes, 'minuto', 'minutos');

function countText(number: number, one: string, many: string): string {
  return `${number.toLocaleString('pt-BR')} ${number === 1 ? one : many}`;
}
