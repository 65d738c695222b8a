import { createRequire } from 'node:module';

/*
 * Loads React's production build, which renders twice as fast. React chooses its build by NODE_ENV when it is
 * loaded, but here NODE_ENV=production means a real installation, and demo mode should render fast too. Entry
 * points that serve built pages import this file first.
 */
const require = createRequire(import.meta.url);
const originalNodeEnv = process.env['NODE_ENV'];
process.env['NODE_ENV'] = 'production';
for (const packagePath of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server'])
  require(packagePath);
if (originalNodeEnv === undefined) delete process.env['NODE_ENV'];
else process.env['NODE_ENV'] = originalNodeEnv;
