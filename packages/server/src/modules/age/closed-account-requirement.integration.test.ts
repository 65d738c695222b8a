import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '../../../test/fixtures/data/people.ts';
import {
  pressCheckButton,
  startAccountAgeCheck,
} from '../../../test/fixtures/modules/age-fixture.ts';
import {
  type AgeRequirementFixture,
  createAgeRequirementFixture,
} from '../../../test/fixtures/modules/age-requirement-fixture.ts';
import type { TestPerson } from '../../../test/fixtures/server/test-app.ts';

let fixture: AgeRequirementFixture;
let admin: TestPerson;
beforeAll(async () => {
  fixture = await createAgeRequirementFixture();
  admin = await fixture.app.signInAdmin();
});
afterAll(() => fixture.app.close());

const isAgeRequired = async ({ api }: TestPerson) => (await api.users.getMe({})).ageRequired;
const signInAgain = ({ email }: TestPerson) => signInAs(fixture.app.url, email, 'De volta');
const closeAccount = ({ api }: TestPerson) => api.users.deleteMe({});
const dismissReport = (id: string) =>
  admin.api.moderationQueue.decideCase({
    params: { id },
    body: { outcome: 'dismissed', reason: 'Vimos o documento.', actions: [] },
  });
const readRequirementRows = async (uid: string) =>
  (await fixture.app.pool.query('SELECT * FROM closed_age_requirements WHERE uid = $1', [uid]))
    .rows;

/**
 * Reports a seller, who must then prove their age, and closes the seller's account. Returns the seller and the id of
 * the case that the report opened.
 */
async function closeAccountWithRequirement() {
  const { seller, report } = await fixture.buildReportable();
  const { id } = await report();
  await closeAccount(seller);
  return { seller, caseId: id };
}

describe('an account that is closed while a proof of age is required', () => {
  it('is closed, and the same sign-in begins with the requirement', async () => {
    const { seller } = await closeAccountWithRequirement();
    const newAccount = await signInAgain(seller);
    expect(newAccount.uid).not.toBe(seller.uid);
    expect(newAccount.user.ageRequired).toBe(true);
    for (const sendRequest of fixture.pausedRequestsOf(newAccount, 'any'))
      expect(await (await sendRequest()).json()).toMatchObject({ code: 'age_required' });
    const { decisions } = await newAccount.api.moderation.listDecisions({ query: {} });
    expect(decisions).toMatchObject([
      {
        action: 'require_age',
        reason: 'A conta que você excluiu precisava confirmar a idade. Isso vale também para esta.',
      },
    ]);
    expect(await readRequirementRows(seller.uid)).toEqual([]);
  });

  it('is closed again and again without an end of it, until the age is proven', async () => {
    const { seller } = await closeAccountWithRequirement();
    await closeAccount(await signInAgain(seller));
    const thirdAccount = await signInAgain(seller);
    expect(await isAgeRequired(thirdAccount)).toBe(true);
    await pressCheckButton(await startAccountAgeCheck(thirdAccount), 'approve');
    await closeAccount(thirdAccount);
    expect(await isAgeRequired(await signInAgain(seller))).toBe(false);
  });

  it('concerns nobody else, and leaves a hash that names nobody', async () => {
    const { seller } = await closeAccountWithRequirement();
    expect(await isAgeRequired(await fixture.signInNewPerson())).toBe(false);
    const [row] = await readRequirementRows(seller.uid);
    expect(row.identity_hash).toHaveLength(32);
    expect(Object.keys(row).sort()).toEqual(['closed_at', 'identity_hash', 'uid']);
  });

  it('leaves nothing where no proof was required', async () => {
    const person = await fixture.signInNewPerson();
    await closeAccount(person);
    expect(await readRequirementRows(person.uid)).toEqual([]);
    expect(await isAgeRequired(await signInAgain(person))).toBe(false);
  });

  it('begins once when the same identity signs in twice at once', async () => {
    const { seller } = await closeAccountWithRequirement();
    const [one, other] = await Promise.all([signInAgain(seller), signInAgain(seller)]);
    expect(one.uid).toBe(other.uid);
    expect(await isAgeRequired(one)).toBe(true);
    expect(await fixture.logOf(one.uid)).toHaveLength(1);
  });
});

describe('what is left of it', () => {
  it('ends when the team dismisses the report', async () => {
    const { seller, caseId } = await closeAccountWithRequirement();
    await dismissReport(caseId);
    expect(await isAgeRequired(await signInAgain(seller))).toBe(false);
  });

  it('does not end by a dismissed report when the team required it itself', async () => {
    const { seller, report } = await fixture.buildReportable();
    await fixture.applyAction(admin, 'require_age', ['user', seller.uid]);
    const { id } = await report();
    await closeAccount(seller);
    await dismissReport(id);
    expect(await isAgeRequired(await signInAgain(seller))).toBe(true);
  });

  it('does not end by a dismissed report about the new account, but by the team', async () => {
    const { seller } = await closeAccountWithRequirement();
    const newAccount = await signInAgain(seller);
    const { report } = await fixture.buildReportable(newAccount);
    await dismissReport((await report()).id);
    expect(await isAgeRequired(newAccount)).toBe(true);
    await fixture.applyAction(admin, 'waive_age', ['user', newAccount.uid]);
    expect(await isAgeRequired(newAccount)).toBe(false);
  });
});
