import { createHash } from 'node:crypto';
import { errorBody } from '@guilda/contract/common';
import type { Endpoint } from '@guilda/contract/endpoint';
import { type ErrorCode, errors } from '@guilda/contract/errors';
import { type FastifyInstance, fastify } from 'fastify';
import { z } from 'zod';
import { memoizeFor } from '../async/memoize-for.ts';
import { createFileInMemory, type FileInMemory, sendFromMemory } from './file-in-memory.ts';

type JsonObject = Record<string, unknown>;

/** Error codes that any endpoint can answer with. */
const sharedErrorCodes: readonly ErrorCode[] = [
  'invalid_input',
  'invalid_text',
  'rate_limited',
  'unavailable',
];
/** Error codes of any endpoint whose method may have a body. */
const bodyErrorCodes: readonly ErrorCode[] = [
  'malformed_request',
  'body_too_large',
  'content_type',
];
const tokenErrorCodes: readonly ErrorCode[] = ['token_missing', 'token_invalid'];

function schemaOf(schema: z.ZodType, direction: 'input' | 'output'): JsonObject {
  return z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: direction,
    unrepresentable: 'any',
  }) as JsonObject;
}

function parametersOf(definition: Endpoint): JsonObject[] {
  const describeParameters = (place: 'path' | 'query', schema: z.ZodType | undefined) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: JsonObject;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }));
  };
  const required = definition.idempotent === true;
  const key = { name: 'Idempotency-Key', in: 'header', required, schema: { type: 'string' } };
  const confirmation = {
    name: 'X-Confirmation',
    in: 'header',
    required: false,
    description: `From POST /api/auth/confirm with the purpose ${definition.confirmation}`,
    schema: { type: 'string' },
  };
  return [
    ...describeParameters('path', definition.params),
    ...describeParameters('query', definition.query),
    ...(definition.idempotent ? [key] : []),
    ...(definition.confirmation ? [confirmation] : []),
  ];
}

function bodyOf(definition: Endpoint): JsonObject {
  if (!definition.body) return {};
  const fields = schemaOf(definition.body, 'input');
  const jsonContent = { 'application/json': { schema: fields } };
  if (!definition.files) return { requestBody: { required: true, content: jsonContent } };
  const fileSchema = { type: 'string', format: 'binary' };
  const properties = {
    ...(fields['properties'] as JsonObject | undefined),
    ...Object.fromEntries(
      Object.entries(definition.files).map(([name, { maxCount }]) => [
        name,
        maxCount > 1 ? { type: 'array', items: fileSchema } : fileSchema,
      ]),
    ),
  };
  const neededFiles = Object.entries(definition.files).filter(
    ([, file]) => file.missingText !== undefined,
  );
  const required = [
    ...((fields['required'] as string[] | undefined) ?? []),
    ...neededFiles.map(([name]) => name),
  ];
  const formContent = { 'multipart/form-data': { schema: { ...fields, properties, required } } };
  // A file can only be sent as a form, not as JSON.
  if (neededFiles.length > 0) return { requestBody: { required: true, content: formContent } };
  return { requestBody: { required: true, content: { ...jsonContent, ...formContent } } };
}

