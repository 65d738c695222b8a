import type { Service } from './catalog.ts';
import type { Post } from './social.ts';

/** Size of a link preview picture in pixels. */
export const previewSize = { width: 1200, height: 630 } as const;

/** Increased when the layout changes, so that every address changes. */
const LAYOUT_VERSION = 1;

/** Fields of a service shown on its preview. */
export type PreviewedService = Pick<
  Service,
  'id' | 'title' | 'price' | 'type' | 'category' | 'photoURL' | 'rating' | 'reviewCount'
> & { readonly seller: Pick<Service['seller'], 'displayName' | 'photoURL'> };

/** 32-bit FNV-1a over UTF-16 units; a content hash, not a security measure. */
function fnv1a(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Version of the shown content; changes with the content. */
function contentVersion(shown: readonly unknown[]): string {
  const text = JSON.stringify([LAYOUT_VERSION, ...shown]);
  return fnv1a(text, 0x811c9dc5) + fnv1a(text, 0x9747b28c);
}

/** Content version of a service preview. */
export function servicePreviewVersion(service: PreviewedService): string {
  const { title, price, type, category, photoURL, rating, reviewCount, seller } = service;
  const shown = [title, price, type, category, photoURL, rating, reviewCount];
  return contentVersion([...shown, seller.displayName, seller.photoURL]);
}

/**
 * Path of a service's link preview: a PNG of `previewSize`, available for services that visitors may
 * see. The path changes with the content, because social networks cache previews.
 */
export function servicePreviewURL(service: PreviewedService): string {
  return `/files/previews/services/${service.id}.png?v=${servicePreviewVersion(service)}`;
}

/** Fields of a post shown on its preview. */
export type PreviewedPost = Pick<
  Post,
  'uid' | 'title' | 'description' | 'hashtags' | 'photoURL'
> & { readonly author: Pick<Post['author'], 'username' | 'displayName' | 'photoURL'> };

/** Content version of a post preview. */
export function postPreviewVersion(post: PreviewedPost): string {
  const { title, description, hashtags, photoURL, author } = post;
  const shown = [title, description, hashtags, photoURL];
  return contentVersion([...shown, author.username, author.displayName, author.photoURL]);
}

/** Path of a post's link preview; see `servicePreviewURL`. */
export function postPreviewURL(post: PreviewedPost): string {
  return `/files/previews/posts/${post.uid}.png?v=${postPreviewVersion(post)}`;
}
