import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MoneyIsHeldNote } from '../../app/features/catalog/index.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { openNewService } from '../fixtures/service-dialog.tsx';

it.each([
  [168, '7 dias'],
  [12, '12 horas'],
])(
  'the page says beside the buy button until when the money comes back (%d h) and that a problem can be reported',
  (startHours, time) => {
    const { container } = renderPage(<MoneyIsHeldNote />, { settings: { startHours } });
    expect(container).toHaveTextContent(`Se ele não começar em ${time}, volta inteiro.`);
    expect(container).toHaveTextContent('Abra uma disputa antes de o dinheiro ser liberado.');
  },
);

it('each promise beside the buy button has its own paragraph', () => {
  renderPage(<MoneyIsHeldNote />);
  for (const promise of [
    'Seu dinheiro fica guardado até o fim.',
    'Se ele não começar em 7 dias, volta inteiro.',
    'Deu problema depois? Abra uma disputa antes de o dinheiro ser liberado.',
  ])
    expect(screen.getByText(promise)).toBeVisible();
});

it('the form of a service says what its seller gets of each sale', async () => {
  const { person, dialog } = await openNewService();
  const priceField = within(dialog).getByRole('spinbutton', { name: 'Preço' });
  expect(priceField).toHaveAccessibleDescription('Com zero, é de graça.');
  await person.type(priceField, '49,90');
  await waitFor(() =>
    expect(priceField).toHaveAccessibleDescription(
      'Você recebe R$ 44,91 de cada venda. Para sacar é preciso ter 18 anos.',
    ),
  );
  await person.clear(priceField);
  await person.type(priceField, '0');
  await waitFor(() => expect(priceField).toHaveAccessibleDescription('Com zero, é de graça.'));
  expect(screen.queryByText(/^Você recebe/)).toBeNull();
});
