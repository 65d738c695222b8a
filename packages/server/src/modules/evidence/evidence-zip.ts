import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { textEntry, type ZipEntry, zipOfEntries } from '../../platform/zip-entries.ts';
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

async function* entriesOf(records: AsyncIterable<StoredRecord>): AsyncGenerator<ZipEntry> {
  const hashes: string[] = [];
  let index = 0;
  for await (const record of records) {
    for (const { name, text } of filesOf(record, index)) {
      hashes.push(`${sha256Of(text)}  ${name}\n`);
      yield textEntry(name, () => [text]);
    }
    index += 1;
  }
  yield textEntry('SHA256.txt', () => hashes);
}

/**
 * A zip with the page and the data of each sealed record, and `SHA256.txt` with the hash of each file in the format of
 * `sha256sum`. One record is in memory at a time; a reader who disconnects ends the reading.
 */
export function createEvidenceZip(records: AsyncIterable<StoredRecord>, mtime: Date): Readable {
  return zipOfEntries(entriesOf(records), mtime);
}
