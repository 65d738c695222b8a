import { readFile } from 'node:fs/promises';
import type { ApiClient } from '@guilda/contract/client';
import sharp from 'sharp';

/** A demo person whose account exists, with an API client that acts as this person. */
export interface SeededPerson {
  readonly uid: string;
  readonly api: ApiClient;
}

/** Renders a drawing as the PNG file that a person would upload. */
export async function renderDrawing(name: string, width: number): Promise<Blob> {
  const svg = await readFile(new URL(`./art/${name}.svg`, import.meta.url));
  return new Blob([await sharp(svg, { density: 200 }).resize(width).png().toBuffer()]);
}