function refusalsOf(definition: Endpoint): JsonObject {
  const codes = [
    ...definition.errors,
    ...sharedErrorCodes,
    ...(definition.method === 'GET' ? [] : bodyErrorCodes),
    ...(definition.access === 'public' ? [] : tokenErrorCodes),
    ...(definition.access === 'public' || definition.accountStatus === 'any'
      ? []
      : (['account_suspended'] as const)),
    ...(definition.access === 'admin' ? (['forbidden'] as const) : []),
    ...(definition.requiresAccountAge || definition.blockedByAgeRequirement
      ? (['age_required'] as const)
      : []),
  ];
  const answers: JsonObject = {};
  for (const status of new Set(codes.map((code) => errors[code].status))) {
    const codesOfStatus = codes.filter((code) => errors[code].status === status);
    answers[status] = {
      description: codesOfStatus.map((code) => `\`${code}\`: ${errors[code].text}`).join(' · '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return answers;
}

function successOf({ output, produces }: Endpoint): JsonObject {
  if (produces) return { content: { [produces]: { schema: { type: 'string' } } } };
  if (!output) return {};
  return { content: { 'application/json': { schema: schemaOf(output, 'output') } } };
}

function operationOf(tag: string, definition: Endpoint): JsonObject {
  const success = successOf(definition);
  return {
    tags: [tag],
    summary: definition.summary,
    parameters: parametersOf(definition),
    ...bodyOf(definition),
    ...(definition.access === 'public' ? {} : { security: [{ accessToken: [] }] }),
    responses: {
      [definition.status]: { description: 'Success', ...success },
      ...refusalsOf(definition),
    },
  };
}

/** Creates the OpenAPI 3.1 document from the schemas that validate requests. */
export function openApiDocument(
  groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>,
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [tag, group] of Object.entries(groups)) {
    for (const definition of Object.values(group)) {
      const path = definition.path.replace(/:([A-Za-z]+)/g, '{$1}');
      paths[path] = {
        ...paths[path],
        [definition.method.toLowerCase()]: operationOf(tag, definition),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Guilda', version: '1' },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** CSP of the documentation page: inline styles, its own script files, and its inline scripts by hash. */
function buildDocsPolicy(page: string): string {
  const hashes = [...page.matchAll(inlineScript)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** A file of the documentation page, with its CSP. */
interface DocsFile extends FileInMemory {
  readonly policy: string;
}

const DOCS_PATH = '/api/docs/';

type LoadLibrary = () => Promise<Pick<typeof import('@scalar/fastify-api-reference'), 'default'>>;

/** Thrown when the library of the documentation page cannot be loaded: 503 `unavailable`. */
class DocsUnavailableError extends Error {
  readonly statusCode = 503;

  constructor(cause: unknown) {
    super('The API docs cannot be loaded', { cause });
    this.name = 'DocsUnavailableError';
  }
}

/** Reads a file of the documentation page from the library, whose routes are registered on a separate Fastify. */
async function readDocsFile(loadLibrary: LoadLibrary, path: string): Promise<DocsFile> {
  const { default: scalar } = await loadLibrary();
  const docsApp = fastify();
  await docsApp.register(scalar, {
    routePrefix: DOCS_PATH,
    configuration: { url: '/api/openapi.json', telemetry: false, withDefaultFonts: false },
  });
  const { statusCode, headers, rawPayload } = await docsApp.inject(path);
  await docsApp.close();
  if (statusCode !== 200) throw new Error(`The library of the API docs answered ${statusCode}`);
  const page = path === DOCS_PATH ? rawPayload.toString() : '';
  const file = createFileInMemory(String(headers['content-type']), rawPayload);
  return { ...file, policy: buildDocsPolicy(page) };
}

/**
 * Serves the OpenAPI document at `/api/openapi.json` and an HTML page at `/api/docs/`. The first request calls
 * `createDocs` or loads the library of the page. So neither delays the start, and most processes never have them in
 * memory. When the library cannot be loaded, the answer is 503 and the next request tries again.
 */
export function mountApiDocs(
  app: FastifyInstance,
  createDocs: () => JsonObject,
  loadLibrary: LoadLibrary = () => import('@scalar/fastify-api-reference'),
): void {
  // The plugin would compress each answer anew.
  const options = { compress: false } as const;
  let document: FileInMemory | undefined;
  app.get('/api/openapi.json', options, async (request, reply) => {
    document ??= createFileInMemory(
      'application/json; charset=utf-8',
      Buffer.from(JSON.stringify(createDocs())),
    );
    return sendFromMemory(request, reply, document);
  });
  for (const path of [DOCS_PATH, `${DOCS_PATH}js/scalar.js`]) {
    // The script has 4 MB, so it is kept instead of read for each request.
    const readFileOnce = memoizeFor(
      Number.POSITIVE_INFINITY,
      () => 0,
      () => readDocsFile(loadLibrary, path),
    );
    app.get(path, options, async (request, reply) => {
      // The page names its script by a relative address, which needs the slash at the end.
      if (/^\/api\/docs(\?|$)/.test(request.url)) return reply.redirect(DOCS_PATH, 301);
      const file = await readFileOnce().catch((error: unknown) => {
        throw new DocsUnavailableError(error);
      });
      return sendFromMemory(request, reply.header('content-security-policy', file.policy), file);
    });
  }
}
