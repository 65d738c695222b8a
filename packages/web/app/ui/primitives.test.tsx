import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { updateServerTimeOffset } from '../lib/format/server-time.ts';
import { Button } from './actions/button.tsx';
import { Avatar } from './display/avatar.tsx';
import { Rating, Stars } from './display/stars.tsx';
import { Field } from './forms/field.tsx';
import { TextInput } from './forms/text-input.tsx';
import { Price } from './text/price.tsx';
import { RelativeTime } from './text/relative-time.tsx';

const fieldId = '018f4f2e-0000-7000-8000-000000000001';

test('a screen reader reads a price once, in words', () => {
  const html = renderToStaticMarkup(<Price value="49.90" />);
  expect(html).toContain('<span class="srOnly">R$ 49,90</span>');
  expect(html.match(/aria-hidden="true"/g)).toHaveLength(3);
});

test('a stored picture has every width, and a missing one is the default avatar', () => {
  const storedAvatar = renderToStaticMarkup(
    <Avatar src={`/files/pictures/${fieldId}/384.webp`} presence="away" />,
  );
  expect(storedAvatar).toContain(`/files/pictures/${fieldId}/96.webp 96w`);
  expect(storedAvatar).toContain('Ausente');
  expect(renderToStaticMarkup(<Avatar src={null} />)).toContain('/art/avatar-padrao.svg');
});

test('a busy button keeps its text and is marked as busy', () => {
  const html = renderToStaticMarkup(<Button loading>Salvar</Button>);
  expect(html).toContain('aria-busy="true"');
  expect(html).toContain('aria-disabled="true"');
  expect(html).toContain('Salvar');
});

test('a button does not submit by default, and is a link with asLink', () => {
  expect(renderToStaticMarkup(<Button>Ok</Button>)).toContain('type="button"');
  const linkHtml = renderToStaticMarkup(
    <MemoryRouter>
      <Button asLink to="/sales" variant="primary">
        Vendas
      </Button>
    </MemoryRouter>,
  );
  expect(linkHtml).toMatch(/^<a [^>]*data-variant="primary"[^>]* href="\/sales"/);
});

test('an error is connected to its field for screen readers', () => {
  const html = renderToStaticMarkup(
    <Field label="Título" id="t" error="Título obrigatório" hint="Curto">
      {(control) => <input {...control} />}
    </Field>,
  );
  expect(html).toContain('<label for="t">Título</label>');
  expect(html).toContain('aria-describedby="t-e t-h"');
  expect(html).toContain('aria-invalid="true"');
  expect(html).toMatch(/id="t-e".*Título obrigatório/);
});

test('a counter counts the text of the field and does not cut it', () => {
  const html = renderToStaticMarkup(
    <TextInput label="Bio" value="abcd" max={3} onChange={() => undefined} />,
  );
  expect(html).toContain('4/3');
  expect(html).toContain('data-over="true"');
  expect(html).not.toContain('maxLength');
});

test('stars have the rating as text, and a missing rating has none', () => {
  expect(renderToStaticMarkup(<Stars value={4.6} />)).toContain('aria-label="4,6 de 5"');
  // A rating of 4.6 is shown as four and a half stars.
  expect(renderToStaticMarkup(<Stars value={4.6} />)).toContain('width:90%');
  expect(renderToStaticMarkup(<Rating value={5} count={1} />)).toContain(
    'Nota 5,0 de 5, 1 avaliação',
  );
  expect(renderToStaticMarkup(<Rating value={null} count={0} />)).toBe('');
});

test('a relative time contains its exact time for programs', () => {
  const value = new Date(Date.now() - 4 * 60_000).toISOString();
  const html = renderToStaticMarkup(<RelativeTime value={value} />);
  expect(html).toBe(`<time dateTime="${value}">4 minutos atrás</time>`);
});

test('a relative time follows the clock of the server, also where the clock of the device is wrong', () => {
  const nowMs = Date.now();
  const value = new Date(nowMs).toISOString();
  /** Makes the server's clock differ from that of the device by exactly `offsetMs`. */
  const setOffset = (offsetMs: number) =>
    updateServerTimeOffset(new Date(nowMs + offsetMs - 500).toISOString(), nowMs, nowMs);
  setOffset(2 * 3_600_000);
  onTestFinished(() => setOffset(0));
  expect(renderToStaticMarkup(<RelativeTime value={value} />)).toContain('2 horas atrás');
});
