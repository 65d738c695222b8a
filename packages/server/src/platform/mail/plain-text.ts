import { toPlainText } from '@react-email/render';

type ToPlainTextOptions = NonNullable<Parameters<typeof toPlainText>[1]>;

interface HtmlElement {
  readonly attribs: Readonly<Record<string, string>>;
  readonly children: readonly unknown[];
}

interface MailTextBuilder {
  openBlock(options: { isPre?: boolean; leadingLineBreaks?: number }): void;
  closeBlock(options: {
    trailingLineBreaks?: number;
    blockTransform?: (text: string) => string;
  }): void;
  addInline(text: string): void;
}

/** Type of html-to-text's formatters, because the package has no types of its own. */
type TagFormatter = (
  element: HtmlElement,
  walk: (children: readonly unknown[], builder: MailTextBuilder) => void,
  builder: MailTextBuilder,
) => void;

const lineBreakPattern = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Starts every line of quoted text with `>`, for any kind of line break. */
const formatQuote: TagFormatter = (element, walk, builder) => {
  builder.openBlock({ isPre: true, leadingLineBreaks: 2 });
  walk(element.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) =>
      text
        .split(lineBreakPattern)
        .map((line) => `> ${line}`.trimEnd())
        .join('\n'),
  });
};

/** Formats a link that stands alone on its line as label and URL: `Ver o pedido: https://…`. */
const formatLink: TagFormatter = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(`: ${element.attribs['href']}`);
};

const lineSpacing = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const paragraphSpacing = { leadingLineBreaks: 2, trailingLineBreaks: 2 };

const plainTextOptions: ToPlainTextOptions = {
  formatters: { quote: formatQuote, link: formatLink },
  selectors: [
    { selector: 'h1', options: { uppercase: false, ...paragraphSpacing } },
    { selector: 'blockquote', format: 'quote' },
    { selector: 'p[data-line]', format: 'paragraph', options: lineSpacing },
    { selector: 'a', options: { linkBrackets: ['(', ')'] } },
    { selector: 'a[data-way]', format: 'link' },
    { selector: 'div', format: 'block', options: paragraphSpacing },
    { selector: 'table', format: 'block', options: paragraphSpacing },
  ],
};

/** Renders the text part of a mail from its HTML part, so that both parts have the same content. */
export function toPlainMailText(markup: string): string {
  return `${toPlainText(markup, plainTextOptions)}\n`;
}
