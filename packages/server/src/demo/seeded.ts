import { readFile } from 'node:fs/promises';
import type { ApiClient } from '@guilda/contract/client';
import sharp from 'sharp';

/** Somebody of the demo who is there, with the calls of their browser. */
export interface Seeded {
  readonly uid: string;
  readonly api: ApiClient;
}

/** A drawing as the PNG that a person would upload. */
export async function drawing(name: string, width: number): Promise<Blob> {
  const svg = await readFile(new URL(`./art/${name}.svg`, import.meta.url));
  return new Blob([await sharp(svg, { density: 200 }).resize(width).png().toBuffer()]);
}
