import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ActionFields } from '../../app/features/admin/actions/action-fields.tsx';
import { directActionsFor } from '../../app/features/admin/actions/direct-actions.ts';
import { useActionForm } from '../../app/features/admin/actions/use-action-form.ts';
import { renderPage } from '../fixtures/render-page.tsx';

const subject = {
  kind: 'post' as const,
  id: crypto.randomUUID(),
  title: 'Oi',
  text: '',
  photoURL: '/pictures/a',
  adult: false,
  hidden: null,
  gone: false,
  path: null,
  createdAt: new Date().toISOString(),
};
const directActions = directActionsFor({ subject, person: null }, null);

function Fields() {
  const form = useActionForm(directActions);
  return <ActionFields directActions={directActions} form={form} />;
}

it('the form of an action says that nobody is told why a picture was banned', async () => {
  const { person } = renderPage(<Fields />);
  await person.click(screen.getByRole('radio', { name: /Esconder/ }));
  expect(screen.getByText('A pessoa lê este texto.')).toBeVisible();
  await person.click(screen.getByRole('radio', { name: /Não deixar a imagem voltar/ }));
  expect(screen.queryByText('A pessoa lê este texto.')).toBeNull();
  expect(screen.getByText('Só a equipe lê este texto; a pessoa não é avisada.')).toBeVisible();
});
