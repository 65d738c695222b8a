import type { Config } from '@react-router/dev/config';

/** Pages are rendered on the server; the build is mounted by the program that serves everything. */
const config: Config = { ssr: true, appDirectory: 'app', buildDirectory: 'build' };

export default config;
