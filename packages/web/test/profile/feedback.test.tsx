import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SideMenu } from '../../app/features/shell/bars/side-menu.tsx';
import { requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildId, buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findDialog, findToast } from '../fixtures/screen.ts';

const SEND_REQUEST = 'POST /email/send';

it('feedback is sent from the side menu', async () => {
  const user = buildUser();
  serveApi({ [SEND_REQUEST]: () => ({ id: buildId(), code: 'FEE-1' }) });
  const { person } = renderPage(<SideMenu open onOpenChange={() => {}} viewer={user} />, {
    address: '/termos',
    signedInAs: user,
  });
  const menu = await findDialog('Menu');
  await person.type(screen.getByLabelText('Feedback'), 'Queria filtrar por horário.');
  await person.click(buttonIn(menu, 'Enviar feedback'));
  expect(await findToast('Feedback enviado')).toHaveTextContent('A gente lê tudo.');
  expect(requestsTo(SEND_REQUEST).map(({ body }) => body)).toEqual([
    {
      emailType: 'feedback',
      emailData: {
        userName: user.username,
        feedbackMessage: 'Queria filtrar por horário.',
        userId: user.uid,
      },
    },
  ]);
});
