import type { Post } from '../community/social.ts';
import type { Service } from './catalog.ts';

/** Size of a link preview picture in pixels. */
export const previewSize = { width: 1200, height: 630 } as const;

/** Version of the layout of previews; increased when the layout changes, so that the URL of every preview changes. */
const LAYOUT_VERSION = 1;

/** Fields of a service that its preview shows. */
export type PreviewedService = Pick<
  Service,
  'id' | 'title' | 'price' | 'type' | 'category' | 'photoURL' | 'rating' | 'reviewCount'
> & { readonly seller: Pick<Service['seller'], 'displayName' | 'photoURL'> };

/** 32-bit FNV-1a hash over UTF-16 units; used as a content hash, not for security. */
function fnv1a(text: string, startHash: number): string {
  let hash = startHash;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Version of the content that a preview shows; differs when the content differs. */
function contentVersion(shownValues: readonly unknown[]): string {
  const text = JSON.stringify([LAYOUT_VERSION, ...shownValues]);
  return fnv1a(text, 0x811c9dc5) + fnv1a(text, 0x9747b28c);
}

/** Content version of the preview of a service. */
export function servicePreviewVersion(service: PreviewedService): string {
  const { title, price, type, category, photoURL, rating, reviewCount, seller } = service;
  const shownValues = [title, price, type, category, photoURL, rating, reviewCount];
  return contentVersion([...shownValues, seller.displayName, seller.photoURL]);
}

/**
 * Path of a service's link preview: a PNG of `previewSize`, available for services that visitors may see. The path
 * changes with the content, because social networks cache previews.
 */
export function servicePreviewURL(service: PreviewedService): string {
  return `/files/previews/services/${service.id}.png?v=${servicePreviewVersion(service)}`;
}

/** Fields of a post that its preview shows. */
export type PreviewedPost = Pick<
  Post,
  'uid' | 'title' | 'description' | 'hashtags' | 'photoURL'
> & { readonly author: Pick<Post['author'], 'username' | 'displayName' | 'photoURL'> };

/** Content version of the preview of a post. */
export function postPreviewVersion(post: PreviewedPost): string {
  const { title, description, hashtags, photoURL, author } = post;
  const shownValues = [title, description, hashtags, photoURL];
  return contentVersion([...shownValues, author.username, author.displayName, author.photoURL]);
}

/** Path of a post's link preview; like `servicePreviewURL`, the path changes with the content. */
export function postPreviewURL(post: PreviewedPost): string {
  return `/files/previews/posts/${post.uid}.png?v=${postPreviewVersion(post)}`;
}
