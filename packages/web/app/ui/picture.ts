/**
 * `srcset` of a stored picture: the server keeps several widths and gives the nearest for `?w=`
 * (px). Undefined for drawings and foreign addresses, which have one form only.
 */
export function pictureSrcSet(src: string, widths: readonly number[]): string | undefined {
  if (!src.startsWith('/files/') || src.endsWith('.svg')) return undefined;
  const join = src.includes('?') ? '&' : '?';
  return [...new Set(widths)].map((width) => `${src}${join}w=${width} ${width}w`).join(', ');
}
