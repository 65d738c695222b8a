import {
  newService,
  price,
  type Service,
  type ServiceType,
  serviceTexts,
} from '@guilda/contract/catalog';
import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';
import { formatDecimal, parseMoney } from '@guilda/contract/money';
import { z } from '@guilda/contract/schema';
import { normaliseMoneyInput } from '../../../lib/format/money-input.ts';
import { packTexts } from './pack/pack-file.ts';
import type { PackReadiness } from './pack/upload-queue.ts';

/** Picture types that the server takes (by their content). */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

const maxPictureMegabytes = limits.pictureBytes / 1024 / 1024;

const formErrorTexts = {
  imageTooLarge: `A imagem passa de ${maxPictureMegabytes} MB.`,
  imageType: errors.file_type.text,
} as const;

const isPictureType = (file: File) => IMAGE_TYPES.split(',').includes(file.type);

/** Whether the browser may try to show a chosen image. */
export const isPreviewable = (file: File | null) => file !== null && isPictureType(file);

/** Value of the field when the chosen file is not a picture: it fails for its type, not as missing. */
export const wrongTypePicture = (file: File | null) => new File([], file?.name ?? 'imagem');

const pictureSchema = (missing: string | null) =>
  z
    .custom<File | null>((value) => value instanceof File || missing === null, {
      error: missing ?? '',
      abort: true,
    })
    .refine((file) => (file?.size ?? 0) <= limits.pictureBytes, {
      error: formErrorTexts.imageTooLarge,
      abort: true,
    })
    .refine((file) => file === null || isPictureType(file), formErrorTexts.imageType);

/** Why the pack cannot be published yet, or null; set by the upload queue. */
const packProblemSchema = z
  .string()
  .nullable()
  .superRefine((message, context) => {
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** The form of a new service: the contract's fields, a picture and a pack. */
export const serviceFormSchema = newService.extend({
  price: z.string().transform(normaliseMoneyInput).pipe(price),
  image: pictureSchema(serviceTexts.imageMissing),
  archives: packProblemSchema,
});
/** The form of a published service, which needs no new picture. */
export const editServiceFormSchema = serviceFormSchema.extend({ image: pictureSchema(null) });
export type ServiceForm = z.input<typeof serviceFormSchema>;
export type ValidService = z.output<typeof serviceFormSchema>;

export const emptyServiceForm: ServiceForm = {
  title: '',
  description: '',
  price: '',
  type: 'call',
  category: '',
  image: null,
  archives: null,
};

/** The typed price in the API's format; null while it is invalid. */
export function parseTypedPrice(text: string): string | null {
  const centavos = parseMoney(normaliseMoneyInput(text));
  return centavos === null || centavos > limits.maxPrice ? null : formatDecimal(centavos);
}

/** The price after an arrow key: `by` centavos up or down, from zero to the maximum. */
export function stepPrice(text: string, by: number): string {
  const now = parseMoney(normaliseMoneyInput(text)) ?? 0;
  const next = Math.min(limits.maxPrice, Math.max(0, now + by));
  return formatDecimal(next).replace('.', ',');
}

/** A published service as its form shows it. */
export function serviceFormValues(service: Service): ServiceForm {
  const { title, description, price, type, category } = service;
  return {
    ...emptyServiceForm,
    title,
    description,
    price: price.replace('.', ','),
    type,
    category,
  };
}

const readinessTexts: Record<PackReadiness, string | null> = {
  ready: null,
  empty: serviceTexts.archivesMissing,
  busy: packTexts.busy,
  broken: packTexts.broken,
};

/** Why a service of this type cannot be published with its current pack. */
export function packProblemText(type: ServiceType, state: PackReadiness): string | null {
  return type === 'media' ? readinessTexts[state] : null;
}

function serviceTextFields(service: ValidService): Record<string, string> {
  const { title, description, price, type, category } = service;
  return { title, description, price: formatDecimal(price), type, category };
}

/** The multipart form of a service. A pack is named by the ids of its files. */
export function serviceFormData(service: ValidService, archiveIds: readonly string[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(serviceTextFields(service))) form.set(name, value);
  if (service.type === 'media') form.set('archiveIds', archiveIds.join(','));
  if (service.image) form.set('photoURL', service.image);
  return form;
}

/** The ids of a pack's files, before and as they are to be. */
interface PackChange {
  readonly before: readonly string[];
  readonly now: readonly string[];
}

/** Only what differs from the published service; null when nothing does. */
export function changedServiceData(
  before: Service,
  ready: ValidService,
  pack: PackChange,
): FormData | null {
  const form = new FormData();
  for (const [name, value] of Object.entries(serviceTextFields(ready))) {
    if (value !== before[name as keyof Service]) form.set(name, value);
  }
  const ids = pack.now.join(',');
  if (ready.type === 'media' && ids !== pack.before.join(',')) form.set('archiveIds', ids);
  if (ready.image) form.set('photoURL', ready.image);
  return [...form.keys()].length > 0 ? form : null;
}

/** The form's field that an issue of the server is about. */
export function serviceFieldOf(path: string): keyof ServiceForm | null {
  if (path === 'photoURL') return 'image';
  if (path === 'archiveIds') return 'archives';
  return path in emptyServiceForm ? (path as keyof ServiceForm) : null;
}
