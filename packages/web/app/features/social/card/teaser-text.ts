import type { Post } from '@guilda/contract/community/social';

type TeaserPost = Pick<Post, 'title' | 'description' | 'hashtags' | 'sensitive'>;

/** One line about a post, from the first field that is filled in; for a sensitive post only that it is sensitive. */
export function teaserText({ title, description, hashtags, sensitive }: TeaserPost): string {
  if (sensitive) return 'Conteúdo sensível';
  const text = title || description.replace(/\s+/g, ' ').trim();
  return text || hashtags.map((name) => `#${name}`).join(' ') || 'Publicou uma foto';
}
