import { findCategory } from '@guilda/contract/services/categories';
import { previewSize } from '@guilda/contract/services/previews';
import { palette } from './brand-art.ts';
import { layOutHeadline } from './headline.ts';
import type { ServicePreviewData } from './preview-data.ts';
import { textBoxes } from './service-svg.ts';
import {
  flexBox,
  type LayoutNode,
  oneLineStyle,
  renderTextSvg,
  type ToRenderable,
  textNode,
} from './text-svg.ts';

function priceNode(price: string): LayoutNode {
  const [reais = '0', cents = '00'] = price.split('.');
  const boxStyle = { ...textBoxes.price, position: 'absolute', alignItems: 'flex-start' };
  if (Number(price) === 0)
    return flexBox(boxStyle, [textNode('Grátis', 'figures', { fontSize: 84 })]);
  const groupedReais = reais.replace(/\B(?=(\d{3})+$)/g, '.');
  return flexBox({ ...boxStyle, lineHeight: 1 }, [
    textNode('R$', 'figures', {
      fontSize: 40,
      color: palette.ink3,
      marginTop: 10,
      marginRight: 12,
    }),
    textNode(groupedReais, 'figures', { fontSize: 96 }),
    textNode(`,${cents}`, 'figures', { fontSize: 46, marginTop: 9, marginLeft: 2 }),
  ]);
}

/**
 * Layout node for the rating, such as `4,9 (212)` for an average of 4.9 and 212 reviews; without reviews, a text that
 * says that there are none.
 */
function ratingNode({ rating, reviewCount }: ServicePreviewData, leftPx: number): LayoutNode {
  const boxStyle = { ...textBoxes.rating, position: 'absolute', alignItems: 'center' };
  if (rating === null) {
    return flexBox({ ...boxStyle, left: leftPx }, [
      textNode('Ainda sem avaliações', 'text', { fontSize: 25, color: palette.ink3 }),
    ]);
  }
  return flexBox({ ...boxStyle, left: leftPx + textBoxes.stars }, [
    textNode(rating.toFixed(1).replace('.', ','), 'figures', { fontSize: 36, marginRight: 12 }),
    textNode(`(${reviewCount.toLocaleString('pt-BR')})`, 'figures', {
      fontSize: 30,
      color: palette.ink3,
    }),
  ]);
}

function layOutService(
  service: ServicePreviewData,
  hasAvatar: boolean,
  toRenderable: ToRenderable,
): LayoutNode {
  const nameBox = hasAvatar ? textBoxes.name : textBoxes.nameAlone;
  const label = findCategory(service.category)?.label ?? '';
  return flexBox({ width: previewSize.width, height: previewSize.height }, [
    textNode(service.type === 'call' ? 'Call' : 'Mídia', 'text', {
      ...textBoxes.tagText,
      position: 'absolute',
      fontSize: 26,
      color: palette.cal,
    }),
    textNode(label, 'text', {
      ...textBoxes.category,
      position: 'absolute',
      fontSize: 25,
      color: palette.accentInk,
    }),
    flexBox({ ...textBoxes.title, position: 'absolute' }, [
      layOutHeadline(toRenderable(service.title) || label, textBoxes.title).node,
    ]),
    flexBox({ ...nameBox, position: 'absolute' }, [
      textNode(toRenderable(service.sellerName) || service.sellerUsername, 'text', {
        ...oneLineStyle,
        fontSize: 29,
      }),
    ]),
    ratingNode(service, nameBox.left),
    priceNode(service.price),
  ]);
}

/**
 * Renders the texts of a service preview as SVG outlines. The category replaces a title that the fonts cannot render.
 */
export function renderServiceText(
  service: ServicePreviewData,
  hasAvatar: boolean,
): Promise<string> {
  return renderTextSvg((toRenderable) => layOutService(service, hasAvatar, toRenderable));
}
