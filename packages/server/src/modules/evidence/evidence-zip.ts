import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { textEntry, type ZipEntry, zipOfEntries } from '../../platform/zip-entries.ts';
import type { EvidenceContent } from './evidence-content.ts';
import { renderEvidencePage } from './evidence-page.ts';

/** A stored record of evidence. */
interface StoredRecord {
  readonly content: string;
  readonly hash: Buffer;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * File name of the evidence record with this index: the first has no number, the next ones have `-2`, `-3` and so on.
 */
const evidenceFileName = (name: string, extension: string, index: number): string =>
  `${name}${index === 0 ? '' : `-${index + 1}`}.${extension}`;

function evidenceFilesOf({ content, hash }: StoredRecord, recordIndex: number) {
  const dataFile = evidenceFileName('dados', 'json', recordIndex);
  const hashedFile = { sha256: hash.toString('hex'), dataFile };
  const page = renderEvidencePage(JSON.parse(content) as EvidenceContent, hashedFile);
  return [
    { name: evidenceFileName('provas', 'html', recordIndex), text: page },
    { name: dataFile, text: content },
  ];
}

async function* zipEntriesOf(records: AsyncIterable<StoredRecord>): AsyncGenerator<ZipEntry> {
  const hashes: string[] = [];
  let index = 0;
  for await (const record of records) {
    for (const { name, text } of evidenceFilesOf(record, index)) {
      hashes.push(`${sha256Of(text)}  ${name}\n`);
      yield textEntry(name, () => [text]);
    }
    index += 1;
  }
  yield textEntry('SHA256.txt', () => hashes);
}

/**
 * A zip with an HTML page and a JSON file for each evidence record, and `SHA256.txt` with the hash of each file in the
 * format of `sha256sum`. Only one record is in memory at a time, and reading stops when the client disconnects.
 */
export function createEvidenceZip(
  storedRecords: AsyncIterable<StoredRecord>,
  modifiedAt: Date,
): Readable {
  return zipOfEntries(zipEntriesOf(storedRecords), modifiedAt);
}
