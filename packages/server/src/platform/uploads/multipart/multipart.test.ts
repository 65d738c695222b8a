import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  buildFormField,
  buildFormFile,
  buildPart,
  formBoundary,
  formEnding,
  KiB,
  openUploadFormFixture,
  type UploadFormFixture,
} from '../../../../test/fixtures/modules/upload-form-fixture.ts';

let fixture: UploadFormFixture;
afterEach(() => fixture.close());

describe('a multipart form', () => {
  it('has its texts as body and its files on disk, until it is disposed', async () => {
    fixture = await openUploadFormFixture();
    const parsedForm = await fixture.post([
      buildFormField('title', 'Coração'),
      buildFormFile('photo', 'minha foto.png', 'PNG…'),
      buildFormField('tag', 'a'),
      buildFormField('tag', 'b'),
      buildFormField('tag', 'c'),
      buildFormFile('pages', '../../etc/passwd', 'um'),
      buildFormFile('pages', 'c:\\dois.png', Buffer.alloc(64 * KiB, 'x')),
      formEnding,
    ]);
    expect(parsedForm.body).toEqual({ title: 'Coração', tag: ['a', 'b', 'c'] });
    expect(parsedForm.issues).toEqual([]);
    expect(parsedForm.files?.photo).toMatchObject([{ bytes: 6, name: 'minha foto.png' }]);
    expect(parsedForm.files?.pages).toMatchObject([
      { bytes: 2, name: 'passwd', content: 'um' },
      { bytes: 64 * KiB, name: 'dois.png' },
    ]);
    expect(parsedForm.tempFileCount).toBe(3);
    expect(await fixture.listLeftovers()).toEqual([]);
  });

  it('can be the FormData of a browser', async () => {
    fixture = await openUploadFormFixture();
    const form = new FormData();
    form.set('title', 'linha\r\noutra 🎲');
    form.set('photo', new Blob(['abc']), 'ação.png');
    const response = await fetch(`http://127.0.0.1:${fixture.port}/form`, {
      method: 'POST',
      body: form,
    });
    expect(await response.json()).toMatchObject({
      body: { title: 'linha\r\noutra 🎲' },
      files: { photo: [{ bytes: 3, name: 'ação.png' }] },
    });
  });

  it('may have a part without name and content, which is no file', async () => {
    fixture = await openUploadFormFixture({
      declaredFiles: {
        photo: { kind: 'image', maxBytes: KiB, maxCount: 1, missingText: 'Falta.' },
      },
    });
    const parsedForm = await fixture.post([buildFormFile('photo', '', ''), formEnding]);
    expect(parsedForm).toMatchObject({
      files: {},
      issues: [{ path: 'photo', message: 'Falta.' }],
      tempFileCount: 0,
    });
    expect(await fixture.post([buildFormField('photo', ''), formEnding])).toMatchObject({
      body: {},
      issues: [{ message: 'Falta.' }],
    });
    const emptyFileForm = await fixture.post([buildFormFile('photo', 'vazio.png', ''), formEnding]);
    expect(emptyFileForm).toMatchObject({ files: { photo: [{ bytes: 0 }] }, issues: [] });
  });

  it('is not expected for a JSON body, which is not changed', async () => {
    fixture = await openUploadFormFixture();
    const body = Buffer.from('{"title":"x"}');
    const parsedForm = await fixture.post(body, { 'content-type': 'application/json' });
    expect(parsedForm).toMatchObject({ body: { title: 'x' }, files: {}, issues: [] });
  });
});

