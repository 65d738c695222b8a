import type { Match } from './tsquery.ts';

export type Layered<Row> = Row & { readonly layer: number };

/**
 * Reads matches layer by layer, the closest ones first, until there are enough. Rows of a layer come
 * in an order of their own, so that a place is a layer and a place within it.
 * @param read gives up to `wanted` rows of one layer, the first one after `after`, later ones from
 *   their beginning
 */
export async function readLayers<Row, Place>(
  layers: readonly Match[],
  from: { readonly layer: number; readonly after: Place } | null,
  wanted: number,
  read: (match: string, after: Place | null, wanted: number) => Promise<Row[]>,
): Promise<Layered<Row>[]> {
  const found: Layered<Row>[] = [];
  for (const [layer, match] of layers.entries()) {
    if (match === null || (from && layer < from.layer) || found.length >= wanted) continue;
    const after = from?.layer === layer ? from.after : null;
    const rows = await read(match, after, wanted - found.length);
    found.push(...rows.map((row) => ({ ...row, layer })));
  }
  return found;
}
