import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { archiveKind, service } from '../services/catalog.ts';

/** What a buyer read about a service before buying it, besides the price. */
export const seenOffer = z.object({
  title: z.string().max(limits.serviceTitle, errors.invalid_input.text),
  description: z.string().max(limits.serviceDescription, errors.invalid_input.text),
  archives: service.shape.archives.max(archiveKind.options.length, errors.invalid_input.text),
});
export type SeenOffer = z.infer<typeof seenOffer>;
