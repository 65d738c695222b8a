/** UTF-16 units that are buffered before they are yielded. */
const PIECE_LENGTH = 16_384;

const prettyJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** Streams rows as one JSON list. */
export async function* jsonList(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = '[';
  let before = '\n  ';
  for await (const row of rows) {
    // Line breaks within strings are escaped, so that all others are between members.
    text += before + prettyJson(row).replaceAll('\n', '\n  ');
    before = ',\n  ';
    if (text.length < PIECE_LENGTH) continue;
    yield text;
    text = '';
  }
  yield `${text}${before === '\n  ' ? '' : '\n'}]\n`;
}

/** The only row, or null, as JSON. */
export async function* jsonOne(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let found: unknown = null;
  for await (const row of rows) found = row;
  yield `${prettyJson(found)}\n`;
}

/** One JSON object with some fields and a list of rows under the name `list`. */
export async function* jsonWith(
  facts: Readonly<Record<string, unknown>>,
  list: string,
  rows: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  yield `${prettyJson(facts).slice(0, -2)},\n${JSON.stringify(list)}: `;
  yield* jsonList(rows);
  yield '}\n';
}
