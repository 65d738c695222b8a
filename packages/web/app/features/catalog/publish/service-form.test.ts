import type { Service } from '@guilda/contract/services/catalog';
import { describe, expect, test } from 'vitest';
import {
  changedServiceData,
  editServiceFormSchema,
  emptyServiceForm,
  packProblemText,
  parseTypedPrice,
  serviceFieldOf,
  serviceFormData,
  serviceFormSchema,
  serviceFormValues,
  stepPrice,
  wrongTypePicture,
} from './service-form.ts';

const buildPngFile = (bytes = 10, type = 'image/png') =>
  new File([new Uint8Array(bytes)], 'capa.png', { type });

const validFields = {
  title: 'Treino de mira',
  description: 'Uma hora de call.',
  price: '49,90',
  type: 'call' as const,
  category: 'valorant',
  image: buildPngFile(),
  archives: null,
};

function findProblems(formFields: Record<string, unknown>) {
  const result = serviceFormSchema.safeParse(formFields);
  return result.success
    ? {}
    : Object.fromEntries(result.error.issues.map(({ path, message }) => [path[0], message]));
}

describe('serviceForm', () => {
  test('reports an error for each field of an empty form', () => {
    expect(findProblems(emptyServiceForm)).toEqual({
      title: 'Nome do serviço obrigatório',
      description: 'Descrição obrigatória',
      price: 'Preço obrigatória',
      type: 'Tipo obrigatório',
      category: 'Selecione pelo menos uma categoria',
      image: 'Imagem de serviço obrigatória',
    });
  });

  test('accepts texts of the maximum lengths and refuses longer ones', () => {
    expect(
      findProblems({ ...validFields, title: 'a'.repeat(35), description: 'b'.repeat(280) }),
    ).toEqual({});
    expect(findProblems({ ...validFields, title: 'a'.repeat(36) })).toEqual({
      title: 'Use no máximo 35 caracteres.',
    });
    expect(findProblems({ ...validFields, description: 'b'.repeat(281) })).toEqual({
      description: 'Use no máximo 280 caracteres.',
    });
    expect(findProblems({ ...validFields, title: '   ' })).toEqual({
      title: 'Nome do serviço obrigatório',
    });
  });

  test.each([
    ['49,90', 4990],
    ['49.9', 4990],
    ['0', 0],
    ['R$ 1.234,56', 123_456],
    ['50000', 5_000_000],
  ])('reads the price %s as %i centavos', (price, centavos) => {
    expect(serviceFormSchema.parse({ ...validFields, price }).price).toBe(centavos);
  });

  test.each(['-1', 'dez', '1,234', '50000,01'])('refuses the price %s', (price) => {
    expect(Object.keys(findProblems({ ...validFields, price }))).toEqual(['price']);
  });

  test('checks size and type of the picture', () => {
    expect(findProblems({ ...validFields, image: buildPngFile(10 * 1024 * 1024) })).toEqual({});
    expect(findProblems({ ...validFields, image: buildPngFile(10 * 1024 * 1024 + 1) })).toEqual({
      image: 'A imagem passa de 10 MB.',
    });
    expect(findProblems({ ...validFields, image: buildPngFile(10, 'image/svg+xml') })).toEqual({
      image: 'Formato de arquivo não permitido.',
    });
  });
});

const archiveIds = ['0190a8e2-0000-7000-8000-000000000001', '0190a8e2-0000-7000-8000-000000000002'];

test('the form is sent with the field names of the API', () => {
  const form = serviceFormData(serviceFormSchema.parse(validFields), archiveIds);
  expect([...form.keys()].sort()).toEqual([
    'category',
    'description',
    'photoURL',
    'price',
    'title',
    'type',
  ]);
  expect(form.get('price')).toBe('49.90');
  const packForm = serviceFormData(
    serviceFormSchema.parse({ ...validFields, type: 'media' }),
    archiveIds,
  );
  expect(packForm.get('archiveIds')).toBe(archiveIds.join(','));
});

test('a pack needs uploaded files, and a call needs none', () => {
  const missingFileText = 'Pelo menos um arquivo é obrigatório para serviços de mídia';
  expect(packProblemText('call', 'empty')).toBeNull();
  expect(packProblemText('media', 'ready')).toBeNull();
  expect(packProblemText('media', 'empty')).toBe(missingFileText);
  expect(
    findProblems({ ...validFields, type: 'media', archives: packProblemText('media', 'empty') }),
  ).toEqual({
    archives: missingFileText,
  });
});

test('a file that is no picture is refused because of its type, not reported as missing', () => {
  expect(findProblems({ ...validFields, image: wrongTypePicture(buildPngFile()) })).toEqual({
    image: 'Formato de arquivo não permitido.',
  });
});

describe('the changes of a service', () => {
  const service = {
    ...validFields,
    id: archiveIds[0] ?? '',
    price: '49.90',
    photoURL: '/x.webp',
    status: 'active',
    archives: [],
    rating: null,
    reviewCount: 0,
    createdAt: '2026-11-20T12:00:00.000Z',
  } as unknown as Service;
  const unchangedPack = { previousIds: archiveIds, currentIds: archiveIds };
  const changesOf = (typedValues: object, pack = unchangedPack) => {
    const parsedForm = editServiceFormSchema.parse({
      ...serviceFormValues(service),
      ...typedValues,
    });
    const form = changedServiceData(service, parsedForm, pack);
    return form && Object.fromEntries(form);
  };

  test('are empty when nothing was changed', () => {
    expect(changesOf({})).toBeNull();
    expect(changesOf({ price: '49,9' })).toBeNull();
  });

  test('contain only changed fields', () => {
    expect(changesOf({ title: 'Outro nome' })).toEqual({ title: 'Outro nome' });
    expect(changesOf({ price: '0' })).toEqual({ price: '0.00' });
    expect(Object.keys(changesOf({ image: buildPngFile() }) ?? {})).toEqual(['photoURL']);
  });

  test('contain a pack in another order, and no pack of a call', () => {
    const reorderedPack = { previousIds: archiveIds, currentIds: [...archiveIds].reverse() };
    expect(changesOf({}, reorderedPack)).toBeNull();
    expect(changesOf({ type: 'media' }, reorderedPack)).toEqual({
      type: 'media',
      archiveIds: reorderedPack.currentIds.join(','),
    });
  });
});

test('the preview shows the price as text', () => {
  expect(parseTypedPrice('')).toBeNull();
  expect(parseTypedPrice('45')).toBe('45.00');
  expect(parseTypedPrice('99999')).toBeNull();
});

test('arrow keys change the price between zero and the maximum', () => {
  expect(stepPrice('', 1)).toBe('0,01');
  expect(stepPrice('0', -1)).toBe('0,00');
  expect(stepPrice('49,99', 1)).toBe('50,00');
  expect(stepPrice('50000', 100)).toBe('50000,00');
});

test('issues of the server are assigned to their fields', () => {
  expect(serviceFieldOf('photoURL')).toBe('image');
  expect(serviceFieldOf('title')).toBe('title');
  expect(serviceFieldOf('archiveIds')).toBe('archives');
  expect(serviceFieldOf('status')).toBeNull();
});
