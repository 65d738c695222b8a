import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { buildFile, chooseFiles } from '../fixtures/catalog-builders.ts';
import { buttonIn } from '../fixtures/screen.ts';
import { categoryIn, imageInput, openNewService } from '../fixtures/service-dialog.tsx';

const MEGABYTE = 1024 * 1024;

describe('the fields of a new service', () => {
  it('say that the age has to be proven first', async () => {
    const ageState = { state: 'none', method: null, verifiedUntil: null, available: true };
    serveApi({ 'GET /api/age/verification': () => ageState });
    const { dialog } = await openNewService(buildUser({ ageRequired: true }));
    expect(await within(dialog).findByText(/confirme que você tem 18 anos ou mais/)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Confirmar idade' })).toBeNull();
  });

  it('show what is missing, and the first one with a problem gets the focus', async () => {
    const { person, dialog, publish } = await openNewService();
    await person.click(publish);
    for (const text of [
      'Nome do serviço obrigatório',
      'Descrição obrigatória',
      'Preço obrigatória',
      'Tipo obrigatório',
      'Selecione pelo menos uma categoria',
      'Imagem de serviço obrigatória',
    ]) {
      expect(await within(dialog).findByText(text)).toBeVisible();
    }
    await waitFor(() => expect(within(dialog).getByLabelText('Nome do serviço')).toHaveFocus());
  });

  it('begin without a type, which has to be chosen; what depends on it appears then', async () => {
    serveApi({ 'GET /api/archives': () => ({ archives: [], maxBytes: MEGABYTE }) });
    const { person, dialog, publish } = await openNewService();
    const form = within(dialog);
    const preview = within(screen.getByTestId('service-preview'));
    const [callOption, mediaOption] = form.getAllByRole('radio');
    expect(callOption).not.toBeChecked();
    expect(mediaOption).not.toBeChecked();
    expect(preview.queryByText('por call')).toBeNull();
    expect(preview.queryByText('Call')).toBeNull();
    expect(form.queryByLabelText('Arquivos do pacote')).toBeNull();
    for (const [label, text] of [
      ['Nome do serviço', 'Sem tipo'],
      ['Descrição', 'Ainda não escolhi.'],
    ] as const) {
      await person.type(form.getByLabelText(label), text);
    }
    await person.click(publish);
    await waitFor(() => expect(callOption).toHaveFocus());
    const typeGroup = form.getByRole('radiogroup', { name: 'Tipo' });
    expect(typeGroup).toBeRequired();
    expect(typeGroup).toBeInvalid();
    expect(typeGroup).toHaveAccessibleDescription('Tipo obrigatório');
    expect(callOption).toHaveAccessibleDescription('Tipo obrigatório');
    await person.keyboard(' ');
    expect(callOption).toBeChecked();
    await waitFor(() => expect(form.queryByText('Tipo obrigatório')).toBeNull());
    expect(typeGroup).toBeValid();
    expect(preview.getByText('por call')).toBeInTheDocument();
    await person.click(form.getByText('Mídia', { selector: 'label *' }));
    expect(await form.findByLabelText('Arquivos do pacote')).toBeVisible();
  });

  it('count characters, and refuse one character too many', async () => {
    const { person, dialog, publish } = await openNewService();
    await person.click(publish);
    await person.click(within(dialog).getByLabelText('Nome do serviço'));
    await person.paste('a'.repeat(36));
    expect(await within(dialog).findByText('36/35')).toBeVisible();
    await person.click(within(dialog).getByLabelText('Descrição'));
    await person.paste('b'.repeat(281));
    expect(await within(dialog).findByText('281/280')).toBeVisible();
    expect(await within(dialog).findByText('Use no máximo 35 caracteres.')).toBeVisible();
    expect(await within(dialog).findByText('Use no máximo 280 caracteres.')).toBeVisible();
  });

  it('accept a price in centavos, with a comma or a dot', async () => {
    const { person, dialog, publish } = await openNewService();
    await person.click(publish);
    const priceField = within(dialog).getByRole('spinbutton', { name: 'Preço' });
    expect(priceField).toHaveAttribute('step', '0.01');
    expect(priceField).toHaveAttribute('min', '0');
    const typePrice = (value: string) => fireEvent.change(priceField, { target: { value } });
    for (const validPrice of ['0', '49.90', '49,9', '50000']) {
      typePrice('dez');
      await waitFor(() => expect(priceField).toHaveAttribute('aria-invalid', 'true'));
      typePrice(validPrice);
      await waitFor(() => expect(priceField).not.toHaveAttribute('aria-invalid'));
    }
    for (const invalidPrice of ['-1', 'dez', '1,234', '50000,01']) {
      typePrice('1');
      await waitFor(() => expect(priceField).not.toHaveAttribute('aria-invalid'));
      typePrice(invalidPrice);
      await waitFor(() => expect(priceField).toHaveAttribute('aria-invalid', 'true'));
    }
    expect(within(dialog).getByText('O preço máximo é R$ 50.000,00.')).toBeVisible();
    typePrice('49,99');
    await person.type(priceField, '{ArrowUp}');
    expect(priceField).toHaveValue('50,00');
  });

  it('contain exactly one category; others can be chosen once it is removed', async () => {
    const { person, dialog } = await openNewService();
    const osuButton = categoryIn(dialog, /osu!/);
    const dotaButton = categoryIn(dialog, /Dota/);
    const adultButton = categoryIn(dialog, /Nudez/);
    expect(adultButton).toBeDisabled();
    await person.click(osuButton);
    expect(osuButton).toHaveAttribute('aria-pressed', 'true');
    expect(dotaButton).toBeDisabled();
    await person.click(osuButton);
    expect(osuButton).toHaveAttribute('aria-pressed', 'false');
    expect(dotaButton).toBeEnabled();
    expect(adultButton).toBeDisabled();
    dotaButton.focus();
    await person.keyboard(' ');
    expect(dotaButton).toHaveAttribute('aria-pressed', 'true');
  });

  it('offer the age check for the category for adults', async () => {
    const { dialog } = await openNewService();
    expect(categoryIn(dialog, /Nudez/)).toBeDisabled();
    expect(within(dialog).getByRole('link', { name: /Verificar minha idade/ })).toHaveAttribute(
      'href',
      '/category/nudez',
    );
  });

  it('let a checked adult choose the category for adults', async () => {
    const { dialog } = await openNewService(buildUser({ ageVerified: true }));
    expect(categoryIn(dialog, /Nudez/)).toBeEnabled();
    expect(within(dialog).queryByRole('link', { name: /Verificar minha idade/ })).toBeNull();
  });

  it('accept only an image of up to 10 MB', async () => {
    const { person, dialog } = await openNewService();
    const form = within(dialog);
    chooseFiles(imageInput(dialog), buildFile('nota.txt', 'text/plain'));
    expect(await form.findByText('Formato de arquivo não permitido.')).toBeVisible();
    chooseFiles(imageInput(dialog), buildFile('foto.png', 'image/png', 10 * MEGABYTE + 1));
    expect(await form.findByText('A imagem passa de 10 MB.')).toBeVisible();
    chooseFiles(form.getByLabelText('Trocar: Imagem de serviço'), buildFile('foto.png'));
    await waitFor(() => expect(form.queryByText('A imagem passa de 10 MB.')).toBeNull());
    expect(form.getByAltText('Prévia de foto.png')).toBeVisible();
    await person.click(buttonIn(dialog, 'Remover imagem'));
    expect(await form.findByText('Solte a imagem aqui')).toBeVisible();
  });

  it('refuse a file that only has the name of a picture', async () => {
    const { person, dialog, publish } = await openNewService();
    const form = within(dialog);
    chooseFiles(imageInput(dialog), buildFile('foto.png'));
    fireEvent.error(await form.findByAltText('Prévia de foto.png'));
    expect(await form.findByText('Formato de arquivo não permitido.')).toBeVisible();
    await person.click(publish);
    expect(await form.findByText('Descrição obrigatória')).toBeVisible();
    expect(form.getByText('Formato de arquivo não permitido.')).toBeVisible();
    expect(form.queryByText('Imagem de serviço obrigatória')).toBeNull();
  });
});
