import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';
import { formatDecimal, parseMoney } from '@guilda/contract/money/money';
import { z } from '@guilda/contract/schema';
import {
  newService,
  price,
  type Service,
  type ServiceType,
  serviceTexts,
  serviceType,
} from '@guilda/contract/services/catalog';
import { normaliseMoneyInput } from '../../../lib/format/money-input.ts';
import { packTexts } from './pack/pack-file.ts';
import type { PackReadiness } from './pack/upload-queue.ts';

/** Picture types that the file chooser offers. The server checks the content of the file and not its type. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

const maxPictureMegabytes = limits.pictureBytes / 1024 / 1024;

const formErrorTexts = {
  imageTooLarge: `A imagem passa de ${maxPictureMegabytes} MB.`,
  imageType: errors.file_type.text,
} as const;

const isPictureType = (file: File) => IMAGE_TYPES.split(',').includes(file.type);

/** Whether a chosen file has a picture type, so that the browser can try to show a preview. */
export const isPreviewable = (file: File | null) => file !== null && isPictureType(file);

/**
 * Placeholder file for a chosen file that is not a picture, so that the form shows the error of a wrong type instead of
 * a missing picture.
 */
export const wrongTypePicture = (file: File | null) => new File([], file?.name ?? 'imagem');

const pictureSchema = (missingText: string | null) =>
  z
    .custom<File | null>((value) => value instanceof File || missingText === null, {
      error: missingText ?? '',
      abort: true,
    })
    .refine((file) => (file?.size ?? 0) <= limits.pictureBytes, {
      error: formErrorTexts.imageTooLarge,
      abort: true,
    })
    .refine((file) => file === null || isPictureType(file), formErrorTexts.imageType);

/** Why the pack cannot be published yet, or null; set from the upload queue. */
const packProblemSchema = z
  .string()
  .nullable()
  .superRefine((message, context) => {
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** The type of a service in the form: empty until one is chosen. */
export type ChosenServiceType = ServiceType | '';

const chosenType = z
  .custom<ChosenServiceType>()
  .transform((type) => type as ServiceType)
  .pipe(serviceType);

/** The form of a new service: the fields that the API accepts, a picture and a pack of files. */
export const serviceFormSchema = newService.extend({
  type: chosenType,
  price: z.string().transform(normaliseMoneyInput).pipe(price),
  image: pictureSchema(serviceTexts.imageMissing),
  archives: packProblemSchema,
});
/** The form of a published service. The picture is optional, because the service already has one. */
export const editServiceFormSchema = serviceFormSchema.extend({ image: pictureSchema(null) });
export type ServiceForm = z.input<typeof serviceFormSchema>;
export type ValidService = z.output<typeof serviceFormSchema>;

export const emptyServiceForm: ServiceForm = {
  title: '',
  description: '',
  price: '',
  type: '',
  category: '',
  image: null,
  archives: null,
};

/** The typed price in the API's format; null while it is invalid. */
export function parseTypedPrice(text: string): string | null {
  const centavos = parseMoney(normaliseMoneyInput(text));
  return centavos === null || centavos > limits.maxPrice ? null : formatDecimal(centavos);
}

/** The price after an arrow key was pressed: `stepAmount` centavos more or less, between zero and the maximum. */
export function stepPrice(text: string, stepAmount: number): string {
  const currentCentavos = parseMoney(normaliseMoneyInput(text)) ?? 0;
  const nextCentavos = Math.min(limits.maxPrice, Math.max(0, currentCentavos + stepAmount));
  return formatDecimal(nextCentavos).replace('.', ',');
}

/** The initial form values for a published service. */
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

/** Why a service of this type cannot be published with its current pack; null if it can. */
export function packProblemText(type: ChosenServiceType, readiness: PackReadiness): string | null {
  return type === 'media' ? readinessTexts[readiness] : null;
}

function serviceTextFields(service: ValidService): Record<string, string> {
  const { title, description, price, type, category } = service;
  return { title, description, price: formatDecimal(price), type, category };
}

/** The multipart form of a service; the pack is sent as the ids of its uploaded files. */
export function serviceFormData(service: ValidService, archiveIds: readonly string[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(serviceTextFields(service))) form.set(name, value);
  if (service.type === 'media') form.set('archiveIds', archiveIds.join(','));
  if (service.image) form.set('photoURL', service.image);
  return form;
}

/** The ids of a pack's files before and after an edit. */
interface PackChange {
  readonly previousIds: readonly string[];
  readonly currentIds: readonly string[];
}

/** The multipart form of the fields that differ from the published service; null when none does. */
export function changedServiceData(
  publishedService: Service,
  validForm: ValidService,
  pack: PackChange,
): FormData | null {
  const form = new FormData();
  for (const [name, value] of Object.entries(serviceTextFields(validForm))) {
    if (value !== publishedService[name as keyof Service]) form.set(name, value);
  }
  const joinedIds = pack.currentIds.join(',');
  if (validForm.type === 'media' && joinedIds !== pack.previousIds.join(','))
    form.set('archiveIds', joinedIds);
  if (validForm.image) form.set('photoURL', validForm.image);
  return [...form.keys()].length > 0 ? form : null;
}

/** The form's field for the `path` of a validation issue of the server; null for an unknown path. */
export function serviceFieldOf(path: string): keyof ServiceForm | null {
  if (path === 'photoURL') return 'image';
  if (path === 'archiveIds') return 'archives';
  return path in emptyServiceForm ? (path as keyof ServiceForm) : null;
}
