import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createWalletFixture,
  type WalletFixture,
} from '../../../../test/fixtures/modules/money/wallet-fixture.ts';
import { closeAccountDuringRequest } from '../../../../test/fixtures/modules/suspend-admin.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

let fixture: WalletFixture;
let anaUid: string;

beforeAll(async () => {
  fixture = await createWalletFixture();
});
beforeEach(async () => {
  anaUid = await fixture.buildPerson();
});
afterAll(() => fixture.close());

const profileBody = {
  legalName: 'Ana Souza de Lima',
  cpf: '123.456.789-09',
  birthDate: '1990-05-17',
};
const HOUR_MS = 3_600_000;

const putProfile = async (body: Partial<typeof profileBody> = {}, confirmation?: string) =>
  (
    await fixture.as(anaUid).wallet.putPayoutProfile({
      body: { ...profileBody, ...body },
      confirmation: confirmation ?? (await fixture.confirm(anaUid, 'payout_profile')),
    })
  ).profile;
const getProfile = async () => (await fixture.as(anaUid).wallet.getPayoutProfile()).profile;
const restHoursOf = ({ usableFrom, verifiedAt }: { usableFrom: string; verifiedAt: string }) =>
  Date.parse(usableFrom) - Date.parse(verifiedAt);

describe('the first payout profile', () => {
  it('is none before, and then shown with a masked CPF, usable at once', async () => {
    expect(await getProfile()).toBeNull();
    const savedProfile = await putProfile();
    expect(savedProfile).toEqual({
      legalName: 'Ana Souza de Lima',
      cpf: '***.***.***-09',
      verifiedAt: expect.any(String),
      usableFrom: expect.any(String),
    });
    expect(restHoursOf(savedProfile)).toBe(0);
    expect(await getProfile()).toEqual(savedProfile);
  });

  it('is not saved for an account that is closed meanwhile', async () => {
    const confirmation = await fixture.confirm(anaUid, 'payout_profile');
    const refusal = await closeAccountDuringRequest(fixture.pool, anaUid, () =>
      errorOfCall(putProfile({}, confirmation)),
    );
    expect(refusal).toMatchObject({ status: 401, code: 'token_invalid' });
    const { rowCount } = await fixture.pool.query('SELECT FROM payout_profiles WHERE uid = $1', [
      anaUid,
    ]);
    expect(rowCount).toBe(0);
  });

  it('is stored encrypted', async () => {
    await putProfile();
    const { rows } = await fixture.pool.query('SELECT * FROM payout_profiles WHERE uid = $1', [
      anaUid,
    ]);
    const storedText = (rows[0].sealed as Buffer).toString('latin1');
    for (const secret of ['12345678909', 'Souza', '1990']) expect(storedText).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain('12345678909');
  });

  it('is of its person only', async () => {
    await putProfile();
    const otherUid = await fixture.buildPerson();
    expect((await fixture.as(otherUid).wallet.getPayoutProfile()).profile).toBeNull();
    expect((await fixture.call(null, 'GET', '/api/wallet/payout-profile')).statusCode).toBe(401);
    // Encrypted data cannot be decrypted after it was moved to another person's row.
    await fixture.pool.query(
      `INSERT INTO payout_profiles SELECT $2, sealed, verified_at, usable_from
       FROM payout_profiles WHERE uid = $1`,
      [anaUid, otherUid],
    );
    expect((await fixture.as(otherUid).wallet.getPayoutProfile()).profile).toBeNull();
  });
});

describe('a changed payout profile', () => {
  it.each([
    ['legalName', 'Ana Souza'],
    ['cpf', '529.982.247-25'],
    ['birthDate', '1991-05-17'],
  ] as const)('rests 24 hours: %s', async (field, value) => {
    await putProfile();
    const changedProfile = await putProfile({ [field]: value });
    expect(restHoursOf(changedProfile)).toBeGreaterThanOrEqual(24 * HOUR_MS - 1_000);
    expect(restHoursOf(changedProfile)).toBeLessThanOrEqual(24 * HOUR_MS + 1_000);
    expect(await getProfile()).toEqual(changedProfile);
  });

  it('does not rest when nothing changed', async () => {
    const firstProfile = await putProfile();
    expect(
      await putProfile({ cpf: '12345678909', legalName: ` ${profileBody.legalName} ` }),
    ).toEqual(firstProfile);
    await putProfile({ legalName: 'Ana Souza' });
    const profileAfter = await getProfile();
    expect(await putProfile({ legalName: 'Ana Souza' })).toEqual(profileAfter);
  });

  it('changes nothing without a confirmation for it', async () => {
    const firstProfile = await putProfile();
    const confirmationRefusal = { status: 403, code: 'confirmation_required' };
    expect(await errorOfCall(putProfile({ cpf: '529.982.247-25' }, ''))).toMatchObject(
      confirmationRefusal,
    );
    const otherConfirmation = await fixture.confirm(anaUid, 'withdrawal');
    expect(
      await errorOfCall(putProfile({ cpf: '529.982.247-25' }, otherConfirmation)),
    ).toMatchObject(confirmationRefusal);
    expect(await getProfile()).toEqual(firstProfile);
  });

  it('has one first among concurrent ones; all others rest', async () => {
    const answers = await Promise.all(
      ['Ana Um', 'Ana Dois', 'Ana Tres', 'Ana Quatro'].map((legalName) =>
        putProfile({ legalName }),
      ),
    );
    expect(answers.filter((answer) => restHoursOf(answer) === 0)).toHaveLength(1);
    expect(restHoursOf((await getProfile()) ?? (answers[0] as never))).toBeGreaterThan(0);
  });
});

