import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createFileInMemory, sendFromMemory } from './file-in-memory.ts';

const content = Buffer.from('Muitas vezes o mesmo. '.repeat(100));

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'a file in memory is compressed by %s once, however often it is sent',
  async (encoding, decompress) => {
    const file = createFileInMemory('text/plain', content);
    const app = Fastify();
    app.get('/', (request, reply) => sendFromMemory(request, reply, file));
    const send = () => app.inject({ url: '/', headers: { 'accept-encoding': encoding } });
    const first = await send();
    const copy = file.copies.get(encoding);
    const second = await send();
    expect(decompress(second.rawPayload)).toEqual(content);
    expect(second.rawPayload).toEqual(first.rawPayload);
    expect(file.copies.get(encoding)).toBe(copy);
    await app.close();
  },
);
