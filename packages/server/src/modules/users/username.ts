import { limits } from '@guilda/contract/limits';

/** Names that would pass for the product, its pages or its people (`product §3`). */
const reserved = new Set([
  'account',
  'accounts',
  'admin',
  'admins',
  'administrador',
  'administrator',
  'anonymous',
  'category',
  'categoria',
  'community',
  'comunidade',
  'configuracoes',
  'delete',
  'discord',
  'equipe',
  'everyone',
  'feedback',
  'guilda',
  'guilda_oficial',
  'guilda.oficial',
  'guildaoficial',
  'interacted',
  'logout',
  'moderacao',
  'moderador',
  'moderator',
  'notifications',
  'official',
  'oficial',
  'pagamento',
  'pagamentos',
  'payments',
  'privacidade',
  'refresh-token',
  'removido',
  'search',
  'security',
  'seguranca',
  'service',
  'services',
  'settings',
  'sistema',
  'staff',
  'success',
  'suporte',
  'support',
  'system',
  'termos',
  'undefined',
  'usuario',
  'usuario_removido',
  'webmaster',
]);

export function isReservedUsername(name: string): boolean {
  return reserved.has(name.toLowerCase());
}

/** Letters and digits of a name, without accents. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]/g, '');
}

/**
 * A free-looking username made from a display name: 6 to 16 allowed characters. `attempt` 0 is the
 * name itself where it fits; later attempts carry `digits` so that a taken name finds another.
 */
export function suggestUsername(displayName: string, attempt: number, digits: string): string {
  const { min, max } = limits.username;
  const base = plain(displayName) || 'pessoa';
  const whole = base.slice(0, max);
  const fits = whole.length >= min && !isReservedUsername(whole);
  if (attempt === 0 && fits) return whole;
  const tail = digits.slice(0, Math.max(4, min - base.length));
  return `${base.slice(0, max - tail.length)}${tail}`;
}
