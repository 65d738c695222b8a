import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildId, buildUser } from '../fixtures/builders.ts';
import { findMoreOptionsButton, renderProfile } from '../fixtures/profile-builders.tsx';
import { buttonIn, findDialog, findToast, queryDialog } from '../fixtures/screen.ts';

const SEND_REQUEST = 'POST /email/send';
const DIALOG_TITLE = 'Denunciar TatuDePixel';

const reportedPerson = buildUser({ username: 'TatuDePixel', displayName: 'TatuDePixel' });
const reporterPerson = buildUser();

async function openReport(requiredAge: number | null = null) {
  const { person } = renderProfile(reportedPerson, {
    signedInAs: reporterPerson,
    settings: { accountAge: requiredAge },
  });
  await screen.findByRole('button', { name: /^Ligar para / });
  await person.click(await findMoreOptionsButton());
  await person.click(await screen.findByRole('menuitem', { name: 'Denunciar' }));
  const dialog = await findDialog(DIALOG_TITLE);
  const fillField = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  return { person, dialog, fillField, send: buttonIn(dialog, 'Enviar denúncia') };
}

describe('the report of a profile', () => {
  it('needs a title and a description within their maximum lengths', async () => {
    const { person, dialog, fillField, send } = await openReport();
    await person.click(send);
    expect(await within(dialog).findByText('Título da denúncia obrigatório')).toBeVisible();
    expect(within(dialog).getByText('Descrição da denúncia obrigatória')).toBeVisible();
    fillField('Título', 'a'.repeat(101));
    expect(await within(dialog).findByText('Use no máximo 100 caracteres.')).toBeVisible();
    expect(requestsTo(SEND_REQUEST)).toHaveLength(0);
  });

  it('keeps its text when it fails, and is sent on another attempt', async () => {
    const { person, dialog, fillField, send } = await openReport();
    serveApi({ [SEND_REQUEST]: () => Promise.reject(apiError('rate_limited')) });
    fillField('Título', 'Não apareceu');
    fillField('Descrição', 'Marcou e sumiu.');
    await person.click(send);
    expect(await findToast('Erro ao enviar denúncia')).toHaveTextContent(
      'Muitas tentativas. Aguarde um pouco e tente novamente.',
    );
    expect(within(dialog).getByLabelText('Título')).toHaveValue('Não apareceu');
    serveApi({ [SEND_REQUEST]: () => ({ id: buildId(), code: 'DEN-1' }) });
    await person.click(send);
    await findToast('Denúncia enviada');
    expect(requestsTo(SEND_REQUEST)[1]?.body).toEqual({
      emailType: 'report',
      emailData: {
        title: 'Não apareceu',
        description: 'Marcou e sumiu.',
        reportedUserId: reportedPerson.uid,
        reportedBy: reporterPerson.uid,
        userId: reporterPerson.uid,
      },
    });
    await waitFor(() => expect(queryDialog(DIALOG_TITLE)).toBeNull());
  });

  it.each([
    [null, 18],
    [16, 16],
    [18, 18],
  ])(
    'can say that the person is under age, where the age of accounts is %s',
    async (accountAge, age) => {
      const { person, dialog, fillField, send } = await openReport(accountAge);
      serveApi({ [SEND_REQUEST]: () => ({ id: buildId(), code: 'DEN-1' }) });
      fillField('Título', 'Idade');
      fillField('Descrição', 'Contou que está na escola.');
      await person.click(
        within(dialog).getByLabelText(
          `A própria pessoa denunciada parece ter menos de ${age} anos`,
        ),
      );
      await person.click(send);
      await findToast('Denúncia enviada');
      expect(requestsTo(SEND_REQUEST)[0]?.body).toMatchObject({ emailData: { underage: true } });
    },
  );
});
