import type { PublicUser } from '@guilda/contract/accounts/users';

/** The display name or, if it is empty, the username. */
export function displayNameOf(user: Pick<PublicUser, 'displayName' | 'username'>): string {
  return user.displayName || user.username;
}

/** Month of registration in UTC as `03/2025`. */
export function memberSinceText(createdAt: string): string {
  const [year, month] = createdAt.split('-');
  return `${month}/${year}`;
}

/** Description of a person for search engines and shared links. */
export function profileDescription(user: PublicUser): string {
  const name = displayNameOf(user);
  if (user.restricted) return `O perfil de ${name} na Guilda é privado.`;
  const ownText = [user.effectPhrase, user.bio?.replace(/\s+/g, ' ')].filter(Boolean).join(' ');
  return ownText || `Veja os serviços e as avaliações de ${name} na Guilda.`;
}
