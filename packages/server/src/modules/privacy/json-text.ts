/** UTF-16 units that are collected before they are yielded as one piece. */
const PIECE_LENGTH = 16_384;

const prettyJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** Streams rows as the text of one JSON list. */
export async function* jsonList(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = '[';
  let separator = '\n  ';
  for await (const row of rows) {
    // Line breaks inside strings are escaped in JSON, so all line breaks in this text separate members and can be
    // indented.
    text += separator + prettyJson(row).replaceAll('\n', '\n  ');
    separator = ',\n  ';
    if (text.length < PIECE_LENGTH) continue;
    yield text;
    text = '';
  }
  yield `${text}${separator === '\n  ' ? '' : '\n'}]\n`;
}

/** Streams the only row, or `null` when there is none, as JSON. */
export async function* jsonOfOnlyRow(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let onlyRow: unknown = null;
  for await (const row of rows) onlyRow = row;
  yield `${prettyJson(onlyRow)}\n`;
}

/** Streams one JSON object with the given fields and a list of rows in the field `listField`. */
export async function* jsonObjectWithList(
  fields: Readonly<Record<string, unknown>>,
  listField: string,
  rows: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  yield `${prettyJson(fields).slice(0, -2)},\n${JSON.stringify(listField)}: `;
  yield* jsonList(rows);
  yield '}\n';
}
