import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';

test('ApiError has the status, code, text and issues of the answer', () => {
  const issues = [{ path: 'title', message: 'Nome do serviço obrigatório' }];
  const error = new ApiError(400, { message: 'Dados inválidos.', code: 'invalid_input', issues });
  expect(error).toMatchObject({ status: 400, code: 'invalid_input', message: 'Dados inválidos.' });
  expect(error.issues).toEqual(issues);
});

test('ApiError takes its text from `message`, else from `error`, and otherwise has none', () => {
  expect(new ApiError(502, {})).toMatchObject({ code: 'unknown', message: '', issues: [] });
  expect(new ApiError(502, { message: '', error: 'Caiu.' }).message).toBe('Caiu.');
  expect(new ApiError(502, { message: 'Volte já.', error: 'Caiu.' }).message).toBe('Volte já.');
});

test('instanceof accepts instances of another copy of the class', async () => {
  const copyPath = './api-error.ts?copy';
  const secondCopy = (await import(/* @vite-ignore */ copyPath)) as { ApiError: typeof ApiError };
  expect(secondCopy.ApiError).not.toBe(ApiError);
  expect(new secondCopy.ApiError(404, {})).toBeInstanceOf(ApiError);
  expect(new Error('x')).not.toBeInstanceOf(ApiError);
  expect(null).not.toBeInstanceOf(ApiError);
});
