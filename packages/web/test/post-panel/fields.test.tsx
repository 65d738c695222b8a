import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { requestsTo } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { formText } from '../fixtures/forms.ts';
import {
  buildServiceBy,
  CREATE_POST_REQUEST,
  findPostPanel,
  publishButton,
  queryPostPanel,
  renderPanel,
  renderPublishButton,
  storedPostDraft,
} from '../fixtures/post-panel-builders.tsx';
import { waitForReload } from '../fixtures/screen.ts';

const EMPTY_POST_TEXT = 'Pelo menos um dos campos deve ser preenchido';
const fieldLimits = { Título: 75, Descrição: 280, Hashtags: 75 };

const errorsIn = (panel: HTMLElement) => panel.querySelectorAll('[data-ui="error"]');
const fieldsOverLimit = (panel: HTMLElement) => [...panel.querySelectorAll('[data-over]')];
const previewIn = (panel: HTMLElement) => panel.querySelector('[data-ui="post-preview"]');

describe('the post panel', () => {
  it('says that the age has to be proven first', async () => {
    const { panel } = await renderPanel({ author: buildUser({ ageRequired: true }) });
    expect(await within(panel).findByText(/confirme que você tem 18 anos ou mais/)).toBeVisible();
    expect(within(panel).queryByRole('button', { name: 'Confirmar idade' })).toBeNull();
  });

  it('starts with the focus in its first field, and keeps the focus inside', async () => {
    const { person, panel, field } = await renderPanel();
    await waitFor(() => expect(field('Título')).toHaveFocus());
    for (let press = 0; press < 14; press += 1) {
      await person.tab();
      expect(panel).toContainElement(document.activeElement as HTMLElement);
    }
  });

  it('shows hashtags and the whole post while it is being written', async () => {
    const { panel, fill } = await renderPanel();
    expect(within(panel).getByRole('heading', { name: 'Nova publicação' })).toBeVisible();
    fill('Título', 'Primeira base');
    fill('Hashtags', '#minecraft base Base');
    expect(within(panel).getByRole('list', { name: 'Assuntos' })).toHaveTextContent(
      /^#minecraft#base$/,
    );
    expect(previewIn(panel)).toHaveTextContent('Primeira base');
  });

  it('refuses texts with one UTF-16 unit too many', async () => {
    const { person, panel, fill, field, send } = await renderPanel();
    expect(panel).toHaveTextContent(EMPTY_POST_TEXT);
    for (const [name, max] of Object.entries(fieldLimits)) {
      fill(name, `😀${'a'.repeat(max - 1)}`);
      expect(fieldsOverLimit(panel).at(-1)).toHaveTextContent(`${max + 1}/${max}`);
    }
    expect(fieldsOverLimit(panel)).toHaveLength(3);
    await person.click(send);
    expect(await within(panel).findAllByText('Use no máximo 75 caracteres.')).toHaveLength(2);
    expect(within(panel).getByText('Use no máximo 280 caracteres.')).toBeVisible();
    expect(field('Título')).toHaveFocus();
    expect(requestsTo(CREATE_POST_REQUEST)).toHaveLength(0);
  });

  it('accepts texts of the maximum length, also after it was closed', async () => {
    const { person } = renderPublishButton();
    await person.click(publishButton());
    const { panel, fill } = await findPostPanel();
    for (const [name, max] of Object.entries(fieldLimits)) {
      fill(name, `😀${'a'.repeat(max - 2)}`);
      expect(within(panel).getAllByText(`${max}/${max}`)[0]).toBeVisible();
    }
    expect(fieldsOverLimit(panel)).toHaveLength(0);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(publishButton()).toHaveFocus());
    await person.click(publishButton());
    await person.click((await findPostPanel()).send);
    await waitFor(() => expect(queryPostPanel()).toBeNull());
  });

  it('refuses an empty post with this text, and accepts a single field', async () => {
    const { person, panel, fill, field, send } = await renderPanel();
    fill('Hashtags', ' # ');
    await person.click(send);
    await waitFor(() => expect(errorsIn(panel)).toHaveLength(1));
    expect(errorsIn(panel)[0]).toHaveTextContent(EMPTY_POST_TEXT);
    expect(field('Título')).toHaveFocus();
    expect(requestsTo(CREATE_POST_REQUEST)).toHaveLength(0);
    fill('Hashtags', 'osu');
    await waitFor(() => expect(errorsIn(panel)).toHaveLength(0));
    await person.click(send);
    await waitFor(() => expect(queryPostPanel()).toBeNull());
    expect(requestsTo(CREATE_POST_REQUEST)).toHaveLength(1);
  });

  it('opens empty and without errors after publishing', async () => {
    const { person, fill, send } = await renderPanel();
    fill('Título', 'Publicado já');
    await person.click(send);
    await waitForReload();
    await waitFor(() => expect(publishButton()).toHaveFocus());
    await waitFor(() => expect(window.location.search).toBe(''));
    await person.click(publishButton());
    const { panel, field } = await findPostPanel();
    expect(field('Título')).toHaveValue('');
    expect(within(panel).queryByText('Rascunho recuperado')).toBeNull();
    expect(errorsIn(panel)).toHaveLength(0);
  });
});

describe('the service of a post', () => {
  it('is not offered to a person without an active service', async () => {
    const author = buildUser();
    const pausedService = buildServiceBy(author, { status: 'paused' });
    const { panel } = await renderPanel({ author, services: [pausedService] });
    expect(within(panel).getByLabelText('Conteúdo sensível')).toBeVisible();
    await waitFor(() => expect(requestsTo('GET /api/services')).not.toHaveLength(0));
    // Gives the page time to render the answer.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(within(panel).queryByLabelText(/^Serviço/)).toBeNull();
  });

  it('is one of the own services, shown in the preview and sent with the post', async () => {
    const author = buildUser();
    const service = buildServiceBy(author, { title: 'Treino novo' });
    const { person, panel, fill, send } = await renderPanel({ author, services: [service] });
    await person.selectOptions(await within(panel).findByLabelText(/^Serviço/), 'Treino novo');
    fill('Título', 'No mural');
    expect(previewIn(panel)).toHaveTextContent('Treino novo');
    await person.click(send);
    await waitForReload();
    expect(formText(requestsTo(CREATE_POST_REQUEST)[0], 'serviceId')).toBe(service.id);
  });
});

describe('the mark of a sensitive post', () => {
  const sensitiveSwitch = (panel: HTMLElement) =>
    within(panel).getByRole('switch', { name: 'Conteúdo sensível' });

  it('cannot be set before the age check', async () => {
    const { panel } = await renderPanel();
    expect(sensitiveSwitch(panel)).toBeDisabled();
    expect(panel).toHaveTextContent('Só quem verificou a idade vê esta publicação.');
    expect(
      await within(panel).findByRole('button', { name: 'Verificar minha idade' }),
    ).toBeVisible();
  });

  it('is kept in the draft and sent after the age check', async () => {
    const author = buildUser({ ageVerified: true });
    const { person, panel, fill, send } = await renderPanel({ author });
    expect(sensitiveSwitch(panel)).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Verificar minha idade' })).toBeNull();
    fill('Título', 'Só para adultos');
    await person.click(sensitiveSwitch(panel));
    expect(sensitiveSwitch(panel)).toBeChecked();
    await waitFor(() => expect(storedPostDraft()).toContain('"sensitive":true'));
    await person.click(send);
    await waitForReload();
    expect(formText(requestsTo(CREATE_POST_REQUEST)[0], 'sensitive')).toBe('true');
  });
});