describe('a setting of half an hour', () => {
  it('rests half an hour', async () => {
    const fixtureWithShortRest = await createWalletFixture({ payoutProfileRestHours: 0.5 });
    const uid = await fixtureWithShortRest.buildPerson();
    const saveProfile = async (legalName: string) =>
      fixtureWithShortRest.as(uid).wallet.putPayoutProfile({
        body: { ...profileBody, legalName },
        confirmation: await fixtureWithShortRest.confirm(uid, 'payout_profile'),
      });
    await saveProfile('Ana Souza');
    expect(restHoursOf((await saveProfile('Ana Lima')).profile) / HOUR_MS).toBeCloseTo(0.5, 3);
    await fixtureWithShortRest.close();
  });
});

describe('what a payout profile refuses', () => {
  it.each([
    [{ legalName: '' }, 'legalName', 'Nome completo obrigatório'],
    [{ legalName: 'An' }, 'legalName', 'Escreva o nome completo.'],
    [{ legalName: '12 345' }, 'legalName', 'Nome inválido.'],
    [{ legalName: 'Ana\nSouza' }, 'legalName', 'Nome inválido.'],
    [{ legalName: 'x'.repeat(121) }, 'legalName', 'Use no máximo 120 caracteres.'],
    [{ cpf: '' }, 'cpf', 'CPF obrigatório'],
    [{ cpf: '123.456.789-08' }, 'cpf', 'CPF inválido.'],
    [{ cpf: '111.111.111-11' }, 'cpf', 'CPF inválido.'],
    [{ cpf: '11222333000181' }, 'cpf', 'CPF inválido.'],
    [{ birthDate: '' }, 'birthDate', 'Data de nascimento obrigatória'],
    [{ birthDate: '17/05/1990' }, 'birthDate', 'Data de nascimento inválida.'],
    [{ birthDate: '1990-02-30' }, 'birthDate', 'Data de nascimento inválida.'],
    [{ birthDate: '1899-12-31' }, 'birthDate', 'Data de nascimento inválida.'],
  ])('%j', async (body, path, message) => {
    expect(await errorOfCall(putProfile(body))).toMatchObject({
      status: 400,
      message,
      body: { issues: [{ path, message }] },
    });
    expect(await getProfile()).toBeNull();
  });

  it('unknown fields, and reports all wrong fields at once', async () => {
    expect(await errorOfCall(putProfile({ usableFrom: '2020-01-01' } as never))).toMatchObject({
      status: 400,
    });
    const { body } = await errorOfCall(putProfile({ legalName: '', cpf: '1', birthDate: 'x' }));
    expect((body['issues'] as { path: string }[]).map(({ path }) => path)).toEqual([
      'legalName',
      'cpf',
      'birthDate',
    ]);
  });

  it('a refusal does not use up the confirmation', async () => {
    const confirmation = await fixture.confirm(anaUid, 'payout_profile');
    await errorOfCall(putProfile({ birthDate: '2020-01-01' }, confirmation));
    await putProfile({}, confirmation);
  });

  it('people under 18, by the day in Brasília', async () => {
    const saveProfileAt = async (time: string, birthDate: string) => {
      fixture.clock.advance(Date.parse(time) - fixture.clock.now().getTime());
      return putProfile({ birthDate }).then(
        () => 'saved',
        (error) => error.message,
      );
    };
    const tooYoungText = 'Para sacar é preciso ter 18 anos ou mais.';
    // Until 03:00 UTC it is still the day before in Brasília.
    expect(await saveProfileAt('2026-11-20T02:59:59.000Z', '2008-11-20')).toBe(tooYoungText);
    expect(await saveProfileAt('2026-11-20T03:00:00.000Z', '2008-11-20')).toBe('saved');
    expect(await saveProfileAt('2026-11-20T12:00:00.000Z', '2008-11-21')).toBe(tooYoungText);
    expect(await saveProfileAt('2026-02-28T12:00:00.000Z', '2008-02-29')).toBe(tooYoungText);
    expect(await saveProfileAt('2026-03-01T12:00:00.000Z', '2008-02-29')).toBe('saved');
    expect(await saveProfileAt('2026-11-20T12:00:00.000Z', '2030-01-01')).toBe(tooYoungText);
  });
});
