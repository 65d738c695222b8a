import { findCategory } from '@guilda/contract/categories';
import { previewSize } from '@guilda/contract/previews';
import { palette } from './brand-art.ts';
import { headline } from './headline.ts';
import type { ServicePreviewData } from './preview-data.ts';
import { places } from './service-svg.ts';
import { box, type Node, oneLine, renderTextSvg, type ToRenderable, textNode } from './text-svg.ts';

function priceOf(price: string): Node {
  const [reais = '0', cents = '00'] = price.split('.');
  const place = { ...places.price, position: 'absolute', alignItems: 'flex-start' };
  if (Number(price) === 0) return box(place, [textNode('Grátis', 'figures', { fontSize: 84 })]);
  const whole = reais.replace(/\B(?=(\d{3})+$)/g, '.');
  return box({ ...place, lineHeight: 1 }, [
    textNode('R$', 'figures', {
      fontSize: 40,
      color: palette.ink3,
      marginTop: 10,
      marginRight: 12,
    }),
    textNode(whole, 'figures', { fontSize: 96 }),
    textNode(`,${cents}`, 'figures', { fontSize: 46, marginTop: 9, marginLeft: 2 }),
  ]);
}

/** `4,9 (212)` for 4.9 and 212 reviews; a note when there are no reviews. */
function ratingOf({ rating, reviewCount }: ServicePreviewData, left: number): Node {
  const place = { ...places.rating, position: 'absolute', alignItems: 'center' };
  if (rating === null) {
    return box({ ...place, left }, [
      textNode('Ainda sem avaliações', 'text', { fontSize: 25, color: palette.ink3 }),
    ]);
  }
  return box({ ...place, left: left + places.stars }, [
    textNode(rating.toFixed(1).replace('.', ','), 'figures', { fontSize: 36, marginRight: 12 }),
    textNode(`(${reviewCount.toLocaleString('pt-BR')})`, 'figures', {
      fontSize: 30,
      color: palette.ink3,
    }),
  ]);
}

function layout(data: ServicePreviewData, hasAvatar: boolean, toRenderable: ToRenderable): Node {
  const name = hasAvatar ? places.name : places.nameAlone;
  const label = findCategory(data.category)?.label ?? '';
  return box({ width: previewSize.width, height: previewSize.height }, [
    textNode(data.type === 'call' ? 'Call' : 'Mídia', 'text', {
      ...places.tagText,
      position: 'absolute',
      fontSize: 26,
      color: palette.cal,
    }),
    textNode(label, 'text', {
      ...places.category,
      position: 'absolute',
      fontSize: 25,
      color: palette.accentInk,
    }),
    box({ ...places.title, position: 'absolute' }, [
      headline(toRenderable(data.title) || label, places.title).node,
    ]),
    box({ ...name, position: 'absolute' }, [
      textNode(toRenderable(data.sellerName) || data.sellerUsername, 'text', {
        ...oneLine,
        fontSize: 29,
      }),
    ]),
    ratingOf(data, name.left),
    priceOf(data.price),
  ]);
}

/**
 * The texts of a service preview as SVG outlines. A title that the fonts cannot render is replaced by the
 * category.
 */
export function serviceText(data: ServicePreviewData, hasAvatar: boolean): Promise<string> {
  return renderTextSvg((toRenderable) => layout(data, hasAvatar, toRenderable));
}
