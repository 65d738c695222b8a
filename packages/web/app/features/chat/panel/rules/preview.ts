import { limits } from '@guilda/contract/limits';

const graphemeSegmenter = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/**
 * A last message as the list shows it: on one line, cut at 15 characters followed by `...`.
 * A character is what a person sees as one, so that no emoji is cut in half.
 */
export function previewText(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  const shown: string[] = [];
  for (const { segment } of graphemeSegmenter.segment(line)) {
    if (shown.length === limits.messagePreview) return `${shown.join('')}...`;
    shown.push(segment);
  }
  return line;
}
