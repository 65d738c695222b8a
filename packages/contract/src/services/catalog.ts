import { author } from '../accounts/users.ts';
import {
  amountInput,
  booleanInput,
  decimal,
  id,
  idInput,
  instant,
  nextCursor,
  pageQuery,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { parseMoney } from '../money/money.ts';
import { z } from '../schema.ts';
import { requiredText } from '../text.ts';
import { categories, categorySlugs } from './categories.ts';

export const serviceType = z.enum(['call', 'media'], { error: 'Tipo obrigatório' });
export type ServiceType = z.infer<typeof serviceType>;

export const archiveKind = z.enum(['JPG', 'PNG', 'GIF', 'MP4']);

export const service = z.object({
  id,
  title: z.string(),
  description: z.string(),
  price: decimal,
  type: z.enum(['call', 'media']),
  category: z.enum(categorySlugs),
  photoURL: z.string(),
  status: z.enum(['active', 'paused']),
  archives: z.array(z.object({ kind: archiveKind, count: z.number() })),
  rating: z.number().nullable(),
  reviewCount: z.number(),
  seller: author,
  createdAt: instant,
  /** Why the team has hidden the service; present only in what its seller reads of a hidden service. */
  hidden: z.object({ reason: z.string() }).optional(),
});
export type Service = z.infer<typeof service>;

const category = z.object({
  slug: z.enum(categorySlugs),
  name: z.string(),
  emoji: z.string(),
  color: z.string(),
  image: z.string(),
  adult: z.boolean(),
});

const missingPriceText = 'Preço obrigatória';
const invalidPriceText = 'Preço inválido.';

/** Schema of a price: decimal text with a dot or comma, converted to centavos; 0 to R$ 50.000,00. */
export const price = z
  .string({ error: missingPriceText })
  .min(1, missingPriceText)
  .max(20, invalidPriceText)
  .transform((text, context) => {
    const centavos = parseMoney(text);
    if (centavos === null) {
      context.addIssue({ code: 'custom', message: invalidPriceText });
      return z.NEVER;
    }
    return centavos;
  })
  .refine((centavos) => centavos <= limits.maxPrice, 'O preço máximo é R$ 50.000,00.');

/** Schema of a price that a client sends: decimal text, or a number in JSON, to which the same rules apply. */
const priceInput = z
  .union([z.string(), z.number()], {
    error: ({ input }) => (typeof input === 'number' ? invalidPriceText : missingPriceText),
  })
  .transform(String)
  .pipe(price);

const missingCategoryText = 'Selecione pelo menos uma categoria';

/**
 * Schema of exactly one category slug. Clients may send a comma-joined list, so a second category has an error text of
 * its own.
 */
const categoryInput = z
  .string({ error: missingCategoryText })
  .min(1, { error: missingCategoryText, abort: true })
  .refine((text) => !text.includes(','), { error: 'Selecione apenas uma categoria', abort: true })
  .refine((text) => categories.some(({ slug }) => slug === text), missingCategoryText)
  .transform((text) => categorySlugs.find((slug) => slug === text) ?? categorySlugs[0]);

export const serviceTexts = {
  imageMissing: 'Imagem de serviço obrigatória',
  archivesMissing: 'Pelo menos um arquivo é obrigatório para serviços de mídia',
} as const;

/** Text fields of a new service; the image is the file part `photoURL`. */
export const newService = z.object({
  title: requiredText(limits.serviceTitle, 'Nome do serviço obrigatório'),
  description: requiredText(limits.serviceDescription, 'Descrição obrigatória'),
  price,
  type: serviceType,
  category: categoryInput,
});

/** Schema of the ids of uploaded files in pack order, comma-joined or repeated. */
const archiveIdsInput = z
  .union([z.string().max(4_000), z.array(z.string().max(4_000)).max(limits.archives)], {
    error: errors.invalid_parameter.text,
  })
  .transform((value) => [value].flat().flatMap((text) => text.split(',')))
  .transform((ids) => [...new Set(ids.map((id) => id.trim()).filter((id) => id !== ''))])
  .pipe(
    z.array(idInput).max(limits.archives, `Um pacote tem no máximo ${limits.archives} arquivos.`),
  );

/**
 * A new service; its pack consists of uploaded files (`archiveIds`), file parts `archives`, or both.
 */
const newServiceInput = newService.extend({
  price: priceInput,
  archiveIds: archiveIdsInput.optional(),
});

/**
 * Changes of a service. Fields that are absent stay unchanged; unknown fields are rejected. When `archiveIds` or file
 * parts `archives` are sent, the pack becomes exactly the files `archiveIds` followed by the files `archives`.
 */
const serviceChanges = z.strictObject({
  title: newService.shape.title.optional(),
  description: newService.shape.description.optional(),
  price: priceInput.optional(),
  type: serviceType.optional(),
  category: categoryInput.optional(),
  status: z.enum(['active', 'paused'], { error: errors.invalid_parameter.text }).optional(),
  archiveIds: archiveIdsInput.optional(),
});
export type ServiceChanges = z.output<typeof serviceChanges>;

/** File parts of a service: its image and its pack files. */
const serviceFileFields = {
  photoURL: { kind: 'image', maxBytes: limits.pictureBytes, maxCount: 1 },
  archives: { kind: 'archive', maxBytes: limits.archiveBytes, maxCount: limits.archives },
} as const;

const priceQuery = amountInput(errors.invalid_parameter.text);

const serviceSort = z.enum(['recent', 'price_asc', 'price_desc', 'rating', 'relevance'], {
  error: errors.invalid_parameter.text,
});

export const serviceQuery = pageQuery.extend({
  category: z.enum(categorySlugs, { error: errors.invalid_parameter.text }).optional(),
  type: z.enum(['call', 'media'], { error: errors.invalid_parameter.text }).optional(),
  q: z
    .string({ error: errors.invalid_parameter.text })
    .max(limits.searchText, errors.invalid_parameter.text)
    .optional(),
  minPrice: priceQuery.optional(),
  maxPrice: priceQuery.optional(),
  minRating: z
    .string({ error: errors.invalid_parameter.text })
    .regex(/^(0|[1-5](\.\d)?)$/, errors.invalid_parameter.text)
    // Any rating is enough for 0, also none.
    .transform((stars) => Number(stars) || undefined)
    .optional(),
  online: booleanInput.optional(),
  seller: idInput.optional(),
  sort: serviceSort.optional(),
});
export type ServiceQuery = z.output<typeof serviceQuery>;

export const catalogEndpoints = {
  listCategories: endpoint({
    method: 'GET',
    path: '/api/categories',
    summary: 'The categories',
    access: 'public',
    status: 200,
    output: z.object({ categories: z.array(category) }),
    errors: [],
    limit: 'general',
  }),
  listServices: endpoint({
    method: 'GET',
    path: '/api/services',
    summary: 'Services by filter, cursor paged',
    access: 'optional',
    mayBeLate: true,
    query: serviceQuery,
    status: 200,
    output: z.object({
      services: z.array(service),
      nextCursor,
      /** The corrected search text that was searched for; absent unless `q` was misspelled. */
      suggestion: z.string().optional(),
    }),
    errors: ['adults_only', 'invalid_parameter'],
    limit: 'general',
    searchedBy: 'q',
  }),
  getService: endpoint({
    method: 'GET',
    path: '/api/services/:serviceId',
    summary: 'One service',
    access: 'optional',
    mayBeLate: true,
    params: z.object({ serviceId: idInput }),
    status: 200,
    output: z.object({
      service,
      /**
       * Time in ms from the payment of an order to its start: the median over the orders that the seller started in the
       * last `limits.usualStartDays` days. Null when there are no such orders.
       */
      usualStartMs: z.number().nullable(),
    }),
    errors: ['service_not_found', 'adults_only'],
    limit: 'general',
  }),
  createService: endpoint({
    method: 'POST',
    path: '/api/services/',
    summary: 'Publish a service: multipart with the image in `photoURL`',
    access: 'user',
    requiresAccountAge: true,
    blockedByAgeRequirement: true,
    body: newServiceInput,
    files: {
      ...serviceFileFields,
      photoURL: { ...serviceFileFields.photoURL, missingText: serviceTexts.imageMissing },
    },
    idempotent: 'optional',
    status: 201,
    output: z.object({ service }),
    errors: [
      'adults_only',
      'profile_incomplete',
      'archive_not_found',
      'too_many_archives',
      'picture_refused',
      'file_too_large',
      'file_type',
      'storage_full',
      'too_many_uploads',
      'storage_unavailable',
    ],
    limit: 'services',
  }),
};

/** Endpoints by which a person changes or deletes their own services. */
export const ownServiceEndpoints = {
  updateService: endpoint({
    method: 'PATCH',
    path: '/api/services/:serviceId',
    summary: 'Change an own service, as JSON or multipart; existing orders keep their copy',
    access: 'user',
    requiresAccountAge: true,
    blockedByAgeRequirement: true,
    params: z.object({ serviceId: idInput }),
    body: serviceChanges,
    files: serviceFileFields,
    status: 200,
    output: z.object({ service }),
    errors: [
      'service_not_found',
      'forbidden',
      'adults_only',
      'profile_incomplete',
      'archive_not_found',
      'too_many_archives',
      'picture_refused',
      'file_too_large',
      'file_type',
      'storage_full',
      'too_many_uploads',
      'storage_unavailable',
    ],
    limit: 'general',
  }),
  deleteService: endpoint({
    method: 'DELETE',
    path: '/api/services/:serviceId',
    summary: 'Delete an own service; existing orders are not affected',
    access: 'user',
    params: z.object({ serviceId: idInput }),
    status: 204,
    output: null,
    errors: ['service_not_found', 'forbidden'],
    limit: 'general',
  }),
};
