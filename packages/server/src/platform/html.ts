/** HTML markup that needs no escaping. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/**
 * Template tag for HTML: every value that is not {@link Html} is escaped for text and quoted attributes; `null`,
 * `undefined` and `false` render nothing, lists are joined. Only for pages that are not part of the web app, such as
 * those of the sandboxes.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(renderValue)));
}

/** Marks markup of a trusted source as safe, such as a file of the repository or a library's SVG. */
export function trustedHtml(markup: string): Html {
  return new Html(markup);
}

function renderValue(value: HtmlValue): string {
  if (value instanceof Html) return value.toString();
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(renderValue).join('');
  return escapeHtml(String(value));
}

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, for the content of elements and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character);
}
