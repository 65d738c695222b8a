import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Compresses by zstd; undefined in Node before version 22.15. */
const toZstd = (zstdCompress as typeof zstdCompress | undefined) && promisify(zstdCompress);
/** Options with the highest compression level whose window (8 MB) browsers accept. */
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };

/** Matches names of text files; other files, such as pictures and fonts, are compressed already. */
const compressibleFilePattern = /\.(?:css|html|js|svg|webmanifest)$/;

/** Minimum size in bytes; smaller files fit into one packet without compression. */
const MIN_FILE_BYTES = 1024;

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < MIN_FILE_BYTES) return;
  const [br, gz, zst] = await Promise.all([
    toBrotli(content),
    toGzip(content, { level: 9 }),
    toZstd?.(content, zstdOptions),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  if (zst) await writeFile(`${path}.zst`, zst);
}

/**
 * Writes compressed copies of each text file below a folder: `.br`, `.gz` and, if Node has zstd, `.zst`. The server
 * sends these copies instead of compressing answers, so they are compressed as far as possible.
 */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && compressibleFilePattern.test(entry.name),
  );
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
}
