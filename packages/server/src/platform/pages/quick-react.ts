import { createRequire } from 'node:module';

/*
 * React draws pages twice as fast by its other build, which it chooses by NODE_ENV, once, as it is loaded.
 * Here NODE_ENV says what the product is, and demo mode is to be quick too. Whatever starts the program
 * with built pages imports this before anything else.
 */
const require = createRequire(import.meta.url);
const said = process.env['NODE_ENV'];
process.env['NODE_ENV'] = 'production';
for (const part of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) require(part);
if (said === undefined) delete process.env['NODE_ENV'];
else process.env['NODE_ENV'] = said;
