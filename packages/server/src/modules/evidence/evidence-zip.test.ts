import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type EvidenceData, toEvidenceContent } from './evidence-content.ts';
import { createEvidenceZip } from './evidence-zip.ts';

const modifiedAt = new Date('2026-11-22T12:00:00Z');
const instantText = '2026-11-22T12:00:00.000000Z';
const evidenceData: EvidenceData = {
  order: {
    id: 'o',
    purchaseCode: 'ABC123',
    status: 'complete',
    buyer: { uid: 'b', username: 'bia', name: 'Bia' },
    seller: { uid: 's', username: 'sol', name: 'Sol' },
    price: '49.90',
    amountPaid: '49.90',
    amountRefunded: '0.00',
    provider: null,
    providerPaymentId: null,
    createdAt: instantText,
    paidAt: instantText,
    startedAt: instantText,
    packOpenedAt: null,
    endedAt: instantText,
    endedBy: null,
    serviceId: 'v',
    title: 'Aula',
    description: null,
    category: null,
    type: 'call',
  },
  files: [],
  steps: [],
  downloads: [],
  calls: [],
  conversation: { total: 0, messages: [] },
  reviews: [],
  refunds: [],
};

/** A record of at least `size` bytes with text that compresses badly. */
const buildRecord = (size: number) => {
  const description = randomBytes(size / 2).toString('hex');
  const content = toEvidenceContent(
    evidenceData,
    { cause: 'dispute', causeId: 'd', description },
    instantText,
  );
  return { content: JSON.stringify(content), hash: Buffer.alloc(32) };
};

describe('the zip of evidence', () => {
  it('reads the records only as fast as they are received', async () => {
    let readCount = 0;
    const records = (async function* () {
      for (; readCount < 50; readCount += 1) yield buildRecord(400_000);
    })();
    const zip = createEvidenceZip(records, modifiedAt);
    for await (const _ of zip) break;
    expect(readCount).toBeLessThan(3);
  });
});
