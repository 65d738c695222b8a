import { createEvent, fireEvent, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeObjectUrls, hugePicture, pictureFile } from '../fixtures/files.ts';
import {
  findPostPanel,
  publishButton,
  renderPanel,
  renderPublishButton,
} from '../fixtures/post-panel-builders.tsx';

const WRONG_TYPE_TEXT = 'Formato de arquivo não permitido.';
const TOO_LARGE_TEXT = 'Arquivo muito grande.';
const EMPTY_FIELD_TEXT = 'Solte a imagem aqui';

beforeEach(fakeObjectUrls);

describe('the photo of a post', () => {
  it('is refused because of its type or size, or when the browser cannot show it', async () => {
    const { panel, choosePhoto } = await renderPanel();
    choosePhoto(new File(['oi'], 'nota.txt', { type: 'text/plain' }));
    expect(await within(panel).findByText(WRONG_TYPE_TEXT)).toBeVisible();
    choosePhoto(hugePicture());
    expect(await within(panel).findByText(TOO_LARGE_TEXT)).toBeVisible();
    choosePhoto(pictureFile('nota.png'));
    fireEvent.error(await within(panel).findByAltText('Prévia de nota.png'));
    expect(await within(panel).findByText(WRONG_TYPE_TEXT)).toBeVisible();
    expect(within(panel).getByText(EMPTY_FIELD_TEXT)).toBeVisible();
    choosePhoto(pictureFile());
    expect(await within(panel).findByAltText('Prévia de foto.png')).toBeVisible();
    expect(panel.querySelector('[data-ui="error"]')).toBeNull();
  });

  it('stays when its replacement is refused, and can be replaced and removed', async () => {
    const { person, panel, choosePhoto, photoInput } = await renderPanel();
    choosePhoto(pictureFile());
    await within(panel).findByAltText('Prévia de foto.png');
    choosePhoto(hugePicture());
    expect(await within(panel).findByText(TOO_LARGE_TEXT)).toBeVisible();
    expect(within(panel).getByAltText('Prévia de foto.png')).toBeVisible();
    choosePhoto(pictureFile('outra.png'));
    expect(await within(panel).findByAltText('Prévia de outra.png')).toBeVisible();
    expect(within(panel).queryByText(TOO_LARGE_TEXT)).toBeNull();
    await person.click(within(panel).getByRole('button', { name: 'Remover imagem' }));
    expect(await within(panel).findByText(EMPTY_FIELD_TEXT)).toBeVisible();
    await waitFor(() => expect(photoInput()).toHaveFocus());
  });

  it('is accepted when it is dropped into the drop area, and nowhere else', async () => {
    const { panel } = await renderPanel();
    const drop = (selector: string) => {
      const target = panel.querySelector(selector) ?? panel;
      const event = createEvent.drop(target, {
        dataTransfer: { files: [pictureFile('solta.png')] },
      });
      fireEvent(target, event);
      return event.defaultPrevented;
    };
    expect(drop('[data-ui="post-panel-body"] form')).toBe(true);
    expect(within(panel).getByText(EMPTY_FIELD_TEXT)).toBeVisible();
    expect(drop('[data-ui="file-drop"]')).toBe(true);
    expect(await within(panel).findByAltText('Prévia de solta.png')).toBeVisible();
  });

  it('is kept with the texts when the panel is closed, which needs no confirmation', async () => {
    const { person } = renderPublishButton();
    await person.click(publishButton());
    const firstPanel = await findPostPanel();
    firstPanel.fill('Título', 'Ainda penso');
    firstPanel.choosePhoto(pictureFile());
    await within(firstPanel.panel).findByAltText('Prévia de foto.png');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(publishButton()).toHaveFocus());
    expect(document.querySelector('[role="dialog"], [role="alertdialog"]')).toBeNull();
    await person.click(publishButton());
    const { panel, field } = await findPostPanel();
    expect(field('Título')).toHaveValue('Ainda penso');
    expect(await within(panel).findByAltText('Prévia de foto.png')).toBeVisible();
    expect(within(panel).queryByText('A foto não fica no rascunho.')).toBeNull();
  });
});