describe('a malformed form', () => {
  it('has its undeclared files deleted and reported, and the rest is read', async () => {
    fixture = await openUploadFormFixture();
    const parsedForm = await fixture.post([
      buildFormFile('virus', 'v.exe', Buffer.alloc(200 * KiB)),
      buildFormField('title', 'fica'),
      buildFormFile('photo', 'p.png', 'p'),
      formEnding,
    ]);
    expect(parsedForm.issues).toEqual([{ path: 'virus', message: 'Dados inválidos.' }]);
    expect(parsedForm).toMatchObject({
      body: { title: 'fica' },
      files: { photo: [{ bytes: 1 }] },
      tempFileCount: 1,
    });
    expect(await fixture.listLeftovers()).toEqual([]);
  });

  it('reports too many files, texts instead of files and JSON parts', async () => {
    fixture = await openUploadFormFixture();
    const parsedForm = await fixture.post([
      buildFormFile('photo', '1.png', '1'),
      buildFormFile('photo', '2.png', '2'),
      buildFormField('pages', 'not a file'),
      buildPart(
        'Content-Disposition: form-data; name="title"\r\nContent-Type: application/json',
        '{"a":1}',
      ),
      formEnding,
    ]);
    expect(parsedForm.issues).toEqual([
      { path: 'photo', message: 'Envie apenas um arquivo.' },
      { path: 'pages', message: 'Envie um arquivo.' },
      { path: 'title', message: 'Dados inválidos.' },
    ]);
    expect(parsedForm.tempFileCount).toBe(1);
  });

  it('has a text field cut at 64 KiB and reported', async () => {
    fixture = await openUploadFormFixture();
    const parsedForm = await fixture.post([
      buildFormField('bio', 'x'.repeat(65 * KiB)),
      formEnding,
    ]);
    expect(parsedForm.issues).toEqual([{ path: 'bio', message: 'Texto muito grande.' }]);
    expect((parsedForm.body as { bio: string }).bio).toHaveLength(64 * KiB);
  });

  it.each<[string, Buffer[], string]>([
    [
      'NUL in the name of a field',
      [buildFormFile('pho\0to', 'x.png', 'x'), formEnding],
      'invalid_text',
    ],
    [
      'NUL in the name of a file',
      [buildFormFile('photo', 'x.png\0.svg', 'x'), formEnding],
      'invalid_text',
    ],
    ['a prototype name', [buildFormField('__proto__', 'x'), formEnding], 'invalid_input'],
    [
      'a prototype name of a file',
      [buildFormFile('constructor', 'x', 'x'), formEnding],
      'invalid_input',
    ],
    [
      'a part of broken JSON',
      [
        buildPart(
          'Content-Disposition: form-data; name="a"\r\nContent-Type: application/json',
          '{',
        ),
        formEnding,
      ],
      'invalid_input',
    ],
    [
      '101 fields',
      [...Array.from({ length: 101 }, (_, index) => buildFormField(`f${index}`, 'x')), formEnding],
      'body_too_large',
    ],
    [
      'many files',
      [...Array.from({ length: 80 }, () => buildFormFile('x', 'x', 'x')), formEnding],
      'body_too_large',
    ],
    ['no end', [buildFormFile('photo', 'x.png', 'only the beginn')], 'malformed_request'],
    [
      'an end within the headers',
      [Buffer.from(`--${formBoundary}\r\nContent-Dispo`)],
      'malformed_request',
    ],
    ['no boundary at all', [Buffer.from('hello')], 'malformed_request'],
    [
      'a file one byte beyond its cap',
      [buildFormFile('photo', 'x.png', Buffer.alloc(64 * KiB + 1)), formEnding],
      'file_too_large',
    ],
  ])('is refused for %s, and no file is left', async (_, body, code) => {
    fixture = await openUploadFormFixture();
    const firstFile = buildFormFile('pages', 'kept.png', Buffer.alloc(10 * KiB));
    expect(await fixture.post([firstFile, ...body])).toEqual({ code });
    expect(await fixture.listLeftovers()).toEqual([]);
    expect((await fixture.post([buildFormField('a', 'x'), formEnding])).body).toEqual({ a: 'x' });
  });

  it('is refused without a boundary in its content type', async () => {
    fixture = await openUploadFormFixture();
    const parsedForm = await fixture.post(formEnding, { 'content-type': 'multipart/form-data' });
    expect(parsedForm).toEqual({ code: 'malformed_request' });
  });

  it('is accepted as empty when its body is empty', async () => {
    fixture = await openUploadFormFixture();
    expect(await fixture.post(Buffer.alloc(0))).toMatchObject({ body: {}, files: {}, issues: [] });
  });

  it('is accepted without parts and headers that exceed the limits', async () => {
    fixture = await openUploadFormFixture();
    const parsedForm = await fixture.post([
      buildPart('X-No-Disposition: 1', 'x'),
      buildPart(`Content-Disposition: attachment; name="a"`, 'x'),
      buildPart(
        `X-Huge: ${'h'.repeat(100 * KiB)}\r\nContent-Disposition: form-data; name="late"`,
        'x',
      ),
      buildPart(`${'X-Many: 1\r\n'.repeat(200)}Content-Disposition: form-data; name="many"`, 'x'),
      buildFormField('title', 'ok'),
      formEnding,
    ]);
    expect(parsedForm.body).toEqual({ title: 'ok' });
  });

  it('is unavailable when the temporary folder is', async () => {
    fixture = await openUploadFormFixture();
    await rm(fixture.directory, { recursive: true });
    expect(await fixture.post([buildFormFile('photo', 'x.png', 'x'), formEnding])).toEqual({
      code: 'storage_unavailable',
    });
  });
});
