import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { EvidenceContent } from './evidence-content.ts';
import { renderEvidencePage } from './evidence-page.ts';

/** A sealed record as it is stored. */
interface StoredRecord {
  readonly content: string;
  readonly hash: Buffer;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Name of a file of the record with this index: the first without a number, then `-2`, `-3` and so on. */
const nameOf = (name: string, ending: string, index: number): string =>
  `${name}${index === 0 ? '' : `-${index + 1}`}.${ending}`;

function filesOf({ content, hash }: StoredRecord, index: number) {
  const dataFile = nameOf('dados', 'json', index);
  const facts = { sha256: hash.toString('hex'), dataFile };
  const page = renderEvidencePage(JSON.parse(content) as EvidenceContent, facts);
  return [
    { name: nameOf('provas', 'html', index), text: page },
    { name: dataFile, text: content },
  ];
}

/**
 * A zip with the page and the data of each sealed record, and `SHA256.txt` with the hash of each file in the format of
 * `sha256sum`. One record is in memory at a time; a reader who disconnects ends the reading.
 */
export function createEvidenceZip(records: AsyncIterable<StoredRecord>, mtime: Date): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  const fill = async () => {
    const hashes: string[] = [];
    let index = 0;
    for await (const record of records) {
      for (const { name, text } of filesOf(record, index)) {
        zip.addBuffer(Buffer.from(text), name, { mtime });
        hashes.push(`${sha256Of(text)}  ${name}\n`);
      }
      index += 1;
      if (stream.destroyed) return;
    }
    zip.addBuffer(Buffer.from(hashes.join('')), 'SHA256.txt', { mtime });
    zip.end();
  };
  // The receiver gets the error as well. This handler is for errors that occur before there is a receiver.
  finished(stream).catch(() => undefined);
  zip.on('error', (error) => stream.destroy(error));
  fill().catch((error: unknown) => stream.destroy(error as Error));
  return stream;
}
