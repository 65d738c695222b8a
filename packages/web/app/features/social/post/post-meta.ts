import type { Post } from '@guilda/contract/community/social';
import { postPreviewURL, previewSize } from '@guilda/contract/services/previews';
import type { MetaDescriptor } from 'react-router';
import { pageMeta } from '../../../lib/navigation/page-meta.ts';
import { accessiblePostName, authorNameOf } from '../model/paths.ts';

/** A description of a post in one line, for the page's metadata. */
function postSummary({ description, hashtags, author }: Post): string {
  const summaryText = [description, ...hashtags.map((name) => `#${name}`)].join(' ');
  return (
    summaryText.replace(/\s+/g, ' ').trim() || `Publicação de ${authorNameOf(author)} na Guilda.`
  );
}

/** Metadata of a post's page: title, link preview and article data. `url` is the canonical address. */
export function postMeta(post: Post, url: string): MetaDescriptor[] {
  const { author, createdAt, hashtags } = post;
  const profileUrl = new URL(`/user/${author.username}`, url).href;
  const alt = post.title ? `${post.title}, de ${authorNameOf(author)}` : accessiblePostName(post);
  return [
    ...pageMeta({
      title: accessiblePostName(post),
      description: postSummary(post),
      url,
      image: postPreviewURL(post),
      imageAlt: alt,
      type: 'article',
    }),
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(previewSize.width) },
    { property: 'og:image:height', content: String(previewSize.height) },
    { name: 'twitter:image:alt', content: alt },
    { property: 'article:published_time', content: createdAt },
    { property: 'article:author', content: profileUrl },
    ...hashtags.map((name) => ({ property: 'article:tag', content: name })),
  ];
}
