import type { Post } from '@guilda/contract/social';

type TeaserPost = Pick<Post, 'title' | 'description' | 'hashtags' | 'sensitive'>;

/** One line about a post from whatever fields it has; a sensitive post shows only that it is one. */
export function teaserText({ title, description, hashtags, sensitive }: TeaserPost): string {
  if (sensitive) return 'Conteúdo sensível';
  const text = title || description.replace(/\s+/g, ' ').trim();
  return text || hashtags.map((name) => `#${name}`).join(' ') || 'Publicou uma foto';
}
