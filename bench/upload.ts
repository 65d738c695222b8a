import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { buildMp4WithLocation } from '../packages/server/test/fixtures/data/media-files.ts';

const KIB = 1024;
const MIB = KIB * KIB;
/**
 * Boundary between the parts of a form, as long as in browsers, because a server finds a shorter boundary more slowly.
 */
const formBoundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW8';
/** Generated content that is sent repeatedly. */
const contentBlock = Buffer.alloc(256 * KIB);
// The bytes are incompressible, like a video, and do not contain the boundary.
for (let at = 0; at < contentBlock.length; at += 1) contentBlock[at] = (at * 2654435761) >>> 13;

/** A part of a form: `head` followed by generated content. */
interface FormPart {
  /** Headers of the part, and content that is not generated. */
  readonly head: Buffer;
  /** Number of bytes of generated content. */
  readonly generatedBytes: number;
}

const partHeader = (disposition: string) =>
  Buffer.from(`--${formBoundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`);

/** Creates a text field, or a small file when `filename` is given. */
export function fieldPart(
  name: string,
  contentOrText: string | Buffer,
  filename?: string,
): FormPart {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const head = Buffer.concat([
    partHeader(`name="${name}"${file}`),
    Buffer.from(contentOrText as string),
    Buffer.from('\r\n'),
  ]);
  return { head, generatedBytes: 0 };
}

/** Creates a video part of a given size in MB. */
export function videoPart(name: string, megabytes: number): FormPart {
  const smallVideo = buildMp4WithLocation({ telemetry: false });
  const ftyp = smallVideo.subarray(0, smallVideo.readUInt32BE(0));
  const moovAt = smallVideo.indexOf('moov') - 4;
  const moov = smallVideo.subarray(moovAt, moovAt + smallVideo.readUInt32BE(moovAt));
  const generatedBytes = megabytes * MIB;
  const mdat = Buffer.alloc(8);
  mdat.writeUInt32BE(generatedBytes + 8);
  mdat.write('mdat', 4);
  const file = partHeader(`name="${name}"; filename="filme.mp4"`);
  return { head: Buffer.concat([file, ftyp, moov, mdat]), generatedBytes };
}

const partEnd = Buffer.from('\r\n');
const formEnd = Buffer.from(`--${formBoundary}--\r\n`);
const lengthOfPart = ({ head, generatedBytes }: FormPart) =>
  head.length + (generatedBytes > 0 ? generatedBytes + partEnd.length : 0);

/** Sends a form; returns the duration in seconds and the answer. Throws unless the answer is a success. */
export async function sendForm(
  url: string,
  parts: readonly FormPart[],
  token = '',
): Promise<{ readonly seconds: number; readonly answer: unknown }> {
  const startedAt = performance.now();
  const outgoingRequest = request(url, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${formBoundary}`,
      'content-length': parts.reduce((sum, part) => sum + lengthOfPart(part), formEnd.length),
      authorization: `Bearer ${token}`,
    },
  });
  const responsePromise = once(outgoingRequest, 'response') as Promise<[IncomingMessage]>;
  const write = async (chunk: Buffer) => {
    if (!outgoingRequest.write(chunk)) await once(outgoingRequest, 'drain');
  };
  for (const { head, generatedBytes } of parts) {
    await write(head);
    for (
      let remainingBytes = generatedBytes;
      remainingBytes > 0;
      remainingBytes -= contentBlock.length
    ) {
      await write(
        remainingBytes < contentBlock.length
          ? contentBlock.subarray(0, remainingBytes)
          : contentBlock,
      );
    }
    if (generatedBytes > 0) await write(partEnd);
  }
  outgoingRequest.end(formEnd);
  const [response] = await responsePromise;
  const body = await text(response);
  if ((response.statusCode ?? 500) >= 300) throw new Error(`${url}: ${body}`);
  return { seconds: (performance.now() - startedAt) / 1000, answer: JSON.parse(body) };
}
