import type { TsQuery } from './tsquery.ts';

export type WithLayer<Row> = Row & { readonly layer: number };

/**
 * Reads search results layer by layer, the closest matches first, until there are enough. Each layer has its own sort
 * order, so that a position consists of a layer and a position within that layer.
 * @param read reads up to `rowLimit` rows of one layer, starting after `after` (null for the beginning)
 */
export async function readLayers<Row, Position>(
  layers: readonly TsQuery[],
  start: { readonly layer: number; readonly after: Position } | null,
  rowLimit: number,
  read: (query: string, after: Position | null, rowLimit: number) => Promise<readonly Row[]>,
): Promise<WithLayer<Row>[]> {
  const foundRows: WithLayer<Row>[] = [];
  for (const [layer, query] of layers.entries()) {
    if (query === null || (start && layer < start.layer) || foundRows.length >= rowLimit) continue;
    const after = start?.layer === layer ? start.after : null;
    const rows = await read(query, after, rowLimit - foundRows.length);
    foundRows.push(...rows.map((row) => ({ ...row, layer })));
  }
  return foundRows;
}
