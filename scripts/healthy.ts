// Health check of containers without curl: exits with code 0 when /healthz answers with success, else with 1.
// A blank port counts as not given, as in the settings of the program.
const serverPort = process.env['PORT']?.trim() || '3000';
const healthResponse = await fetch(`http://127.0.0.1:${serverPort}/healthz`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => null);
process.exit(healthResponse?.ok ? 0 : 1);
