import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Compression by zstd; absent before Node 22.15. */
const toZstd = (zstdCompress as typeof zstdCompress | undefined) && promisify(zstdCompress);
/** The highest compression level that browsers can decompress within their memory limit (a window of 8 MB). */
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };

/** Names of the text files to compress; pictures and fonts are compressed already. */
const compressibleFile = /\.(?:css|html|js|svg|webmanifest)$/;

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
 * Writes `.br`, `.gz` and, where Node can, `.zst` copies of each text file below a folder, with maximum compression. The server sends these
 * copies instead of compressing answers.
 */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressibleFile.test(entry.name));
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
}
