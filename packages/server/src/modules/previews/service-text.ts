import { findCategory } from '@guilda/contract/categories';
import { previewSize } from '@guilda/contract/previews';
import { headline } from './headline.ts';
import { palette } from './house-art.ts';
import { box, type Node, oneLine, outlines, type Readable, say } from './letters.ts';
import type { ServiceFacts } from './preview-facts.ts';
import { places } from './service-art.ts';

function priceOf(price: string): Node {
  const [reais = '0', cents = '00'] = price.split('.');
  const place = { ...places.price, position: 'absolute', alignItems: 'flex-start' };
  if (Number(price) === 0) return box(place, [say('Grátis', 'figures', { fontSize: 84 })]);
  const whole = reais.replace(/\B(?=(\d{3})+$)/g, '.');
  return box({ ...place, lineHeight: 1 }, [
    say('R$', 'figures', { fontSize: 40, color: palette.ink3, marginTop: 10, marginRight: 12 }),
    say(whole, 'figures', { fontSize: 96 }),
    say(`,${cents}`, 'figures', { fontSize: 46, marginTop: 9, marginLeft: 2 }),
  ]);
}

/** 4.9 and 212 → `4,9 (212)`; without reviews, that there are none. */
function ratingOf({ rating, reviewCount }: ServiceFacts, left: number): Node {
  const place = { ...places.rating, position: 'absolute', alignItems: 'center' };
  if (rating === null) {
    return box({ ...place, left }, [
      say('Ainda sem avaliações', 'text', { fontSize: 25, color: palette.ink3 }),
    ]);
  }
  return box({ ...place, left: left + places.stars }, [
    say(rating.toFixed(1).replace('.', ','), 'figures', { fontSize: 36, marginRight: 12 }),
    say(`(${reviewCount.toLocaleString('pt-BR')})`, 'figures', {
      fontSize: 30,
      color: palette.ink3,
    }),
  ]);
}

function layout(facts: ServiceFacts, hasAvatar: boolean, readable: Readable): Node {
  const name = hasAvatar ? places.name : places.nameAlone;
  const label = findCategory(facts.category)?.label ?? '';
  return box({ width: previewSize.width, height: previewSize.height }, [
    say(facts.type === 'call' ? 'Call' : 'Mídia', 'text', {
      ...places.tagText,
      position: 'absolute',
      fontSize: 26,
      color: palette.cal,
    }),
    say(label, 'text', {
      ...places.category,
      position: 'absolute',
      fontSize: 25,
      color: palette.accentInk,
    }),
    box({ ...places.title, position: 'absolute' }, [
      headline(readable(facts.title) || label, places.title).node,
    ]),
    box({ ...name, position: 'absolute' }, [
      say(readable(facts.sellerName) || facts.sellerUsername, 'text', { ...oneLine, fontSize: 29 }),
    ]),
    ratingOf(facts, name.left),
    priceOf(facts.price),
  ]);
}

/**
 * The texts of a service's preview as an SVG of outlines; a title without a letter that the fonts have
 * gives way to its category.
 */
export function serviceText(facts: ServiceFacts, hasAvatar: boolean): Promise<string> {
  return outlines((readable) => layout(facts, hasAvatar, readable));
}
