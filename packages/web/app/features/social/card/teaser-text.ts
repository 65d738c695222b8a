import type { Post } from '@guilda/contract/social';

type Told = Pick<Post, 'title' | 'description' | 'hashtags' | 'sensitive'>;

/** One line about a post, whatever its author filled in. What is for adults says no more than that. */
export function teaserText({ title, description, hashtags, sensitive }: Told): string {
  if (sensitive) return 'Conteúdo sensível';
  const told = title || description.replace(/\s+/g, ' ').trim();
  return told || hashtags.map((name) => `#${name}`).join(' ') || 'Publicou uma foto';
}
