import { newService, price, serviceTexts } from '@guilda/contract/catalog';
import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';
import { formatDecimal, parseMoney } from '@guilda/contract/money';
import { z } from '@guilda/contract/schema';
import { moneyText } from '../../../lib/money-input.ts';

/** Picture types that the server takes (by their content). */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

const megabytes = limits.pictureBytes / 1024 / 1024;

export const formTexts = {
  imageTooLarge: `A imagem passa de ${megabytes} MB.`,
  imageType: errors.file_type.text,
} as const;

const image = z
  .custom<File | null>((value) => value instanceof File, {
    error: serviceTexts.imageMissing,
    abort: true,
  })
  .refine((file) => (file?.size ?? 0) <= limits.pictureBytes, {
    error: formTexts.imageTooLarge,
    abort: true,
  })
  .refine((file) => IMAGE_TYPES.split(',').includes(file?.type ?? ''), formTexts.imageType);

/** A new service as it is typed: the contract's fields (`spec §5`) and its picture. */
export const serviceForm = newService.extend({
  price: z.string().transform(moneyText).pipe(price),
  image,
});
export type ServiceForm = z.input<typeof serviceForm>;
export type ReadyService = z.output<typeof serviceForm>;

export const emptyForm: ServiceForm = {
  title: '',
  description: '',
  price: '',
  type: 'call',
  category: '',
  image: null,
};

/** What was typed as a price, as the API carries it; null while it is no price. */
export function typedPrice(text: string): string | null {
  const centavos = parseMoney(moneyText(text));
  return centavos === null || centavos > limits.maxPrice ? null : formatDecimal(centavos);
}

/** The price after an arrow key: `by` centavos up or down, from zero to the maximum. */
export function stepPrice(text: string, by: number): string {
  const now = parseMoney(moneyText(text)) ?? 0;
  const next = Math.min(limits.maxPrice, Math.max(0, now + by));
  return formatDecimal(next).replace('.', ',');
}

/** The multipart form of `spec §7`. */
export function toFormData(service: ReadyService): FormData {
  const form = new FormData();
  form.set('title', service.title);
  form.set('description', service.description);
  form.set('price', formatDecimal(service.price));
  form.set('type', service.type);
  form.set('category', service.category);
  if (service.image) form.set('photoURL', service.image);
  return form;
}

/** The form's field that an issue of the server is about. */
export function fieldOf(path: string): keyof ServiceForm | null {
  if (path === 'photoURL') return 'image';
  return path in emptyForm ? (path as keyof ServiceForm) : null;
}
