import type { MetaDescriptor, ShouldRevalidateFunctionArgs } from 'react-router';

interface PageMeta {
  /** The title without ` · Guilda`, which is appended; undefined for the home page. */
  title?: string | undefined;
  description: string;
  /** The canonical URL of the page, from `canonicalUrl`. */
  url: string;
  /** Path of the picture for link previews, beginning with `/`; without it a default picture is used. */
  image?: string | null | undefined;
  /** Alternative text of the picture. */
  imageAlt?: string | undefined;
  type?: 'website' | 'product' | 'profile' | 'article' | undefined;
  /** Whether search engines must not index the page. */
  hidden?: boolean | undefined;
}

const SITE_NAME = 'Guilda';
const HOME_TITLE = 'Guilda: tem sempre alguém à mesa';
const DEFAULT_IMAGE = '/art/previa/guilda.png';

/**
 * The canonical URL of a page, without query parameters except those in `keptParams`. Its origin is that of the
 * request, because a request has the site's public address even on the server.
 */
export function canonicalUrl(request: Request, keptParams: readonly string[] = []): string {
  const { origin, pathname, searchParams } = new URL(request.url);
  const query = new URLSearchParams(
    [...searchParams].filter(([name]) => keptParams.includes(name)),
  );
  const text = query.toString();
  return origin + pathname + (text === '' ? '' : `?${text}`);
}

/** Metadata of a page: title, description, canonical URL and link preview (Open Graph, Twitter). */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { title, description, url, imageAlt, type = 'website' } = page;
  const image = new URL(page.image || DEFAULT_IMAGE, url).href;
  const heading = title ?? HOME_TITLE;
  return [
    { title: title ? `${title} · ${SITE_NAME}` : HOME_TITLE },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(page.hidden ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:site_name', content: SITE_NAME },
    { property: 'og:locale', content: 'pt_BR' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: heading },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    ...(imageAlt ? [{ property: 'og:image:alt', content: imageAlt }] : []),
    { name: 'twitter:card', content: type === 'profile' ? 'summary' : 'summary_large_image' },
    { name: 'twitter:title', content: heading },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
  ];
}

/**
 * `shouldRevalidate` of pages whose data depends on the path alone, because their query parameters only open dialogs
 * and tabs.
 */
export function revalidateUnlessOnlyQueryChanged(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const urlChanged = currentUrl.href !== nextUrl.href;
  if (urlChanged && currentUrl.pathname === nextUrl.pathname) return false;
  return defaultShouldRevalidate;
}
