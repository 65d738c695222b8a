import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ReportButton } from '../../app/features/report/index.ts';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildId, buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findDialog, findToast } from '../fixtures/screen.ts';

const reportedSeller = { uid: buildId(), name: 'Vende Estranho' };

it('a service is reported with a title, and the report is listed in the settings', async () => {
  const serviceId = buildId();
  const signedInAs = buildUser({ displayName: 'Quem Denuncia' });
  serveApi({ 'POST /email/send': () => ({ id: buildId(), code: 'DEN-0418' }) });
  const { person } = renderPage(
    <ReportButton person={{ ...reportedSeller, serviceId }} label="Denunciar serviço" wide />,
    { address: `/service/${serviceId}`, signedInAs },
  );
  await screen.findByRole('button', { name: 'Denunciar serviço' });
  await waitFor(() => expect(requestsTo('GET /api/users/me')).toHaveLength(1));
  await person.click(screen.getByRole('button', { name: 'Denunciar serviço' }));
  const dialog = await findDialog('Denunciar serviço de Vende Estranho');
  expect(within(dialog).getByLabelText('Título')).toHaveFocus();
  const sendButton = buttonIn(dialog, 'Enviar denúncia');
  await person.click(sendButton);
  expect(await within(dialog).findByText('Título da denúncia obrigatório')).toBeVisible();
  expect(requestsTo('POST /email/send')).toHaveLength(0);
  await person.type(within(dialog).getByLabelText('Título'), 'Vende conta alheia');
  const description = 'O anúncio oferece conta de outra pessoa.';
  await person.type(within(dialog).getByLabelText('Descrição'), description);
  expect(within(dialog).getByLabelText('Envolve alguém menor de 18 anos')).not.toBeChecked();
  await person.click(sendButton);
  const toast = await findToast('Denúncia enviada');
  expect(toast).toHaveTextContent('DEN-0418');
  expect(requestsTo('POST /email/send')[0]?.body).toMatchObject({
    emailType: 'report',
    emailData: {
      title: 'Vende conta alheia',
      description,
      reportedUserId: reportedSeller.uid,
      reportedServiceId: serviceId,
    },
  });
  await person.click(buttonIn(toast, 'Acompanhar'));
  expect(await screen.findByText('page /user/settings/denuncias')).toBeVisible();
});

it('an administrator reports content about themselves like any other person', async () => {
  const signedInAs = buildUser({ role: 'admin', displayName: 'Da Equipe' });
  const reviewId = buildId();
  serveApi({ 'GET /api/admin/subjects/:kind/:id': () => Promise.reject(apiError('forbidden')) });
  const { person } = renderPage(
    <ReportButton
      person={{ ...reportedSeller, name: 'Crítica Severa', reviewId }}
      label="Denunciar avaliação"
    />,
    { signedInAs },
  );
  await person.click(await screen.findByRole('button', { name: 'Moderar avaliação' }));
  await findDialog(/^Denunciar avaliação de Crítica/);
});
