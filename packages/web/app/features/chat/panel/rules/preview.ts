import { limits } from '@guilda/contract/limits';

/** Created at its first use, because creating it delays the start of every page. */
let graphemeSegmenter: Intl.Segmenter | undefined;

/**
 * The last message of a conversation as the list shows it: on one line, cut after 15 characters and followed by `...`.
 * A character is what a reader sees as one (grapheme), so that no emoji is cut in half.
 */
export function previewText(message: string): string {
  const singleLine = message.replace(/\s+/g, ' ').trim();
  const shownParts: string[] = [];
  graphemeSegmenter ??= new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });
  for (const { segment } of graphemeSegmenter.segment(singleLine)) {
    if (shownParts.length === limits.messagePreview) return `${shownParts.join('')}...`;
    shownParts.push(segment);
  }
  return singleLine;
}
